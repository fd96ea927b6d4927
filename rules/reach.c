#include "rules/reach.h"

ReachTables reach_tables(const Rules *rules) {
    return (ReachTables){rules->components, rules->path_starts, rules->paths};
}

bool reach_is_open(const ReachTables *tables, const Mover *mover) {
    for (uint32_t i = 0; i < mover->n_components; i++)
        if (tables->components[mover->first_component + i].flags &
            (COMPONENT_TO_SET | COMPONENT_LIKE))
            return true;
    return false;
}

static void targets_add(const ReachTables *tables, const Mover *mover, uint32_t point,
                        PointSet *targets) {
    for (uint32_t i = 0; i < mover->n_components; i++) {
        const Component *k = &tables->components[mover->first_component + i];
        if (k->flags & (COMPONENT_TO_SET | COMPONENT_LIKE))
            continue;
        const uint32_t *starts = &tables->path_starts[k->first_path + point];
        for (uint32_t path = starts[0]; path < starts[1]; path++)
            pointset_add(targets, tables->paths[path].target);
    }
}

void reach_close(const ReachTables *tables, const Mover *mover, PointSet *reached) {
    PointSet done = pointset_none(), open = *reached;
    while (!pointset_empty(&open)) {
        for (uint32_t p = pointset_next(&open, 0); p < MAX_POINTS; p = pointset_next(&open, p + 1))
            targets_add(tables, mover, p, reached);
        done = pointset_or(&done, &open);
        open = pointset_minus(reached, &done);
    }
}

bool reach_arrives(const ReachTables *tables, const Mover *mover, uint32_t n_points,
                   const PointSet *set) {
    PointSet targets = pointset_none();
    for (uint32_t p = 0; p < n_points; p++)
        targets_add(tables, mover, p, &targets);
    targets = pointset_and(&targets, set);
    return !pointset_empty(&targets);
}

PointSet reach_from(const ReachTables *tables, const Mover *mover, uint32_t point) {
    PointSet reached = pointset_none();
    pointset_add(&reached, point);
    reach_close(tables, mover, &reached);
    return reached;
}

bool reach_returns(const ReachTables *tables, const Mover *mover, uint32_t point) {
    PointSet reached = pointset_none();
    targets_add(tables, mover, point, &reached);
    pointset_drop(&reached, point); /* a move on the spot leaves nothing */
    reach_close(tables, mover, &reached);
    return pointset_has(&reached, point);
}
