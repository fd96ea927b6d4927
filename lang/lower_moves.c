/* Movements: the entries of `moves`, with `like` followed and guards put together, lowered
 * to one mover for each type and side. */
#include <assert.h>
#include <string.h>

#include "lang/board.h"
#include "lang/lower.h"
#include "lang/movement.h"
#include "lang/takes.h"

typedef enum EntryKind { ENTRY_TEXT, ENTRY_TO, ENTRY_CASTLE } EntryKind;

/* What limits an entry, and what else it says; NULL = nothing. */
typedef struct Guards {
    const Expr *from, *within, *when;
    const Expr *takes, *hops;
    EffectList effects; /* its `do` */
    bool distinct;
} Guards;

/* How a movement string repeats. */
typedef struct Repeat {
    uint8_t chain; /* Chain */
    bool lift, straight;
    const Expr *onward_at; /* NULL: he stays what he is */
    int onward_type;
    Span onward_span; /* of its name */
    Span span;
} Repeat;

typedef struct Entry {
    EntryKind kind;
    Span span;
    const Node *own; /* the map whose `moves` the text is, or NULL */
    const BetzaText *text;
    int direction; /* ENTRY_CASTLE */
    const Expr *to, *with, *partner_to;
    Guards guards;
    Repeat repeat;
} Entry;

/* Collecting the entries of one type and side. */
typedef struct Collector {
    Compiler *c;
    int side;
    VEC(Entry) entries;
    uint32_t depth;                    /* of `like` in `like` */
    uint32_t open[MAX_LIKE_DEPTH + 1]; /* types being read, outermost first */
    uint32_t visits;                   /* entries looked at, `like` included */
    bool full;
} Collector;

static void collect_moves(Collector *k, const Node *moves, Guards outer);

/* ------------------------------------------------------------------------ guards */

static const Expr *both_hold(Compiler *c, ExprOp op, const Expr *a, const Expr *b) {
    if (!a || !b)
        return a ? a : b;
    return expr_make(c,
                     (Expr){.op = (uint8_t)op, .type = a->type, .a = a, .b = b, .span = b->span});
}

static const Expr *guard(Compiler *c, const Node *entry, const char *key, ExprType type) {
    const Node *node = node_get(entry, key);
    return node ? expr_tree(c, node, type, SCOPE_SELF) : NULL;
}

static const char takes_nobody[] = "nobody ever stands there to be taken";

/* A guard about men: those that are taken, or hopped over. */
static const Expr *men_guard(Compiler *c, const Node *entry, const char *key, const char *says) {
    return expr_wanting(c, node_get(entry, key), guard(c, entry, key, EXPR_SET), WHO_SOMEBODY,
                        says);
}

static bool read_distinct(Compiler *c, const Node *entry, bool outer) {
    static const char *const words[] = {"path", "none"};
    const Node *node = node_get(entry, "distinct");
    return node ? lower_choice(c, node, words, 2) == 0 : outer;
}

/* Those of a map entry together with those around it. */
static Guards read_guards(Compiler *c, const Node *entry, Guards outer) {
    return (Guards){both_hold(c, EXPR_INTERSECT, outer.from, guard(c, entry, "from", EXPR_SET)),
                    both_hold(c, EXPR_INTERSECT, outer.within, guard(c, entry, "within", EXPR_SET)),
                    both_hold(c, EXPR_AND, outer.when, guard(c, entry, "when", EXPR_CONDITION)),
                    node_get(entry, "takes") ? men_guard(c, entry, "takes", takes_nobody)
                                             : outer.takes,
                    node_get(entry, "hops")
                        ? men_guard(c, entry, "hops", "nobody ever stands there to be hopped over")
                        : outer.hops,
                    node_get(entry, "do") ? lower_effects(c, node_get(entry, "do"), SCOPE_ACTION)
                                          : outer.effects,
                    read_distinct(c, entry, outer.distinct)};
}

/* Keys that go with some movements alone. */
enum { BESIDE_TEXT = 1, BESIDE_TO = 2, BESIDE_LIKE = 4, BESIDE_CASTLE = 8 };

static const struct {
    const char *key;
    unsigned beside;
    const char *wanted;
} odd_keys[] = {
    {"with", BESIDE_CASTLE, "`castle: DIRECTION` beside it"},
    {"partner_to", BESIDE_CASTLE, "`castle: DIRECTION` beside it"},
    {"takes", BESIDE_TEXT | BESIDE_TO | BESIDE_LIKE, "a movement that may take"},
    {"hops", BESIDE_TEXT | BESIDE_LIKE, "`moves` or `like` beside it"},
    {"distinct", BESIDE_TEXT | BESIDE_LIKE, "`moves` or `like` beside it"},
};

static void refuse_odd_keys(Compiler *c, const Node *entry, unsigned kind) {
    for (size_t i = 0; i < sizeof odd_keys / sizeof *odd_keys; i++) {
        const Pair *pair = node_pair(entry, odd_keys[i].key);
        if (!pair || odd_keys[i].beside & kind)
            continue;
        Diag *diag = diag_add(c->diags, DIAG_KEY_UNUSED, pair->key->span, "`%s` has no effect here",
                              odd_keys[i].key);
        diag_expected(c->diags, diag, "%s", odd_keys[i].wanted);
    }
}

/* Keys that tell how a chain goes, where none goes. */
static void refuse_no_chain(Compiler *c, const Node *entry) {
    static const char *const keys[] = {"lift", "straight", "onward"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const Pair *pair = node_pair(entry, keys[i]);
        if (!pair)
            continue;
        Diag *diag = diag_add(c->diags, DIAG_KEY_UNUSED, pair->key->span,
                              "`%s` says how a chain goes, and there is no `chain` here", keys[i]);
        diag_expected(c->diags, diag, "`chain: any` or `chain: full` beside it");
    }
}

/* onward: {at: SET, like: TYPE} */
static void read_onward(Compiler *c, const Node *onward, Repeat *repeat) {
    const Node *at = node_get(onward, "at"), *like = node_get(onward, "like");
    if (!at || !like) {
        lower_missing(c, onward, at ? "like" : "at");
        return;
    }
    repeat->onward_type = symbols_type(c, like);
    repeat->onward_span = like->span;
    if (repeat->onward_type >= 0)
        repeat->onward_at = expr_tree(c, at, EXPR_SET, SCOPE_SELF);
}

/* chain, straight, lift, onward: they go with a movement string alone. */
static Repeat read_repeat(Compiler *c, const Node *entry) {
    static const char *const chains[] = {"any", "full"}, *const lifts[] = {"end"};
    const Node *chain = node_get(entry, "chain"), *lift = node_get(entry, "lift");
    const Node *straight = node_get(entry, "straight");
    const Node *moves = node_get(entry, "moves"), *onward = node_get(entry, "onward");
    Repeat repeat = {.chain = CHAIN_NONE};
    if (!chain) {
        refuse_no_chain(c, entry);
        return repeat;
    }
    if (!moves || moves->kind != NODE_SCALAR) {
        Diag *diag = diag_add(c->diags, DIAG_BAD_VALUE, chain->span,
                              "`chain` repeats a movement string, and there is none here");
        diag_expected(c->diags, diag, "`moves: TEXT` beside it");
        return repeat;
    }
    repeat.span = chain->span;
    repeat.chain = (uint8_t)(lower_choice(c, chain, chains, 2) + 1); /* in the order of Chain */
    repeat.lift = lift && lower_choice(c, lift, lifts, 1) == 0;
    repeat.straight = lower_flag(c, straight, false);
    if (onward)
        read_onward(c, onward, &repeat);
    return repeat;
}

/* ----------------------------------------------------------------------- entries */

static void add_entry(Collector *k, Entry entry) {
    if (k->entries.count == MAX_COMPONENTS) {
        if (!k->full)
            diag_add(k->c->diags, DIAG_LIMIT, entry.span, "more than %d movements of one piece",
                     MAX_COMPONENTS);
        k->full = true;
        return;
    }
    vec_push(k->c->scratch, &k->entries, entry);
}

static void collect_text(Collector *k, const Node *own, const Node *scalar, Guards guards,
                         Repeat repeat) {
    BetzaText *text = ARENA_NEW(k->c->scratch, BetzaText);
    if (lower_is_reported(k->c, scalar->span))
        return;
    if (betza_parse_on(&k->c->ground, k->c->scratch, k->c->diags, scalar, 0, scalar->length, text))
        add_entry(k, (Entry){.kind = ENTRY_TEXT,
                             .span = scalar->span,
                             .own = own,
                             .text = text,
                             .guards = guards,
                             .repeat = repeat});
}

static bool like_is_open(const Collector *k, uint32_t type) {
    for (uint32_t i = 0; i <= k->depth; i++)
        if (k->open[i] == type)
            return true;
    return false;
}

static const Node *piece_of(const Compiler *c, uint32_t type) {
    return node_get(c->root, "pieces")->pairs[type].value;
}

static void collect_like(Collector *k, const Node *like, Guards guards) {
    int type = symbols_type(k->c, like);
    if (type < 0)
        return;
    if (like_is_open(k, (uint32_t)type)) {
        diag_add(k->c->diags, DIAG_EXPR_CYCLE, like->span, "`%s` moves like itself", like->text);
        return;
    }
    if (k->depth == MAX_LIKE_DEPTH) {
        diag_add(k->c->diags, DIAG_LIMIT, like->span, "`like` nested more than %d deep",
                 MAX_LIKE_DEPTH);
        return;
    }
    const Node *moves = node_get(piece_of(k->c, (uint32_t)type), "moves");
    if (!moves)
        return;
    k->open[++k->depth] = (uint32_t)type;
    collect_moves(k, lower_for_side(moves, k->side), guards);
    k->depth--;
}

static const Expr *castle_set(Compiler *c, const Node *entry, const char *key) {
    const Node *node = node_get(entry, key);
    if (!node) {
        lower_missing(c, entry, key);
        return NULL;
    }
    return expr_tree(c, node, EXPR_SET, SCOPE_SELF);
}

static void collect_castle(Collector *k, const Node *entry, const Node *word, Guards guards) {
    Entry castle = {.kind = ENTRY_CASTLE, .span = entry->span, .guards = guards};
    const Board *board = &k->c->rules->board;
    castle.with = expr_wanting(k->c, node_get(entry, "with"), castle_set(k->c, entry, "with"),
                               WHO_OURS, "no man of the castler's own ever stands there");
    castle.to = castle_set(k->c, entry, "to");
    castle.partner_to = castle_set(k->c, entry, "partner_to");
    castle.direction =
        word->kind == NODE_SCALAR ? board_direction(board, word->text, word->length, k->side) : -1;
    if (castle.direction < 0) {
        Diag *diag = diag_add(k->c->diags, DIAG_BAD_VALUE, word->span, "this is no direction");
        diag_expected(k->c->diags, diag, "%s, or as the side sees it: f r b l",
                      direction_list(board));
        return;
    }
    if (castle.with && castle.to && castle.partner_to)
        add_entry(k, castle);
}

static void collect_to(Collector *k, const Node *entry, const Node *to, Guards guards) {
    const Expr *set = expr_tree(k->c, to, EXPR_SET, SCOPE_SELF);
    if (set)
        add_entry(k, (Entry){.kind = ENTRY_TO, .span = entry->span, .to = set, .guards = guards});
}

/* {moves | to | like | castle, from, within, when}; `to` belongs to `castle` when both stand. */
static void collect_map(Collector *k, const Node *entry, Guards outer) {
    const Node *moves = node_get(entry, "moves"), *like = node_get(entry, "like");
    const Node *castle = node_get(entry, "castle"), *to = node_get(entry, "to");
    Guards guards = read_guards(k->c, entry, outer);
    Repeat repeat = read_repeat(k->c, entry);
    int kinds = !!moves + !!like + (castle || to);
    if (kinds != 1 && lower_is_reported(k->c, entry->span))
        return;
    if (kinds != 1) {
        Diag *diag =
            diag_add(k->c->diags, DIAG_BAD_VALUE, entry->span,
                     kinds ? "an entry that says two movements" : "an entry that says no movement");
        diag_expected(k->c->diags, diag, "exactly one of moves, to, like, castle");
        return;
    }
    refuse_odd_keys(k->c, entry,
                    moves    ? BESIDE_TEXT
                    : like   ? BESIDE_LIKE
                    : castle ? BESIDE_CASTLE
                             : BESIDE_TO);
    if (moves && moves->kind == NODE_SCALAR)
        collect_text(k, entry, moves, guards, repeat);
    else if (moves)
        collect_moves(k, moves, guards);
    else if (like)
        collect_like(k, like, guards);
    else if (castle)
        collect_castle(k, entry, castle, guards);
    else
        collect_to(k, entry, to, guards);
}

static void collect_entry(Collector *k, const Node *entry, Guards outer) {
    if (++k->visits > MAX_COMPONENTS) {
        if (!k->full)
            diag_add(k->c->diags, DIAG_LIMIT, entry->span, "more than %d movements of one piece",
                     MAX_COMPONENTS);
        k->full = true;
        return;
    }
    if (entry->kind == NODE_SCALAR)
        collect_text(k, NULL, entry, outer, (Repeat){.chain = CHAIN_NONE});
    else if (entry->kind == NODE_MAP)
        collect_map(k, entry, outer);
    else
        diag_add(k->c->diags, DIAG_WRONG_SHAPE, entry->span, "a list inside a list of movements");
}

/* Text, an entry, or a list of both. Recursion: `like`, and `moves` whose value is a map,
 * which the depth of the file bounds. */
static void collect_moves(Collector *k, const Node *moves, Guards outer) {
    if (moves->kind != NODE_LIST) {
        collect_entry(k, moves, outer);
        return;
    }
    for (uint32_t i = 0; i < moves->count && !k->full; i++)
        collect_entry(k, moves->items[i], outer);
}

/* ---------------------------------------------------------------------- lowering */

/* An entry ready for the builder: expressions are in the pool before the first component
 * is, because movements inside expressions have components of their own. */
typedef struct ReadyEntry {
    const Entry *entry;
    PointSet from, within;
    MovementContext context;
    ExprId to, with, partner_to, takes, hops;
    ExprId onward;
    uint16_t number; /* of the entry, from 1 */
} ReadyEntry;

/* A known set is cut into the paths, the rest stays a guard. */
static ExprId split_guard(Compiler *c, const Expr *tree, int side, bool paths, PointSet *set,
                          const PointSet **known) {
    if (!tree)
        return NO_EXPR;
    if (!paths || !expr_is_known(tree))
        return expr_emit(c, tree);
    *set = *tree->set[side];
    *known = set;
    return NO_EXPR;
}

static bool never_holds(const Expr *when) {
    return when && when->op == EXPR_CONST_COND && when->value == 0;
}

static bool always_holds(const Expr *when) {
    return !when || (when->op == EXPR_CONST_COND && when->value != 0);
}

/* Men of neutral types are nobody's and others never: no chain leads from one to the other. */
static void check_onward(Compiler *c, const Repeat *repeat, uint8_t type) {
    const Type *types = c->rules->types;
    if (!repeat->onward_at ||
        types[repeat->onward_type].neutral == (type != NO_TYPE && types[type].neutral))
        return;
    Diag *diag = diag_add(c->diags, DIAG_BAD_VALUE, repeat->onward_span,
                          "men that are nobody's and men of a side do not become each other");
    diag_expected(c->diags, diag, "a type that is neutral as well, or as little");
}

static void make_ready(Compiler *c, const Entry *entry, uint8_t type, int side, ReadyEntry *ready) {
    const Guards *guards = &entry->guards;
    MovementContext *context = &ready->context;
    bool paths = entry->kind == ENTRY_TEXT && entry->repeat.chain == CHAIN_NONE;
    ready->entry = entry;
    *context = (MovementContext){.side = (uint8_t)side, .type = type, .span = entry->span};
    context->from_guard = split_guard(c, guards->from, side, paths, &ready->from, &context->from);
    context->within_guard =
        split_guard(c, guards->within, side, paths, &ready->within, &context->within);
    context->when_guard = always_holds(guards->when) ? NO_EXPR : expr_emit(c, guards->when);
    ready->to = expr_emit(c, entry->to);
    ready->with = expr_emit(c, entry->with);
    ready->partner_to = expr_emit(c, entry->partner_to);
    ready->takes = expr_emit(c, guards->takes);
    ready->hops = expr_emit(c, guards->hops);
    ready->onward = expr_emit(c, entry->repeat.onward_at);
    check_onward(c, &entry->repeat, type);
}

static void lower_to(Compiler *c, const ReadyEntry *ready) {
    Component component = {.side = ready->context.side,
                           .modes = MODES_BOTH,
                           .flags = COMPONENT_TO_SET,
                           .from = ready->context.from_guard,
                           .within = ready->context.within_guard,
                           .when = ready->context.when_guard,
                           .to = ready->to,
                           .text = "to"};
    (void)builder_component(&c->builder, component);
    for (uint32_t p = 0; p < c->rules->board.n_points; p++)
        builder_point_done(&c->builder);
}

static void lower_castle(Compiler *c, const ReadyEntry *ready) {
    const MovementContext *context = &ready->context;
    Castling castling = {.side = context->side,
                         .type = context->type,
                         .needs_unmoved = true,
                         .from = NO_POINT,
                         .to = NO_POINT,
                         .partner_from = NO_POINT,
                         .partner_to = NO_POINT,
                         .clear = NO_SET,
                         .path = NO_SET,
                         .direction = (uint8_t)ready->entry->direction,
                         .with = ready->with,
                         .king_to = ready->to,
                         .rook_to = ready->partner_to,
                         .from_guard = context->from_guard,
                         .within = context->within_guard,
                         .when = context->when_guard};
    vec_push(c->builder.arena, &c->builder.castlings, castling);
}

static void refuse_entry(Compiler *c, Span span, const char *what) {
    if (!lower_is_reported(c, span))
        diag_add(c->diags, DIAG_NOT_SUPPORTED, span, "%s", what);
}

/* Every way of a link takes somebody. */
static bool always_takes(const Compiler *c, const Component *component) {
    const RulesBuilder *b = &c->builder;
    if (!(component->modes & MODE_MOVE))
        return true;
    const uint32_t *starts = b->path_starts.items + component->first_path;
    for (uint32_t i = starts[0]; i < starts[c->rules->board.n_points]; i++) {
        const Path *path = &b->paths.items[i];
        bool takes = false;
        for (uint32_t k = 0; k < path->n_steps; k++)
            takes |= b->steps.items[path->first_step + k].acts & STEP_TAKES;
        if (!takes)
            return false;
    }
    return true;
}

static bool path_acts(const Compiler *c, const Component *component, uint8_t acts) {
    const RulesBuilder *b = &c->builder;
    const uint32_t *starts = b->path_starts.items + component->first_path;
    for (uint32_t i = starts[0]; i < starts[c->rules->board.n_points]; i++)
        for (uint32_t k = 0; k < b->paths.items[i].n_steps; k++)
            if (b->steps.items[b->paths.items[i].first_step + k].acts & acts)
                return true;
    return false;
}

static void apply_chain(Compiler *c, const ReadyEntry *ready, Component *component) {
    enum { ODD_FLAGS = COMPONENT_MAKES_EP | COMPONENT_LIKE };
    const Repeat *repeat = &ready->entry->repeat;
    bool odd = component->flags & ODD_FLAGS || component->modes & (MODE_EP | MODE_LIKE) ||
               path_acts(c, component, STEP_TAKES_EP | STEP_PUTS | STEP_RELAYS);
    if (odd)
        refuse_entry(c, repeat->span,
                     "a chain is not supported yet with e.p. rights, men put down or moved "
                     "by others, or moving as others do");
    else if (repeat->chain == CHAIN_FULL && !always_takes(c, component))
        refuse_entry(c, repeat->span,
                     "`chain: full` is not supported yet where a link may take nobody; "
                     "`chain: any` is");
    component->flags |= COMPONENT_CHAIN;
    component->chain = repeat->chain;
    component->lift = repeat->lift;
    component->straight = repeat->straight;
    component->entry = ready->number;
    component->onward_at = ready->onward;
    component->onward_type = ready->onward != NO_EXPR ? (uint8_t)repeat->onward_type : 0;
}

/* Is every step just free or a man to hop over, and does every point between belong to all ways
 * to the same target? Then tables tell where the movement goes if it hops over any man, and that
 * nobody else stands between tells the rest. */
static bool hops_in_tables(const Compiler *c, const Component *component) {
    const RulesBuilder *b = &c->builder;
    const uint32_t *starts = b->path_starts.items + component->first_path;
    if (component->flags)
        return false;
    for (uint32_t p = 0; p < c->rules->board.n_points; p++) {
        uint32_t first[MAX_POINTS] = {0}; /* way to each target, from 1 */
        for (uint32_t i = starts[p]; i < starts[p + 1]; i++) {
            const Path *path = &b->paths.items[i];
            PointSet between[2] = {pointset_none(), pointset_none()};
            if (!first[path->target])
                first[path->target] = i + 1;
            const Path *other = &b->paths.items[first[path->target] - 1];
            for (uint32_t k = 0; k < path->n_steps; k++) {
                const PathStep *step = &b->steps.items[path->first_step + k];
                if (step->acts || (step->need != NEED_EMPTY && step->need != NEED_OCCUPIED))
                    return false;
                pointset_add(&between[0], step->point);
            }
            for (uint32_t k = 0; k < other->n_steps; k++)
                pointset_add(&between[1], b->steps.items[other->first_step + k].point);
            if (!pointset_equal(&between[0], &between[1]))
                return false;
        }
    }
    return true;
}

/* Steps that hop over a man ask for a platform besides. False: there are none. */
static bool apply_hops(Compiler *c, const ReadyEntry *ready, Component *component) {
    RulesBuilder *b = &c->builder;
    const uint32_t *starts = b->path_starts.items + component->first_path;
    bool some = false;
    component->hops = ready->hops;
    component->flags |= hops_in_tables(c, component) ? 0 : COMPONENT_PROGRAM;
    for (uint32_t i = starts[0]; i < starts[c->rules->board.n_points]; i++)
        for (uint32_t k = 0; k < b->paths.items[i].n_steps; k++) {
            PathStep *step = &b->steps.items[b->paths.items[i].first_step + k];
            bool hops = !(step->acts & (STEP_TAKES | STEP_TAKES_EP)) &&
                        !(step->need & NEED_EMPTY) && step->need & NEED_OCCUPIED;
            if (hops)
                step->need = step->need == NEED_FRIEND ? CLASS_OWN_PLATFORM : CLASS_PLATFORM;
            some |= hops;
        }
    return some;
}

static void apply_distinct(Compiler *c, const ReadyEntry *ready, Component *component) {
    const RulesBuilder *b = &c->builder;
    const uint32_t *starts = b->path_starts.items + component->first_path;
    component->distinct = true;
    component->flags |= COMPONENT_PROGRAM;
    for (uint32_t i = starts[0]; i < starts[c->rules->board.n_points]; i++) {
        if (b->paths.items[i].n_steps <= MAX_CAPTURED)
            continue;
        Diag *diag = diag_add(c->diags, DIAG_LIMIT, ready->entry->span,
                              "ways of this movement are too long to be told apart");
        diag_expected(c->diags, diag, "at most %d points on the way", MAX_CAPTURED);
        return;
    }
}

static void apply_effects(Compiler *c, const ReadyEntry *ready, Component *component) {
    EffectList effects = ready->entry->guards.effects;
    if (component->modes & MODE_EP || component->flags & COMPONENT_LIKE)
        refuse_entry(c, ready->entry->span,
                     "`do` is not supported yet with captures e.p. and with `I`");
    component->flags |= COMPONENT_DOES;
    component->first_effect = effects.first;
    component->n_effects = effects.count;
}

/* A key of the map in which the text stands that changes nothing about its movement. What a parent
 * says may have its sense there, and `none` says that nothing is meant. */
static void warn_idle_key(Compiler *c, const Entry *entry, const char *key, const char *does) {
    const Pair *pair = entry->own ? node_pair(entry->own, key) : NULL;
    bool told = pair && pair->key->span.source == c->root->span.source;
    if (told && !node_is(pair->value, "none"))
        diag_add(c->diags, DIAG_NEVER, pair->key->span, "`%s` has no effect: this movement %s", key,
                 does);
}

static bool component_takes(const Compiler *c, const Component *component) {
    return component->modes & (MODE_CAPTURE | MODE_EP | MODE_FRIEND | MODE_ROYAL | MODE_LIKE) ||
           component->flags & COMPONENT_LIKE || path_acts(c, component, STEP_TAKES | STEP_TAKES_EP);
}

/* What the entry says besides its movement, on the components from `first` on. */
static void apply_entry(Compiler *c, const ReadyEntry *ready, uint32_t first) {
    const Entry *entry = ready->entry;
    bool hops = false, takes = false, castles = c->builder.components.count == first;
    for (uint32_t i = first; i < c->builder.components.count; i++) {
        Component *component = &c->builder.components.items[i];
        bool paths = !(component->flags & (COMPONENT_TO_SET | COMPONENT_LIKE));
        if (paths && entry->repeat.chain != CHAIN_NONE)
            apply_chain(c, ready, component);
        if (paths && ready->hops != NO_EXPR)
            hops |= apply_hops(c, ready, component);
        if (paths && entry->guards.distinct)
            apply_distinct(c, ready, component);
        if (entry->guards.effects.count)
            apply_effects(c, ready, component);
        takes |= component_takes(c, component);
    }
    if (!hops && !castles)
        warn_idle_key(c, entry, "hops", "hops over nobody");
    if (!takes && !castles)
        warn_idle_key(c, entry, "takes", "takes nobody");
}

static void lower_components(Compiler *c, const ReadyEntry *ready, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = c->builder.components.count;
        if (ready[i].entry->kind == ENTRY_TEXT)
            (void)movement_lower(c, ready[i].entry->text, &ready[i].context);
        else if (ready[i].entry->kind == ENTRY_TO)
            lower_to(c, &ready[i]);
        if (!builder_is_full(&c->builder))
            apply_entry(c, &ready[i], first);
        const Guards *guards = &ready[i].entry->guards;
        takes_apply(c, guards->takes, ready[i].takes,
                    ready[i].context.within_guard == NO_EXPR ? NULL : guards->within,
                    ready[i].context.side, first);
    }
}

static bool entry_castles(const Entry *entry) {
    for (uint32_t i = 0; entry->kind == ENTRY_TEXT && i < entry->text->n_moves; i++)
        if (entry->text->moves[i].legs[0].cls == ATOM_CASTLE)
            return true;
    return entry->kind == ENTRY_CASTLE;
}

static void lower_castlings(Compiler *c, const ReadyEntry *ready, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = c->builder.castlings.count;
        if (ready[i].entry->kind == ENTRY_TEXT)
            (void)castling_lower(c, ready[i].entry->text, &ready[i].context);
        else if (ready[i].entry->kind == ENTRY_CASTLE)
            lower_castle(c, &ready[i]);
        bool some = c->builder.castlings.count > first;
        if (entry_castles(ready[i].entry) && ready[i].entry->repeat.chain != CHAIN_NONE &&
            !lower_is_reported(c, ready[i].entry->repeat.span))
            diag_add(c->diags, DIAG_BAD_VALUE, ready[i].entry->repeat.span,
                     "castling is no link of a chain");
        if (some && ready[i].entry->guards.effects.count)
            refuse_entry(c, ready[i].entry->span, "`do` is not supported yet with castling");
    }
}

static uint32_t lower_mover(Compiler *c, const ReadyEntry *ready, uint32_t count) {
    RulesBuilder *b = &c->builder;
    Mover mover = {.first_component = b->components.count, .first_castling = b->castlings.count};
    lower_components(c, ready, count);
    lower_castlings(c, ready, count);
    mover.n_components = b->components.count - mover.first_component;
    mover.n_castlings = b->castlings.count - mover.first_castling;
    vec_push(b->arena, &b->movers, mover);
    return b->movers.count - 1;
}

/* ------------------------------------------------------------------ types, sides */

/* Of an entry where it goes: what it says besides is told by the parts of the rules. */
static bool says_where(const Node *key) {
    return node_is(key, "moves") || node_is(key, "to") || node_is(key, "like") ||
           node_is(key, "castle");
}

/* What the file says, in one line, for people. Depth is that of the file. */
static void describe_moves(const Node *moves, Sink *sink) {
    if (moves->kind == NODE_SCALAR) {
        sink_text(sink, moves->text);
        return;
    }
    bool first = true;
    for (uint32_t i = 0; i < moves->count; i++) {
        bool map = moves->kind == NODE_MAP;
        if (map && !says_where(moves->pairs[i].key))
            continue;
        sink_text(sink, first ? "" : map ? " " : ", ");
        if (map && !node_is(moves->pairs[i].key, "moves"))
            sink_printf(sink, "%s ", moves->pairs[i].key->text);
        describe_moves(map ? moves->pairs[i].value : moves->items[i], sink);
        first = false;
    }
}

const char *lower_moves_text(Compiler *c, const Node *moves) {
    char text[1024];
    Sink sink = sink_over(text, sizeof text);
    describe_moves(moves, &sink);
    return arena_text(c->builder.arena, text, strlen(text));
}

/* `unmoved` is part of the key where a movement other than castling asks for it. */
static bool reads_unmoved(const Compiler *c, uint32_t mover) {
    const Mover *m = &c->builder.movers.items[mover];
    for (uint32_t i = 0; i < m->n_components; i++)
        if (c->builder.components.items[m->first_component + i].flags & COMPONENT_VIRGIN)
            return true;
    return false;
}

/* What the piece as a whole takes; entries may say otherwise. */
static Guards piece_guards(Compiler *c, uint32_t type, int side) {
    const Node *takes = node_get(piece_of(c, type), "takes");
    const Node *own = takes ? lower_for_side(takes, side) : NULL;
    const Expr *set = own ? expr_tree(c, own, EXPR_SET, SCOPE_SELF) : NULL;
    return (Guards){.takes = expr_wanting(c, own, set, WHO_SOMEBODY, takes_nobody)};
}

static uint32_t lower_collected(Compiler *c, const Collector *k, uint8_t type, int side) {
    ReadyEntry *ready = ARENA_ARRAY(c->scratch, ReadyEntry, k->entries.count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < k->entries.count; i++) {
        ready[count].number = (uint16_t)(i + 1);
        if (!never_holds(k->entries.items[i].guards.when))
            make_ready(c, &k->entries.items[i], type, side, &ready[count++]);
    }
    return lower_mover(c, ready, count);
}

static bool says_more(const Entry *entry) {
    const Guards *guards = &entry->guards;
    return entry->kind != ENTRY_TEXT || entry->repeat.chain != CHAIN_NONE || guards->from ||
           guards->within || guards->when || guards->takes || guards->hops ||
           guards->effects.count > 0;
}

/* All that the entries say as one movement string, in its canonical spelling; NULL when some
 * entry says more than a string can. */
static const char *whole_text(Compiler *c, const Collector *k) {
    char text[MAX_BETZA_BYTES];
    Sink sink = sink_over(text, sizeof text);
    for (uint32_t i = 0; i < k->entries.count; i++) {
        if (says_more(&k->entries.items[i]))
            return NULL;
        sink_text(&sink, betza_print(c->scratch, k->entries.items[i].text));
    }
    return sink_fits(&sink) ? arena_text(c->builder.arena, text, strlen(text)) : NULL;
}

static uint32_t lower_side_moves(Compiler *c, uint32_t type, int side, const Node *moves) {
    Collector *k = ARENA_NEW(c->scratch, Collector);
    *k = (Collector){.c = c, .side = side, .open = {type}};
    if (moves)
        collect_moves(k, moves, piece_guards(c, type, side));
    c->rules->types[type].betza[side] = whole_text(c, k);
    return lower_collected(c, k, (uint8_t)type, side);
}

/* A castling belongs to a type of its own, so no influence gives one. */
static void refuse_castling(Compiler *c, const Collector *k) {
    for (uint32_t i = 0; i < k->entries.count; i++) {
        const Entry *entry = &k->entries.items[i];
        if (!entry_castles(entry) || lower_is_reported(c, entry->span))
            continue;
        Diag *diag =
            diag_add(c->diags, DIAG_BAD_VALUE, entry->span, "castling that an influence adds");
        diag_expected(c->diags, diag, "movements of one man");
    }
}

uint32_t lower_added_moves(Compiler *c, const Node *moves, int side) {
    Collector *k = ARENA_NEW(c->scratch, Collector);
    *k = (Collector){.c = c, .side = side, .open = {NO_TYPE}};
    collect_moves(k, moves, (Guards){0});
    refuse_castling(c, k);
    return lower_collected(c, k, NO_TYPE, side);
}

static bool mover_can_move(const Compiler *c, uint32_t mover) {
    const RulesBuilder *b = &c->builder;
    const Mover *m = &b->movers.items[mover];
    for (uint32_t i = 0; i < m->n_components; i++) {
        const Component *component = &b->components.items[m->first_component + i];
        const uint32_t *starts = b->path_starts.items + component->first_path;
        bool open = component->flags & (COMPONENT_TO_SET | COMPONENT_LIKE);
        if (open || starts[c->rules->board.n_points] > starts[0])
            return true;
    }
    return m->n_castlings > 0;
}

static void check_moving(Compiler *c, const Type *type, const Node *moves) {
    bool can[2] = {mover_can_move(c, type->mover[0]), mover_can_move(c, type->mover[1])};
    if (!can[0] && !can[1])
        diag_add(c->diags, DIAG_MOVES_NOTHING, moves->span, "`%s` can never move on this board",
                 type->name);
    for (int side = 0; side < 2 && can[0] != can[1] && lower_is_per_side(moves); side++)
        if (!can[side])
            diag_add(c->diags, DIAG_MOVES_NOTHING, lower_for_side(moves, side)->span,
                     "%s `%s` can never move on this board", side ? "Black's" : "White's",
                     type->name);
}

static void lower_type_moves(Compiler *c, uint32_t index, const Node *piece) {
    Type *type = &c->rules->types[index];
    const Node *moves = node_get(piece, "moves");
    for (int side = 0; side < 2; side++) {
        const Node *own = moves ? lower_for_side(moves, side) : NULL;
        type->mover[side] = lower_side_moves(c, index, side, own);
        type->reads_unmoved[side] = reads_unmoved(c, type->mover[side]);
        type->moves_text[side] = own ? lower_moves_text(c, own) : "";
    }
    if (moves && !c->diags->errors)
        check_moving(c, type, moves);
}

void lower_moves(Compiler *c) {
    for (uint32_t i = 0; i < c->rules->n_types; i++)
        lower_type_moves(c, i, piece_of(c, i));
}
