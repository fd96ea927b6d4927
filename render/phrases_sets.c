/* Sets in plain words: whose men, of what kind, where. */
#include <string.h>

#include "render/phrases_parts.h"
#include "rules/geometry.h"

const char *phrase_title(const Type *type) {
    return type->title ? type->title : type->name;
}

/* ------------------------------------------------------------------------------- places */

static uint32_t points_of(const Rules *rules, const uint64_t *words) {
    uint32_t count = 0;
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        count += words_have(words, p);
    return count;
}

/* "rank 8", "files a to c and g". */
static void say_lines(const Board *board, const bool *lines, bool ranks, Sink *sink) {
    uint32_t n_lines = ranks ? board->ranks : board->files, count = 0, runs = 0;
    for (uint32_t i = 1; i <= n_lines; i++)
        count += lines[i];
    sink_printf(sink, "%s%s ", ranks ? "rank" : "file", count > 1 ? "s" : "");
    for (uint32_t i = 1, end; i <= n_lines; i = end + 1) {
        for (end = i; lines[i] && end < n_lines && lines[end + 1];)
            end++;
        if (!lines[i])
            continue;
        sink_text(sink, runs++ ? " and " : "");
        for (uint32_t k = i; k <= end; k = k < end ? end : end + 1) {
            sink_text(sink, k == i ? "" : end == i + 1 ? " and " : " to ");
            if (ranks)
                sink_printf(sink, "%u", (unsigned)k);
            else
                sink_text(sink, board->file_names[k - 1]);
        }
    }
}

static void say_some_points(const Rules *rules, const uint64_t *words, uint32_t count, Sink *sink) {
    enum { SHOWN = 12 };
    uint32_t shown = 0;
    for (uint32_t p = 0; p < rules->board.n_points && shown < SHOWN; p++)
        if (words_have(words, p))
            sink_printf(sink, "%s%s", shown++ ? " " : "", rules->board.points[p].name);
    if (count > SHOWN)
        sink_printf(sink, " ... (%u points)", count);
}

static bool say_points(const Rules *rules, SetId set, Sink *sink) {
    const uint64_t *words = rules_set(rules, set);
    uint32_t count = points_of(rules, words);
    bool lines[LINES_ROOM];
    if (count == 0 || count == rules->board.n_points)
        return say(sink, count ? "any point" : "no point");
    for (int ranks = 1; ranks >= 0; ranks--)
        if (geometry_whole_lines(&rules->board, words, ranks, lines)) {
            say_lines(&rules->board, lines, ranks, sink);
            return true;
        }
    say_some_points(rules, words, count, sink);
    return true;
}

void phrase_points(const Rules *rules, SetId set, Sink *sink) {
    say_points(rules, set, sink);
}

/* Zones that sides have each their own of. */
static bool say_zones(const Voice *v, const ExprNode *e, Sink *sink) {
    bool swapped = e->side == WHOSE_THEM;
    say_points(v->rules, swapped ? e->b : (SetId)e->value, sink);
    sink_text(sink, " (where Black acts, ");
    say_points(v->rules, swapped ? (SetId)e->value : e->b, sink);
    return say(sink, ")");
}

bool is_place(const Voice *v, ExprId id) {
    const ExprNode *e = node_of(v, id);
    switch (e->op) {
    case EXPR_CONST_SET:
    case EXPR_SIDE_SET:
    case EXPR_MARK_SET:
    case EXPR_NEIGHBOURS:
    case EXPR_SHIFT:
    case EXPR_BETWEEN:
    case EXPR_FILE_OF:
    case EXPR_RANK_OF:
        return true;
    case EXPR_UNION:
        return is_place(v, e->a) && is_place(v, e->b);
    default:
        return false;
    }
}

bool say_where(const Voice *v, ExprId id, Sink *sink) {
    size_t length = sink->length;
    sink_text(sink, is_place(v, id) ? "on " : "among ");
    return said_or_back(sink, length, say_set(v, id, sink));
}

/* ------------------------------------------------------------------------ men and owners */

static const char *const set_words[EXPR_OP_COUNT] = {
    [EXPR_EMPTY] = "empty points",       [EXPR_OCCUPIED] = "men on the board",
    [EXPR_BLOCKED] = "blocked points",   [EXPR_WHITE] = "White's men",
    [EXPR_BLACK] = "Black's men",        [EXPR_NEUTRAL] = "neutral men",
    [EXPR_ROYAL] = "royal men",          [EXPR_UNMOVED] = "men that have not moved",
    [EXPR_FROZEN] = "frozen men",        [EXPR_FROM] = "the point left",
    [EXPR_TO] = "the point of arrival",  [EXPR_CAPTURED] = "the men captured",
    [EXPR_PASSED] = "the points passed", [EXPR_MOVER] = "the man that moved",
    [EXPR_PARTNER] = "the partner",      [EXPR_SELF] = "the man itself",
    [EXPR_AT] = "the point chosen",
};

const char *behind_of(const char *side) {
    return strcmp(side, "it") == 0 ? "its own" : side;
}

/* Behind "of"; NULL for what is no owner. */
static const char *owner_of(const Voice *v, uint8_t op) {
    const char *side = op == EXPR_FRIENDS   ? v->sides.us
                       : op == EXPR_ENEMIES ? v->sides.them
                       : op == EXPR_WHITE   ? "White"
                       : op == EXPR_BLACK   ? "Black"
                                            : NULL;
    return side ? behind_of(side) : NULL;
}

static bool is_kind(uint8_t op) {
    return op == EXPR_TYPE_SET || op == EXPR_ROYAL || op == EXPR_UNMOVED || op == EXPR_FROZEN;
}

/* What is told of men beside their type. */
static const char *const also_words[EXPR_OP_COUNT] = {
    [EXPR_ROYAL] = "royal", [EXPR_FROZEN] = "frozen", [EXPR_UNMOVED] = "unmoved"};

/* Sets of men or points that have all of some properties. */
typedef struct Properties {
    const char *owner;
    ExprId head;      /* what they are: a kind, or any other set that is no place; NO_EXPR: men */
    const char *also; /* of also_words, beside a head; or NULL */
    ExprId where[4];  /* places */
    ExprId prey;      /* they attack it, or NO_EXPR */
    uint32_t n_where;
} Properties;

/* One of two heads is told beside the other, if it can be. */
static bool head_beside(const Voice *v, ExprId id, Properties *properties) {
    const char *own = also_words[node_of(v, id)->op];
    const char *other = also_words[node_of(v, properties->head)->op];
    if (properties->also || (!own && !other))
        return false;
    properties->also = own ? own : other;
    properties->head = own ? properties->head : id;
    return true;
}

/* False: there are two things that it may be. */
static bool properties_add(const Voice *v, ExprId id, Properties *properties) {
    const ExprNode *e = node_of(v, id);
    const char *owner = owner_of(v, e->op);
    if (e->op == EXPR_INTERSECT)
        return properties_add(v, e->a, properties) && properties_add(v, e->b, properties);
    if (is_place(v, id)) {
        if (properties->n_where == sizeof properties->where / sizeof properties->where[0])
            return false;
        properties->where[properties->n_where++] = id;
        return true;
    }
    if (owner) {
        bool first = !properties->owner;
        properties->owner = owner;
        return first;
    }
    ExprId *slot = e->op == EXPR_ATTACKERS ? &properties->prey : &properties->head;
    bool first = *slot == NO_EXPR;
    if (!first && slot == &properties->head)
        return head_beside(v, id, properties);
    *slot = e->op == EXPR_ATTACKERS ? e->a : id;
    return first;
}

static bool say_properties(const Voice *v, const Properties *properties, Sink *sink) {
    if (properties->also)
        sink_printf(sink, "%s ", properties->also);
    if (properties->head == NO_EXPR)
        sink_text(sink, properties->owner || properties->prey != NO_EXPR ? "men" : "points");
    else if (!say_set(v, properties->head, sink))
        return false;
    if (properties->owner)
        sink_printf(sink, " of %s", properties->owner);
    for (uint32_t i = 0; i < properties->n_where; i++) {
        sink_text(sink, i ? " and " : " ");
        if (!say_where(v, properties->where[i], sink))
            return false;
    }
    if (properties->prey == NO_EXPR)
        return true;
    sink_text(sink, " that attack ");
    return say_set(v, properties->prey, sink);
}

/* "A and not B", "A or B", "A among B". */
static bool say_pair(const Voice *v, const ExprNode *e, const char *between, Sink *sink) {
    if (!say_set(v, e->a, sink))
        return false;
    sink_text(sink, between);
    return say_set(v, e->b, sink);
}

/* "men of type rook of the other side on rank 8", else "X that are also Y". */
static bool say_intersection(const Voice *v, ExprId id, const ExprNode *e, Sink *sink) {
    Properties properties = {.head = NO_EXPR, .prey = NO_EXPR};
    if (!properties_add(v, id, &properties))
        return say_pair(v, e, " that are also ", sink);
    bool fits =
        properties.head == NO_EXPR || !properties.owner || is_kind(node_of(v, properties.head)->op);
    return fits ? say_properties(v, &properties, sink) : say_pair(v, e, " that are also ", sink);
}

/* "the man that moved last", "the men captured by the latest action". */
static bool say_latest(const Voice *v, const ExprNode *e, Sink *sink) {
    if (node_of(v, e->a)->op == EXPR_MOVER)
        return say(sink, "the man that moved last");
    return say_set(v, e->a, sink) && say(sink, " of the latest action");
}

/* ----------------------------------------------------------------------- points of lines */

/* Directions whose word says little by itself. */
static const char *direction_words(const Board *board, const ExprNode *e) {
    static const struct {
        const char *word, *phrase;
    } known[] = {{"f", "before"},          {"b", "behind"},         {"l", "to the left of"},
                 {"r", "to the right of"}, {"n", "north of"},       {"s", "south of"},
                 {"e", "east of"},         {"w", "west of"},        {"ne", "north-east of"},
                 {"nw", "north-west of"},  {"se", "south-east of"}, {"sw", "south-west of"},
                 {"u", "above"},           {"d", "below"}};
    uint32_t white = (uint32_t)e->value;
    const char *word =
        e->c == white ? geometry_word(board, white) : geometry_own_word(board, white);
    for (uint32_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(word, known[i].word) == 0)
            return known[i].phrase;
    return NULL;
}

/* A set that is named in a few words, so that no sentence is nested in another. */
static bool is_plain(const Voice *v, ExprId id) {
    const ExprNode *e = node_of(v, id);
    return (e->op == EXPR_LAST ? set_words[node_of(v, e->a)->op] : set_words[e->op]) ||
           is_kind(e->op) || owner_of(v, e->op);
}

/* A set of one point at most. */
static bool is_single(uint8_t op) {
    return op == EXPR_FROM || op == EXPR_TO || op == EXPR_MOVER || op == EXPR_AT ||
           op == EXPR_SELF || op == EXPR_PARTNER;
}

static bool say_shift(const Voice *v, const ExprNode *e, Sink *sink) {
    const char *where = direction_words(&v->rules->board, e);
    if (!where || !is_plain(v, e->a))
        return false;
    sink_printf(sink, "the point%s %s ", is_single(node_of(v, e->a)->op) ? "" : "s", where);
    return say_set(v, e->a, sink);
}

/* The words before, between and behind two plain sets. */
static bool say_of_plain(const Voice *v, const ExprNode *e, const char *before, const char *between,
                         Sink *sink) {
    if (!is_plain(v, e->a) || (between && !is_plain(v, e->b)))
        return false;
    sink_text(sink, before);
    return between ? say_pair(v, e, between, sink) : say_set(v, e->a, sink);
}

static bool say_set_inner(const Voice *v, ExprId id, Sink *sink) {
    const ExprNode *e = node_of(v, id);
    switch (e->op) {
    case EXPR_FRIENDS:
    case EXPR_ENEMIES:
        sink_printf(sink, "men of %s", owner_of(v, e->op));
        return true;
    case EXPR_TYPE_SET:
        sink_printf(sink, "men of type %s", phrase_title(&v->rules->types[e->value]));
        return true;
    case EXPR_MARK_SET:
        sink_printf(sink, "points marked %s", v->rules->marks[e->value].name);
        return true;
    case EXPR_CONST_SET:
        return say_points(v->rules, (SetId)e->value, sink);
    case EXPR_SIDE_SET:
        return say_zones(v, e, sink);
    case EXPR_WITHOUT:
        return say_pair(v, e, is_place(v, e->b) ? " not on " : " other than ", sink);
    case EXPR_COMPLEMENT:
        return say_of_plain(v, e, "anything other than ", NULL, sink);
    case EXPR_NEIGHBOURS:
        sink_text(sink, "the points around ");
        return say_set(v, e->a, sink);
    case EXPR_UNION:
        return say_pair(v, e, is_place(v, id) ? " or " : " and ", sink);
    case EXPR_INTERSECT:
        return say_intersection(v, id, e, sink);
    case EXPR_ATTACKERS:
        return say_of_plain(v, e, "men that attack ", NULL, sink);
    case EXPR_SHIFT:
        return say_shift(v, e, sink);
    case EXPR_BETWEEN:
        return say_of_plain(v, e, "the points between ", " and ", sink);
    case EXPR_FILE_OF:
        return say_of_plain(v, e, "the file of ", NULL, sink);
    case EXPR_RANK_OF:
        return say_of_plain(v, e, "the rank of ", NULL, sink);
    case EXPR_BEFORE:
        return say_set(v, e->a, sink) && say(sink, " before the action");
    case EXPR_LAST:
        return say_latest(v, e, sink);
    default:
        return say(sink, set_words[e->op]);
    }
}

bool say_set(const Voice *v, ExprId id, Sink *sink) {
    size_t length = sink->length;
    return said_or_back(sink, length, say_set_inner(v, id, sink));
}

/* --------------------------------------------------------------------- points of actions */

/* What a condition says of a point of the action: that it has all of the properties. */
typedef struct Claim {
    ExprId point; /* or either of two: `from | to` */
    ExprId is[4];
    uint32_t n_is;
} Claim;

static bool is_point(const Voice *v, const ExprNode *e) {
    bool either = e->op == EXPR_UNION && is_single(node_of(v, e->a)->op);
    return is_single(e->op) || e->op == EXPR_CAPTURED ||
           (either && is_single(node_of(v, e->b)->op)) ||
           (e->op == EXPR_SHIFT && is_single(node_of(v, e->a)->op));
}

/* The first point is what it is about. False: too many properties. */
static bool claim_add(const Voice *v, ExprId id, Claim *claim) {
    const ExprNode *e = node_of(v, id);
    if (e->op == EXPR_INTERSECT)
        return claim_add(v, e->a, claim) && claim_add(v, e->b, claim);
    if (claim->point == NO_EXPR && is_point(v, e)) {
        claim->point = id;
        return true;
    }
    if (claim->n_is == sizeof claim->is / sizeof claim->is[0])
        return false;
    claim->is[claim->n_is++] = id;
    return true;
}

/* "the point left or the point of arrival is ". */
static bool say_subject(const Voice *v, const Claim *claim, bool negated, Sink *sink) {
    const ExprNode *e = node_of(v, claim->point);
    bool of_type = node_of(v, claim->is[0])->op == EXPR_TYPE_SET;
    if (e->op == EXPR_CAPTURED)
        return say(sink, negated ? "no man captured is " : "a man captured is ");
    if (e->op == EXPR_UNION)
        sink_printf(sink, "%s%s %s %s", negated ? "neither " : "", set_words[node_of(v, e->a)->op],
                    negated ? "nor" : "or", set_words[node_of(v, e->b)->op]);
    else if (e->op == EXPR_FROM && of_type)
        sink_text(sink, set_words[EXPR_MOVER]); /* who stood on the point left */
    else if (!say_set(v, claim->point, sink))
        return false;
    return say(sink, negated && e->op != EXPR_UNION ? " is not " : " is ");
}

static bool say_property(const Voice *v, ExprId id, Sink *sink) {
    const ExprNode *e = node_of(v, id);
    if (e->op != EXPR_TYPE_SET)
        return say_where(v, id, sink);
    sink_printf(sink, "of type %s", phrase_title(&v->rules->types[e->value]));
    return true;
}

bool say_membership(const Voice *v, ExprId set, bool negated, Sink *sink) {
    Claim claim = {.point = NO_EXPR};
    if (!claim_add(v, set, &claim) || claim.point == NO_EXPR || claim.n_is == 0 ||
        (negated && claim.n_is > 1) || !say_subject(v, &claim, negated, sink))
        return false;
    for (uint32_t i = 0; i < claim.n_is; i++) {
        sink_text(sink, i ? " and " : "");
        if (!say_property(v, claim.is[i], sink))
            return false;
    }
    return true;
}
