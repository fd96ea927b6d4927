/* The set-up: men of the beginning, counters at their starts, home points. */
#include <string.h>

#include "lang/board.h"
#include "lang/lower.h"
#include "rules/placement.h"

static void clear_start(State *start) {
    memset(start, 0, sizeof *start);
    for (uint32_t i = 0; i < MAX_POINTS; i++)
        start->men[i] = (Man){.type = NO_TYPE, .owner = OWNER_NEUTRAL};
    start->turn = 1;
    start->side = SIDE_WHITE;
    start->result = RESULT_NONE;
}

static void start_counters(Rules *rules) {
    for (uint32_t i = 0; i < rules->n_counters; i++)
        for (int side = 0; side < 2; side++)
            rules->start.counters[i][side] = rules->counters[i].start;
}

/* ---------------------------------------------------------------------- as a text */

/* Who is promoted already, and from what, is told later than set-ups are read. */
static void refuse_marks(Compiler *c, const Node *scalar) {
    const char *mark = memchr(scalar->text, '~', scalar->length);
    if (!mark)
        return;
    size_t at = (size_t)(mark - scalar->text);
    diag_add(c->diags, DIAG_SETUP_BAD, node_slice(scalar, at, at + 1),
             "`~`, a promoted man, has no meaning in a set-up");
    for (uint32_t p = 0; p < c->rules->board.n_points; p++)
        c->rules->start.men[p].base = c->rules->start.men[p].type;
}

static void read_text(Compiler *c, const Node *scalar) {
    Rules *rules = c->rules;
    PlacementError error = {0};
    if (placement_read(&rules->board, rules->types, rules->n_types, scalar->text, scalar->length,
                       rules->start.men, &error)) {
        refuse_marks(c, scalar);
        return;
    }
    Diag *diag = diag_add(c->diags, DIAG_SETUP_BAD, node_slice(scalar, error.begin, error.end),
                          "%s", error.message);
    if (error.expected[0])
        diag_expected(c->diags, diag, "%s", error.expected);
}

/* ----------------------------------------------------------------------- as a map */

static void place_men(Compiler *c, const PointSet *at, int type, int side, Span span) {
    Man *men = c->rules->start.men;
    for (uint32_t p = pointset_next(at, 0); p < MAX_POINTS; p = pointset_next(at, p + 1)) {
        if (men[p].type != NO_TYPE) {
            diag_add(c->diags, DIAG_SETUP_BAD, span, "two men on %s",
                     c->rules->board.points[p].name);
            return;
        }
        bool neutral = c->rules->types[type].neutral;
        men[p] = (Man){.type = (uint8_t)type,
                       .owner = neutral ? OWNER_NEUTRAL : (uint8_t)side,
                       .base = (uint8_t)type,
                       .unmoved = true};
    }
}

/* One side's {type: SET}; `image` places the other side's men by symmetry. */
static void read_side(Compiler *c, const Node *map, int given, bool image) {
    for (uint32_t i = 0; i < map->count; i++) {
        const Pair *pair = &map->pairs[i];
        PointSet set;
        int type = symbols_type(c, pair->key);
        if (!expr_static_set(c, pair->value, given, &set) || type < 0)
            continue;
        if (image)
            set = board_image(&c->rules->board, &set);
        place_men(c, &set, type, image ? !given : given, pair->value->span);
    }
}

/* Men given for one side alone stand for both where the board can turn them over. */
static bool image_is_there(Compiler *c, const Node *setup, const char *absent) {
    const Board *board = &c->rules->board;
    for (uint32_t p = 0; p < board->n_points; p++)
        if (board->image[p] != p)
            return true;
    Diag *diag = diag_add(c->diags, DIAG_SETUP_BAD, setup->span,
                          "no men of %s, and the board has no symmetry to find them by", absent);
    diag_expected(c->diags, diag, "`%s` too, or a board with `symmetry: mirror` or `rotate`",
                  absent);
    diag_hint(c->diags, diag, "`%s: {}` is a side without men", absent);
    return false;
}

static void read_map(Compiler *c, const Node *setup) {
    for (int side = 0; side < 2; side++) {
        const char *names[] = {"white", "black"};
        const Node *own = node_get(setup, names[side]), *other = node_get(setup, names[!side]);
        const Node *used = own ? own : other;
        if (!used) {
            lower_missing(c, setup, names[side]);
            return;
        }
        if (!own && !image_is_there(c, setup, names[side]))
            return;
        if (used->kind != NODE_MAP) {
            diag_add(c->diags, DIAG_WRONG_SHAPE, used->span, "a side's men are a map");
            return;
        }
        read_side(c, used, own ? side : !side, !own);
    }
}

/* -------------------------------------------------------------------------- homes */

static void find_homes(Compiler *c) {
    Rules *rules = c->rules;
    rules->homes = ARENA_ARRAY(c->builder.arena, SetId, (size_t)rules->n_types * N_OWNERS + 1);
    for (uint32_t type = 0; type < rules->n_types; type++)
        for (uint32_t owner = 0; owner < N_OWNERS; owner++) {
            PointSet home = pointset_none();
            for (uint32_t p = 0; p < rules->board.n_points; p++)
                if (rules->start.men[p].type == type && rules->start.men[p].owner == owner)
                    pointset_add(&home, p);
            rules->homes[type * N_OWNERS + owner] = builder_set(&c->builder, &home);
        }
}

void lower_setup(Compiler *c) {
    const Node *setup = node_get(c->root, "setup");
    clear_start(&c->rules->start);
    start_counters(c->rules);
    if (!setup)
        lower_missing(c, c->root, "setup");
    else if (setup->kind == NODE_SCALAR)
        read_text(c, setup);
    else if (setup->kind == NODE_MAP)
        read_map(c, setup);
    else
        diag_add(c->diags, DIAG_WRONG_SHAPE, setup->span, "a list where a placement is wanted");
    find_homes(c);
}
