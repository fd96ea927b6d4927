#include "rules/dump.h"

#include <string.h>

#include "base/hash.h"
#include "rules/dump_parts.h"
#include "rules/geometry.h"
#include "rules/placement.h"

static const char *until_word(uint8_t until) {
    static const char *const words[] = {"never", "action", "answer", "turn"};
    return words[until];
}

/* -------------------------------------------------------------------- identity */

static void dump_identity(const Rules *rules, Sink *sink) {
    const struct {
        const char *key, *value;
    } lines[] = {{"name", rules->name},
                 {"inventor", rules->inventor},
                 {"year", rules->year},
                 {"source", rules->source}};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (lines[i].value)
            sink_printf(sink, "%s: %s\n", lines[i].key, lines[i].value);
    sink_printf(sink, "hash: %016llx\n", (unsigned long long)rules->hash);
    sink_text(sink, rules->n_options ? "options:\n" : "");
    for (uint32_t i = 0; i < rules->n_options; i++) {
        const Option *option = &rules->options[i];
        sink_printf(sink, "  %s: %s (%s; by default %s)\n", option->name, option->value,
                    option->choices, option->standard);
    }
}

/* ----------------------------------------------------------------------- board */

/* Where a step leads on a plain board of the shape with these holes. */
static PointId plain_step(const Board *board, uint32_t direction, uint32_t p) {
    Board flat = *board;
    flat.wrap_files = flat.wrap_ranks = false;
    return board->files ? geometry_at(&flat, p, geometry_vector(board, direction)) : NO_POINT;
}

/* Steps that are not those of a rectangle. */
static void dump_steps(const Board *board, uint32_t p, Sink *sink) {
    bool any = false;
    for (uint32_t d = 0; d < board->n_directions; d++) {
        PointId to = board->steps[d * board->n_points + p];
        PointId plain = plain_step(board, d, p);
        if (to == plain)
            continue;
        if (!any)
            sink_printf(sink, "  %s:", board->points[p].name);
        any = true;
        sink_printf(sink, " %s %s", geometry_word(board, d),
                    to == NO_POINT ? "-" : board->points[to].name);
    }
    sink_text(sink, any ? "\n" : "");
}

static void dump_hole(const Board *board, uint32_t place, Sink *sink) {
    uint32_t file = place % board->files, rank = place / board->files % board->ranks;
    sink_char(sink, ' ');
    if (board_has_levels(board))
        sink_char(sink, (char)('A' + place / board->files / board->ranks));
    sink_printf(sink, "%s%u", board->file_names[file], (unsigned)rank + 1);
}

/* Corners of its grid that a hex board does not have are no holes. */
static bool grid_has(const Board *board, uint32_t place) {
    uint32_t file = place % board->files, rank = place / board->files % board->ranks;
    uint32_t middle = board->files / 2u, off = file > middle ? file - middle : middle - file;
    return !board_is_hex(board) || rank + off < board->ranks;
}

static void dump_holes(const Board *board, Sink *sink) {
    bool any = false;
    for (uint32_t i = 0; i < (uint32_t)board->files * board->ranks * board->levels; i++) {
        if (board->grid[i] != NO_POINT || !grid_has(board, i))
            continue;
        sink_text(sink, any ? "" : "  holes:");
        dump_hole(board, i, sink);
        any = true;
    }
    sink_text(sink, any ? "\n" : "");
}

static void dump_shape(const Board *board, Sink *sink) {
    if (board_is_hex(board))
        sink_printf(sink, "hex of side %u, ", (unsigned)board->files / 2 + 1);
    else if (board->files)
        sink_printf(sink, "%u files, %u ranks, ", board->files, board->ranks);
    if (board_has_levels(board))
        sink_printf(sink, "%u levels, ", board->levels);
}

/* The hands of the beginning, as `white 2 TYPE many TYPE`. */
static void dump_hands(const Rules *rules, Sink *sink) {
    static const char *const owners[] = {"white", "black", "neutral"};
    for (uint32_t owner = 0; owner < N_OWNERS; owner++) {
        bool any = false;
        for (uint32_t t = 0; t < rules->n_types; t++) {
            uint16_t count = rules->start.hands[owner][t];
            if (count == 0)
                continue;
            sink_printf(sink, "%s", any ? "" : ", in hand of ");
            sink_printf(sink, "%s", any ? "" : owners[owner]);
            any = true;
            if (count == HAND_MANY)
                sink_printf(sink, " many %s", rules->types[t].name);
            else
                sink_printf(sink, " %u %s", count, rules->types[t].name);
        }
    }
}

static void dump_board(const Rules *rules, Sink *sink) {
    static const char *const symmetries[] = {"none", "mirror", "rotate"};
    const Board *board = &rules->board;
    sink_text(sink, "board: ");
    dump_shape(board, sink);
    sink_printf(sink, "%u points, sets of %u bits, symmetry %s%s%s%s\n", (unsigned)board->n_points,
                (unsigned)rules->words * 64, symmetries[board->symmetry],
                board->turns_levels ? "-levels" : "", board->wrap_files ? ", files wrap" : "",
                board->wrap_ranks ? ", ranks wrap" : "");
    dump_holes(board, sink);
    for (uint32_t p = 0; p < board->n_points; p++)
        dump_steps(board, p, sink);
    sink_text(sink, "start: ");
    placement_write(board, rules->types, rules->n_types, rules->start.men, sink);
    dump_hands(rules, sink);
    sink_printf(sink, ", %s to act\n", rules->start.side == SIDE_WHITE ? "white" : "black");
}

/* ---------------------------------------------------------------------- things */

static void dump_things(const Rules *rules, Sink *sink) {
    for (uint32_t i = 0; i < rules->n_marks; i++) {
        const Mark *mark = &rules->marks[i];
        sink_printf(sink, "mark %s: on %s, until %s%s\n", mark->name,
                    mark->on_piece ? "piece" : "point", until_word(mark->until),
                    mark->read ? ", read" : "");
    }
    for (uint32_t i = 0; i < rules->n_counters; i++) {
        const Counter *counter = &rules->counters[i];
        sink_printf(sink, "counter %s: from %d, until %s%s%s%s\n", counter->name,
                    (int)counter->start, until_word(counter->until),
                    counter->per_side ? ", per side" : "", counter->in_key ? ", in the key" : "",
                    counter->in_fen ? ", in position texts" : "");
    }
    for (uint32_t m = 0; m < rules->n_maps; m++) {
        sink_printf(sink, "map %s:", rules->map_names[m]);
        for (uint32_t t = 0; t < rules->n_types; t++) {
            uint8_t to = rules->maps[m * rules->n_types + t];
            if (to != NO_TYPE)
                sink_printf(sink, " %s->%s", rules->types[t].name, rules->types[to].name);
        }
        sink_char(sink, '\n');
    }
}

/* ----------------------------------------------------------------------- types */

/* The paths of a component in one number, so that a golden sees any change of them. */
static uint64_t paths_digest(const Rules *rules, const Component *c, uint32_t *count) {
    uint64_t hash = 0;
    *count = 0;
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        uint32_t first, end;
        rules_paths(rules, c, p, &first, &end);
        for (uint32_t i = first; i < end; i++) {
            const Path *path = &rules->paths[i];
            hash = hash_mix(hash ^ ((uint64_t)p << 32 | path->target));
            for (uint32_t k = 0; k < path->n_steps; k++) {
                const PathStep *step = &rules->steps[path->first_step + k];
                hash = hash_mix(
                    hash ^ ((uint64_t)step->point << 16 | (uint64_t)step->need << 8 | step->acts));
            }
        }
        *count += end - first;
    }
    return hash;
}

static void dump_guard(const Rules *rules, const char *key, ExprId id, Sink *sink) {
    if (id == NO_EXPR)
        return;
    sink_printf(sink, ", %s ", key);
    rules_dump_expr(rules, id, sink);
}

static void dump_takes(const Rules *rules, const Component *c, Sink *sink) {
    static const char *const royals[] = {" (every royal)", " (no royal)", ""};
    dump_guard(rules, "takes", c->takes, sink);
    sink_text(sink, c->takes == NO_EXPR && c->within == NO_EXPR ? "" : royals[c->royals]);
}

static void dump_component(const Rules *rules, uint32_t index, Sink *sink) {
    const Component *c = &rules->components[index];
    sink_printf(sink, "    component %u %s: ", (unsigned)index, c->text ? c->text : "-");
    dump_modes(c->modes, sink);
    sink_text(sink, c->flags & COMPONENT_VIRGIN ? " virgin" : "");
    sink_text(sink, c->flags & COMPONENT_MAKES_EP ? " makes-ep" : "");
    sink_text(sink, c->flags & COMPONENT_TURNED ? " turned" : "");
    if (c->flags & (COMPONENT_TO_SET | COMPONENT_LIKE)) {
        dump_guard(rules, c->flags & COMPONENT_LIKE ? "like" : "to", c->to, sink);
    } else {
        uint32_t count;
        uint64_t digest = paths_digest(rules, c, &count);
        sink_printf(sink, ", %u paths %016llx", (unsigned)count, (unsigned long long)digest);
    }
    dump_guard(rules, "from", c->from, sink);
    dump_guard(rules, "within", c->within, sink);
    dump_guard(rules, "when", c->when, sink);
    dump_guard(rules, "hops", c->hops, sink);
    dump_takes(rules, c, sink);
    sink_char(sink, '\n');
}

static void dump_castling(const Rules *rules, const Castling *c, Sink *sink) {
    const Point *points = rules->board.points;
    sink_text(sink, "    castling");
    if (c->is_static) {
        sink_printf(sink, " %s-%s with %s-%s, clear ", points[c->from].name, points[c->to].name,
                    points[c->partner_from].name, points[c->partner_to].name);
        dump_set_id(rules, c->clear, sink);
        sink_text(sink, ", way ");
        dump_set_id(rules, c->path, sink);
    } else {
        sink_printf(sink, " %s", geometry_word(&rules->board, c->direction));
        dump_guard(rules, "with", c->with, sink);
        dump_guard(rules, "to", c->king_to, sink);
        dump_guard(rules, "partner_to", c->rook_to, sink);
    }
    sink_text(sink, c->needs_unmoved ? ", unmoved" : "");
    dump_guard(rules, "from", c->from_guard, sink);
    dump_guard(rules, "within", c->within, sink);
    dump_guard(rules, "when", c->when, sink);
    sink_char(sink, '\n');
}

static void dump_mover(const Rules *rules, uint32_t index, Sink *sink) {
    const Mover *mover = &rules->movers[index];
    for (uint32_t i = 0; i < mover->n_components; i++)
        dump_component(rules, mover->first_component + i, sink);
    for (uint32_t i = 0; i < mover->n_castlings; i++)
        dump_castling(rules, &rules->castlings[mover->first_castling + i], sink);
    dump_plan(rules, index, sink);
}

static void dump_type_side(const Rules *rules, const Type *type, uint32_t side, Sink *sink) {
    sink_printf(sink, "  %s: %s", side == SIDE_WHITE ? "white" : "black",
                type->moves_text[side] ? type->moves_text[side] : "-");
    sink_text(sink, type->royal[side] ? ", royal" : "");
    sink_text(sink, type->reads_unmoved[side] ? ", reads unmoved\n" : "\n");
    dump_mover(rules, type->mover[side], sink);
    if (type->promotion[side] == NO_INDEX)
        return;
    sink_text(sink, "    ");
    dump_promotion(rules, &rules->promotions[type->promotion[side]], sink);
    sink_char(sink, '\n');
}

static void dump_types(const Rules *rules, Sink *sink) {
    for (uint32_t t = 0; t < rules->n_types; t++) {
        const Type *type = &rules->types[t];
        sink_printf(sink, "type %s: %s, letter %s%s%s", type->name, type->title, type->letter,
                    type->neutral ? ", neutral" : "", type->iron ? ", iron" : "");
        for (uint32_t i = 1; type_spelling(type, i); i++)
            sink_printf(sink, ", read %s", type_spelling(type, i));
        for (uint32_t i = 0; i < rules->n_attributes; i++)
            sink_printf(sink, ", %s %d", rules->attribute_names[i], (int)type->attributes[i]);
        sink_char(sink, '\n');
        for (uint32_t side = 0; side < 2; side++)
            dump_type_side(rules, type, side, sink);
    }
}

/* Movers that no type has are arguments of reach() and flood(), or added by influences. */
static bool mover_is_argument(const Rules *rules, uint32_t mover) {
    for (uint32_t t = 0; t < rules->n_types; t++)
        if (rules->types[t].mover[0] == mover || rules->types[t].mover[1] == mover)
            return false;
    return true;
}

static void dump_arguments(const Rules *rules, Sink *sink) {
    for (uint32_t i = 0; i < rules->n_movers; i++) {
        if (!mover_is_argument(rules, i))
            continue;
        sink_printf(sink, "movement %u: ", (unsigned)i);
        dump_mover_text(rules, i, sink);
        sink_char(sink, '\n');
        dump_mover(rules, i, sink);
    }
}

static void dump_added(const Influence *in, Sink *sink) {
    sink_printf(sink, ", add %s", in->text[0]);
    if (strcmp(in->text[0], in->text[1]) != 0)
        sink_printf(sink, ", black's %s", in->text[1]);
    sink_printf(sink, " (movements %u %u)", (unsigned)in->mover[0], (unsigned)in->mover[1]);
}

static void dump_influences(const Rules *rules, Sink *sink) {
    sink_text(sink, rules->n_influences ? "influence:\n" : "");
    for (uint32_t i = 0; i < rules->n_influences; i++) {
        const Influence *in = &rules->influences[i];
        sink_printf(sink, "  %s", in->name);
        dump_guard(rules, in->asks_man ? "who (man by man)" : "who", in->who, sink);
        dump_guard(rules, "when", in->when, sink);
        dump_guard(rules, "as", in->as, sink);
        if (in->kind == INFLUENCE_ADD)
            dump_added(in, sink);
        sink_text(sink, in->kind == INFLUENCE_FROZEN ? ", frozen\n" : "\n");
    }
}

static void dump_drops(const Rules *rules, Sink *sink) {
    static const char *const sides[] = {"white", "black"};
    static const char *const tried[] = {"", " [tried in check]", " [tried]"};
    sink_text(sink, rules->has_drops ? "drops:\n" : "");
    for (uint32_t t = 0; rules->has_drops && t < rules->n_types; t++) {
        const Drop *drop = &rules->drops[t];
        bool same = drop->to[0] == drop->to[1] && drop->when[0] == drop->when[1];
        for (uint32_t side = 0; drop->allowed && side < (same ? 1u : 2u); side++) {
            sink_printf(sink, "  %s%s%s: to ", rules->types[t].name, same ? "" : ", ",
                        same ? "" : sides[side]);
            rules_dump_expr(rules, drop->to[side], sink);
            dump_guard(rules, "when", drop->when[side], sink);
            sink_printf(sink, "%s\n", tried[drop->tried]);
        }
    }
}

static void dump_shuffle(const Rules *rules, Sink *sink) {
    const Shuffle *shuffle = rules->shuffle;
    if (!shuffle)
        return;
    sink_printf(sink, "shuffle: %u set-ups of %u orders\n", (unsigned)shuffle->count,
                (unsigned)shuffle->n_orders);
    for (uint32_t g = 0; g < shuffle->n_groups; g++) {
        const ShuffleGroup *group = &shuffle->groups[g];
        sink_printf(sink, "  %u %s, %u ways:", group->count, rules->types[group->type].name,
                    (unsigned)group->ways);
        for (uint32_t i = 0; i < shuffle->n_points; i++)
            if (group->on >> i & 1)
                sink_printf(sink, " %s", rules->board.points[shuffle->points[i]].name);
        sink_char(sink, '\n');
    }
    if (shuffle->such == NO_EXPR)
        return;
    sink_text(sink, "  such ");
    rules_dump_expr(rules, shuffle->such, sink);
    sink_char(sink, '\n');
}

void rules_dump(const Rules *rules, Sink *sink) {
    dump_identity(rules, sink);
    dump_board(rules, sink);
    dump_things(rules, sink);
    dump_types(rules, sink);
    dump_shuffle(rules, sink);
    dump_arguments(rules, sink);
    dump_influences(rules, sink);
    dump_drops(rules, sink);
    dump_programs(rules, sink);
    sink_printf(sink, "ep: until %s\n", until_word(rules->ep_until));
    dump_families(rules, sink);
    dump_attacks(rules, sink);
    dump_bytes(rules, sink);
}
