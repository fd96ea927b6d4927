/* Which points a set could ever hold, told from its form: by where they are on the board and by
 * who stands on them. Sets that come out empty are kept for the warnings of lower_never. */
#include <string.h>

#include "lang/expr_tree.h"

/* Who may stand on a point: of all that could, each way of looking at a man is one. */
enum {
    OURS_WHITE = 1,
    OURS_BLACK = 2,
    THEIRS_WHITE = 4,
    THEIRS_BLACK = 8,
    WHO_BLOCKED = 32,
    WHO_ANY = WHO_OURS | WHO_THEIRS | WHO_NEUTRAL | WHO_NOBODY | WHO_BLOCKED
};
_Static_assert(WHO_OURS == (OURS_WHITE | OURS_BLACK), "men of ours");
_Static_assert(WHO_THEIRS == (THEIRS_WHITE | THEIRS_BLACK), "men of theirs");

/* A set has no points but those of `points` (for White, for Black) on which somebody of `may`
 * stands. It has each point of somebody of `surely`, wherever that is. */
typedef struct Bounds {
    unsigned may, surely;
    PointSet points[2];
} Bounds;

static const PointSet *known_of(const Expr *expr, int side) {
    return expr->set[side];
}

static bool no_points(const Bounds *b) {
    return b->may == 0 || (pointset_empty(&b->points[0]) && pointset_empty(&b->points[1]));
}

/* A word whose men are those of `who`, all of them where `exact`. */
static Bounds bounds_of_men(const Compiler *c, unsigned who, bool exact) {
    PointSet all = pointset_all(c->rules->board.n_points);
    return (Bounds){who, exact ? who : 0, {all, all}};
}

static bool some_type(const Compiler *c, bool neutral) {
    bool some = false;
    for (uint32_t t = 0; t < c->rules->n_types; t++) {
        const Type *type = &c->rules->types[t];
        some |= neutral ? type->neutral : type->royal[0] || type->royal[1];
    }
    return some;
}

static Bounds bounds_of_word(const Compiler *c, const Expr *expr) {
    const unsigned men = WHO_OURS | WHO_THEIRS, nobodys = some_type(c, true) ? WHO_NEUTRAL : 0;
    switch (expr->op) {
    case EXPR_EMPTY:
        return bounds_of_men(c, WHO_NOBODY, true);
    case EXPR_BLOCKED:
        return bounds_of_men(c, WHO_BLOCKED, true);
    case EXPR_OCCUPIED:
        return bounds_of_men(c, men | nobodys, true);
    case EXPR_FRIENDS:
        return bounds_of_men(c, WHO_OURS, true);
    case EXPR_ENEMIES:
        return bounds_of_men(c, WHO_THEIRS, true);
    case EXPR_NEUTRAL:
        return bounds_of_men(c, nobodys, true);
    case EXPR_WHITE:
        return bounds_of_men(c, OURS_WHITE | THEIRS_WHITE, true);
    case EXPR_BLACK:
        return bounds_of_men(c, OURS_BLACK | THEIRS_BLACK, true);
    case EXPR_ROYAL:
        return bounds_of_men(c, some_type(c, false) ? men : 0, false);
    case EXPR_TYPE_SET:
        return bounds_of_men(c, c->rules->types[expr->value].neutral ? WHO_NEUTRAL : men, false);
    case EXPR_FROZEN:
        return bounds_of_men(c, node_get(c->root, "influence") ? men | nobodys : 0, false);
    case EXPR_UNMOVED:
    case EXPR_ATTACKERS:
    case EXPR_RAW_ATTACKERS:
    case EXPR_KIN:
    case EXPR_ALLIES:
        return bounds_of_men(c, men | nobodys, false);
    default:
        return bounds_of_men(c, WHO_ANY, false);
    }
}

static Bounds bounds_joined(const Bounds *a, const Bounds *b) {
    Bounds out = {a->may | b->may, a->surely | b->surely, {{{0}}, {{0}}}};
    for (int side = 0; side < 2; side++)
        out.points[side] = pointset_or(&a->points[side], &b->points[side]);
    return out;
}

static Bounds bounds_common(const Bounds *a, const Bounds *b) {
    Bounds out = {a->may & b->may, a->surely & b->surely, {{{0}}, {{0}}}};
    for (int side = 0; side < 2; side++)
        out.points[side] = pointset_and(&a->points[side], &b->points[side]);
    return out;
}

static Bounds bounds_without(const Bounds *a, const Bounds *b) {
    Bounds out = *a;
    out.may = a->may & ~b->surely;
    out.surely = a->surely & ~b->may;
    return out;
}

static Bounds bounds_known(const Compiler *c, const Expr *expr) {
    Bounds out = bounds_of_men(c, WHO_ANY, false);
    bool full = true;
    for (int side = 0; side < 2; side++) {
        full &= pointset_equal(known_of(expr, side), &out.points[side]);
        out.points[side] = *known_of(expr, side);
    }
    out.surely = full ? WHO_ANY : 0;
    return out;
}

typedef struct Search {
    Compiler *c;
    const Node *scalar; /* only what stands in this text is told */
} Search;

static bool stands_in(const Search *s, Span span) {
    const Span *whole = &s->scalar->span;
    return span.source == whole->source && span.begin >= whole->begin && span.end <= whole->end;
}

static void keep_empty(const Search *s, const Expr *expr) {
    if (stands_in(s, expr->span))
        vec_push(s->c->scratch, &s->c->never, (NeverSet){expr->span, NULL});
}

/* A known set without points, unless a word alone says so: what was folded has a form no more. */
static bool is_folded_empty(const Search *s, const Expr *expr) {
    if (!stands_in(s, expr->span))
        return false;
    const char *text = s->c->diags->sources->items[expr->span.source].text;
    for (uint32_t i = expr->span.begin; i < expr->span.end; i++)
        if (strchr("&-(~", text[i]))
            return true;
    return false;
}

/* The smallest empty set is kept, not all that is empty because of it. Depth is that of
 * expressions, which is bounded. */
static Bounds search(const Search *s, const Expr *expr) {
    const Expr *const parts[] = {expr->a, expr->b, expr->c};
    Bounds of[3] = {{.may = 0}}, out;
    for (int i = 0; i < 3; i++)
        if (parts[i])
            of[i] = search(s, parts[i]);
    bool pair = expr->op == EXPR_INTERSECT || expr->op == EXPR_WITHOUT;
    switch (expr->op) {
    case EXPR_CONST_SET:
        out = bounds_known(s->c, expr);
        if (no_points(&out) && is_folded_empty(s, expr))
            keep_empty(s, expr);
        return out;
    case EXPR_UNION:
        return bounds_joined(&of[0], &of[1]);
    case EXPR_INTERSECT:
        out = bounds_common(&of[0], &of[1]);
        break;
    case EXPR_WITHOUT:
        out = bounds_without(&of[0], &of[1]);
        break;
    case EXPR_COMPLEMENT:
        out = bounds_of_men(s->c, WHO_ANY & ~of[0].surely, false);
        out.surely = WHO_ANY & ~of[0].may;
        break;
    case EXPR_IF:
        out = bounds_joined(&of[1], &of[2]);
        out.surely = of[1].surely & of[2].surely;
        break;
    case EXPR_THOSE:
        out = of[0];
        out.surely = 0;
        break;
    case EXPR_LET:
        return of[1];
    default:
        out = bounds_of_word(s->c, expr);
        if (no_points(&out))
            keep_empty(s, expr);
        return out;
    }
    bool of_nothing = no_points(&of[0]) || (expr->op == EXPR_INTERSECT && no_points(&of[1]));
    if (pair && no_points(&out) && !of_nothing)
        keep_empty(s, expr);
    return out;
}

/* ------------------------------------------------------------------------ entries */

void expr_keep_empty(Compiler *c, const Node *scalar, const Expr *expr) {
    if (expr)
        (void)search(&(Search){c, scalar}, expr);
}

const Expr *expr_wanting(Compiler *c, const Node *scalar, const Expr *expr, unsigned who,
                         const char *says) {
    static const Node nowhere = {.span = {NO_SOURCE, 0, 0}};
    if (!expr)
        return NULL;
    Bounds bounds = search(&(Search){c, &nowhere}, expr);
    if (!no_points(&bounds) && !(bounds.may & who))
        vec_push(c->scratch, &c->never, (NeverSet){scalar->span, says});
    return expr;
}
