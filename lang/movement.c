#include "lang/movement.h"

#include "lang/betza_ring.h"
#include "lang/board.h"
#include "lang/movement_walk.h"

/* Address space for the paths from one point, and for the walk between. */
#define WALK_RESERVE ((size_t)128 << 20)

typedef struct Lowering {
    Compiler *c;
    const MovementContext *context;
    Arena *arena; /* of the walk, cleared after this text */
    bool failed;
} Lowering;

static void complain(Lowering *l, DiagCode code, Span span, const char *message) {
    l->failed = true;
    diag_add(l->c->diags, code, span, "%s", message);
}

/* --- what the board and the game must have ------------------------------------------------ */

static bool board_has_steps(const Board *b, bool diagonal) {
    for (uint32_t d = diagonal ? 1 : 0; d < b->ring; d += 2)
        for (uint32_t p = 0; p < b->n_points; p++)
            if (board_step(b, d, p) != NO_POINT)
                return true;
    return false;
}

/* Without coordinates every leg is made of steps, so its kinds of step must exist. */
static void check_board(Lowering *l, const BetzaLeg *leg) {
    const Board *b = &l->c->rules->board;
    bool coordinates = b->files > 0;
    bool around = leg->modifiers & BETZA_O;
    if (around && (!coordinates || b->wrap_files || b->wrap_ranks))
        complain(l, DIAG_BETZA_BOARD, leg->span,
                 coordinates ? "`o` wraps a move on a flat board; this board wraps by itself"
                             : "`o` wraps a move round files, and this board has none");
    if (leg->modifiers & BETZA_STAR && !coordinates)
        complain(l, DIAG_BETZA_BOARD, leg->span,
                 "`*` goes to the middle of the board, and this one has no ranks");
    if (coordinates || leg->cls > ATOM_OBLIQUE)
        return;
    if (leg->cls != ATOM_DIAGONAL && !board_has_steps(b, false))
        complain(l, DIAG_BETZA_BOARD, leg->span, "the board has no orthogonal step");
    if (leg->cls != ATOM_ORTHOGONAL && !board_has_steps(b, true))
        complain(l, DIAG_BETZA_BOARD, leg->span, "the board has no diagonal step");
}

/* Whether some word of the text, read as a movement, has `e` before an atom. */
static bool text_takes_ep(const char *text) {
    bool e = false;
    for (; *text; text++) {
        bool lower = *text >= 'a' && *text <= 'z';
        bool atom = (*text >= 'A' && *text <= 'Z') || *text == '[' || *text == '(';
        if (atom && e)
            return true;
        e = lower && (e || *text == 'e');
    }
    return false;
}

/* Depth is bounded by MAX_YAML_DEPTH. */
static bool node_takes_ep(const Node *node) {
    if (node->kind == NODE_SCALAR)
        return text_takes_ep(node->text);
    for (uint32_t i = 0; i < node->count; i++)
        if (node_takes_ep(node->kind == NODE_LIST ? node->items[i] : node->pairs[i].value))
            return true;
    return false;
}

/* E.p. rights matter where they are declared, or where some man takes by them. */
static bool game_has_ep(const Compiler *c) {
    if (node_get(c->root, "ep"))
        return true;
    const Node *pieces = node_get(c->root, "pieces");
    for (uint32_t i = 0; pieces && pieces->kind == NODE_MAP && i < pieces->count; i++) {
        const Node *moves = node_get(pieces->pairs[i].value, "moves");
        if (moves && node_takes_ep(moves))
            return true;
    }
    return false;
}

static void check_ep(Lowering *l, const BetzaLeg *leg) {
    bool slider = leg->modifiers & BETZA_N && leg_is_stepping(leg);
    if (!slider || game_has_ep(l->c))
        return;
    l->failed = true;
    Diag *diag = diag_add(l->c->diags, DIAG_BETZA_UNUSED, leg->span,
                          "`n` on single steps only makes e.p. rights, and no man here takes by "
                          "them");
    diag_hint(l->c->diags, diag, "`e` takes by them, as in `fceF`; `ep` tells how long they live");
}

/* The argument of reach() or flood(): a movement of no man in particular. */
static void check_nobody(Lowering *l, const BetzaMove *move) {
    const BetzaLeg *first = &move->legs[0], *last = &move->legs[move->n_legs - 1];
    if (first->cls == ATOM_CASTLE)
        complain(l, DIAG_BETZA_UNUSED, move->span, "castling means nothing here: no man moves");
    else if (first->modifiers & BETZA_I)
        complain(l, DIAG_BETZA_UNUSED, first->span, "`i` means nothing here: no man moves");
    if (first->cls == ATOM_IMITATE)
        complain(l, DIAG_BETZA_UNUSED, first->span, "`I` means nothing here: no man moves");
    for (const BetzaLeg *leg = first; leg <= last; leg++) {
        if (leg->modifiers & BETZA_E)
            complain(l, DIAG_BETZA_UNUSED, leg->span, "`e` means nothing here: no man moves");
        if (leg->modifiers & BETZA_X)
            complain(l, DIAG_BETZA_UNUSED, leg->span, "`x` means nothing here: no man moves");
    }
}

static bool check_move(Lowering *l, const BetzaMove *move) {
    bool before = l->failed;
    l->failed = false;
    for (uint32_t i = 0; i < move->n_legs; i++) {
        check_board(l, &move->legs[i]);
        check_ep(l, &move->legs[i]);
    }
    if (l->context->nobody)
        check_nobody(l, move);
    bool good = !l->failed;
    l->failed |= before;
    return good;
}

/* --- components --------------------------------------------------------------------------- */

static const char *variant_text(Lowering *l, const BetzaMove *move) {
    BetzaMove copy = *move;
    BetzaText text = {&copy, 1};
    return betza_print(l->c->builder.arena, &text);
}

static void report_too_many(Lowering *l, const BetzaMove *move) {
    l->failed = true;
    Diag *diag = diag_add(l->c->diags, DIAG_LIMIT, move->span,
                          "this movement has too many ways over the board");
    diag_expected(l->c->diags, diag, "at most %d from one point", MAX_POINT_PATHS);
}

static void report_crowded(Lowering *l, const BetzaMove *move) {
    l->failed = true;
    Diag *diag = diag_add(l->c->diags, DIAG_LIMIT, move->span,
                          "this movement may capture too many men at once");
    diag_expected(l->c->diags, diag, "at most %d", MAX_CAPTURED);
}

static bool right_fits(const Walker *walker, const WalkedPath *path) {
    uint32_t marked = 0;
    for (uint32_t i = 0; i < path->n_steps; i++)
        marked += walker->steps.items[path->first_step + i].acts & STEP_MARKS_EP;
    return marked <= MAX_EP_POINTS;
}

static void report_wide_right(Lowering *l, const BetzaMove *move) {
    l->failed = true;
    Diag *diag = diag_add(l->c->diags, DIAG_LIMIT, move->span,
                          "this movement leaves e.p. rights on too many points");
    diag_expected(l->c->diags, diag, "at most %d; a shorter range", MAX_EP_POINTS);
}

static void add_point(Lowering *l, Walker *walker, uint32_t point) {
    RulesBuilder *b = &l->c->builder;
    const PointSet *from = l->context->from;
    bool goes_on = !walker->too_many && !builder_is_full(b);
    if (goes_on && (!from || pointset_has(from, point))) {
        walk_from(walker, point);
        for (uint32_t i = 0; i < walker->paths.count; i++) {
            const WalkedPath *path = &walker->paths.items[i];
            if (!right_fits(walker, path))
                report_wide_right(l, walker->move);
            /* leaps have no steps, and leaps alone leave no array to point into */
            const PathStep *steps = path->n_steps ? &walker->steps.items[path->first_step] : NULL;
            builder_path(b, steps, path->n_steps, path->target);
        }
    }
    builder_point_done(b);
}

static bool too_many_components(Lowering *l, const BetzaMove *move) {
    if (l->c->builder.components.count < MAX_COMPONENTS)
        return false;
    complain(l, DIAG_LIMIT, move->span, "too many movements in one game");
    return true;
}

static Component component_of(Lowering *l, const BetzaMove *move, uint8_t modes) {
    return (Component){.side = l->context->side,
                       .modes = modes,
                       .flags = move->legs[0].modifiers & BETZA_I ? COMPONENT_VIRGIN : 0,
                       .from = l->context->from_guard,
                       .within = l->context->within_guard,
                       .when = l->context->when_guard,
                       .to = NO_EXPR,
                       .text = variant_text(l, move)};
}

/* The walk that was made already, here or with other options; its paths become those of the
 * latest component. */
static bool add_known(Lowering *l, const Walker *walker) {
    Compiler *c = l->c;
    RulesBuilder *b = &c->builder;
    const RulesBuilder *from = b;
    WalkKey key;
    if (!c->board_known)
        c->board_key = memo_board(walker->board);
    c->board_known = true;
    if (!memo_key(walker, c->board_key, l->context->from, &key))
        return false;
    const WalkDone *done = memo_find(&c->walks, key);
    if (!done && c->first) {
        done = memo_find(&c->first->walks, key);
        from = &c->first->builder;
    }
    if (!done)
        return false;
    builder_paths_of(b, from, done->first_path);
    if (done->program)
        b->components.items[b->components.count - 1].flags |= COMPONENT_PROGRAM;
    return true;
}

/* Walks from every point; what went well is kept in mind. */
static void add_walk(Lowering *l, Walker *walker) {
    RulesBuilder *b = &l->c->builder;
    uint32_t component = b->components.count - 1;
    bool failed = l->failed;
    WalkKey key;
    l->failed = false;
    for (uint32_t p = 0; p < l->c->rules->board.n_points; p++)
        add_point(l, walker, p);
    if (walker->program)
        b->components.items[component].flags |= COMPONENT_PROGRAM;
    if (walker->too_many)
        report_too_many(l, walker->move);
    if (walker->crowded)
        report_crowded(l, walker->move);
    if (!l->failed && !builder_is_full(b) &&
        memo_key(walker, l->c->board_key, l->context->from, &key))
        memo_add(&l->c->walks, b->arena,
                 (WalkDone){key, b->components.items[component].first_path, walker->program});
    l->failed |= failed;
}

/* One component: the move with exactly these modes. */
static void add_component(Lowering *l, const BetzaMove *move, uint8_t modes, bool marks_ep) {
    RulesBuilder *b = &l->c->builder;
    if (too_many_components(l, move))
        return;
    Component component = component_of(l, move, modes);
    component.flags |= marks_ep ? COMPONENT_MAKES_EP : 0;
    component.flags |= modes & (MODE_FRIEND | MODE_LIKE) ? COMPONENT_PROGRAM : 0;
    (void)builder_component(b, component);
    Walker *walker = ARENA_NEW(l->arena, Walker);
    *walker = (Walker){.arena = l->arena,
                       .board = &l->c->rules->board,
                       .ground = &l->c->ground,
                       .move = move,
                       .side = l->context->side,
                       .modes = modes,
                       .marks_ep = marks_ep,
                       .within = l->context->within};
    if (!add_known(l, walker))
        add_walk(l, walker);
    if (builder_is_full(b))
        complain(l, DIAG_LIMIT, move->span,
                 "the game's movements have too many ways over the board");
}

/* The move with other modes at its end. */
static BetzaMove with_modes(const BetzaMove *move, uint32_t modes) {
    BetzaMove copy = *move;
    BetzaLeg *last = &copy.legs[copy.n_legs - 1];
    last->modifiers &= ~(uint32_t)BETZA_MODES;
    last->modifiers |= modes;
    return copy;
}

static void add_modes(Lowering *l, const BetzaMove *move, uint32_t letters, uint8_t modes,
                      bool marks_ep) {
    BetzaMove variant = with_modes(move, letters);
    add_component(l, &variant, modes, marks_ep);
}

/* Moving and taking in one component, where nothing tells them apart: rights to e.p. are made
 * by moves to empty points only, and a man is put down only by a capture. */
static void split_both(Lowering *l, const BetzaMove *move) {
    const BetzaLeg *last = &move->legs[move->n_legs - 1];
    bool moves = last->modifiers & BETZA_M, takes = last->modifiers & BETZA_C;
    bool makes_ep = walk_makes_ep(move) && !l->context->nobody;
    if (moves && takes && !makes_ep && !(last->modifiers & BETZA_U)) {
        add_modes(l, move, BETZA_M | BETZA_C, MODES_BOTH, false);
        return;
    }
    if (moves)
        add_modes(l, move, BETZA_M, MODE_MOVE, makes_ep);
    if (takes)
        add_modes(l, move, BETZA_C, MODE_CAPTURE, false);
}

static void split_modes(Lowering *l, const BetzaMove *move) {
    const BetzaLeg *last = &move->legs[move->n_legs - 1];
    bool swaps = last->cls == ATOM_ANYWHERE;
    split_both(l, move);
    if (last->modifiers & BETZA_E)
        add_modes(l, move, BETZA_E, MODE_EP, false);
    if (last->modifiers & BETZA_D)
        add_modes(l, move, BETZA_D, MODE_FRIEND, false);
    if (last->modifiers & BETZA_K)
        add_modes(l, move, BETZA_K, MODE_ROYAL, false);
    if (last->modifiers & BETZA_X)
        add_modes(l, move, BETZA_X, swaps ? MODE_FRIEND : MODE_LIKE, false);
}

/* The orthogonal or the diagonal part of K or Q. */
static void add_part(Lowering *l, const BetzaMove *move, AtomClass cls) {
    uint16_t positions = ring_all(move->ring, cls);
    BetzaMove part = *move;
    BetzaLeg *leg = &part.legs[0];
    if (!(leg->directions & positions))
        return;
    leg->cls = (uint8_t)cls;
    leg->a = cls == ATOM_DIAGONAL ? 1 : 0;
    leg->directions &= positions;
    leg->directed = leg->directions != positions;
    split_modes(l, &part);
}

/* I: as the man that moved last. */
static void lower_imitator(Lowering *l, const BetzaMove *move) {
    RulesBuilder *b = &l->c->builder;
    const BetzaLeg *leg = &move->legs[0];
    if (too_many_components(l, move))
        return;
    ExprId mover = builder_expr(b, (ExprNode){.op = EXPR_MOVER, .type = EXPR_SET});
    uint8_t modes = (uint8_t)((leg->modifiers & BETZA_M ? MODE_MOVE : 0) |
                              (leg->modifiers & BETZA_C ? MODE_CAPTURE : 0));
    Component component = component_of(l, move, modes);
    component.flags |= COMPONENT_LIKE | (leg->directions == 1u << 0 ? 0 : COMPONENT_TURNED);
    component.to = builder_expr(b, (ExprNode){.op = EXPR_LAST, .type = EXPR_SET, .a = mover});
    (void)builder_component(b, component);
    for (uint32_t p = 0; p < l->c->rules->board.n_points; p++)
        builder_point_done(b);
}

static void lower_whole(Lowering *l, const BetzaMove *move) {
    const BetzaLeg *first = &move->legs[0];
    bool crooked = first->modifiers & (BETZA_Z | BETZA_Q);
    if (first->cls == ATOM_IMITATE) {
        lower_imitator(l, move);
    } else if (first->cls == ATOM_PASS) {
        add_component(l, move, MODE_MOVE, false);
    } else if (move->n_legs == 1 && first->cls == ATOM_ROYAL && !crooked) {
        add_part(l, move, ATOM_ORTHOGONAL);
        add_part(l, move, ATOM_DIAGONAL);
    } else {
        split_modes(l, move);
    }
}

/* Before each `?` the move may end: then it is a move of fewer legs. */
static void lower_move(Lowering *l, const BetzaMove *move) {
    for (uint32_t i = 0; i < move->n_legs; i++) {
        uint32_t ends = move->legs[i].ends;
        BetzaMove part = *move;
        part.n_legs = i + 1;
        if (!ends)
            continue;
        part.legs[i].modifiers &= ~(uint32_t)(BETZA_MODES | BETZA_STAYS | BETZA_T);
        part.legs[i].modifiers |= ends;
        part.legs[i].ends = 0;
        lower_whole(l, &part);
    }
    lower_whole(l, move);
}

bool movement_lower(Compiler *c, const BetzaText *text, const MovementContext *context) {
    if (!c->walk_arena)
        c->walk_arena = arena_create(WALK_RESERVE);
    Lowering l = {.c = c, .context = context, .arena = c->walk_arena};
    if (!l.arena) {
        diag_add(c->diags, DIAG_LIMIT, context->span, "no memory to walk a movement");
        return false;
    }
    for (uint32_t i = 0; i < text->n_moves; i++) {
        const BetzaMove *move = &text->moves[i];
        if (check_move(&l, move) && move->legs[0].cls != ATOM_CASTLE)
            lower_move(&l, move);
    }
    arena_clear(l.arena);
    return !l.failed;
}
