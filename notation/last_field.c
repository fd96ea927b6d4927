#include "notation/last_field.h"

#include <string.h>

#include "interp/action.h"
#include "notation/ep_field.h"
#include "rules/expr_info.h"

static const char FIELD[] = "position text, `last`";

/* What the text says in words of the language. */
typedef struct LastWord {
    const char *word;
    uint8_t flag; /* ACTION_*, or 0 */
} LastWord;

static const LastWord words[] = {{"promotes", ACTION_PROMOTES}, {"offers_ep", ACTION_MAKES_EP}};
enum { N_WORDS = sizeof words / sizeof words[0] };

static uint8_t usual_side(const State *state) {
    if (state->n_frames > 1)
        return state->frames[state->n_frames - 2].owner;
    return state->fresh ? (uint8_t)(1 - state->turn_side) : state->turn_side;
}

/* ---------------------------------------------------------------------------- reading */

static bool refuse(Slice slice, const char *expected, TextError *error) {
    text_error_set(error, slice.offset, slice.offset + slice.length,
                   "%s: expected %s, found `%.*s`", FIELD, expected, slice_shown(slice),
                   slice.text);
    return false;
}

static PointId point_at(const Rules *rules, Slice slice, size_t begin, size_t end) {
    return point_find(&rules->board, slice.text + begin, end - begin);
}

/* TO, or TO and VICTIM parted by `parting`, from `begin` on. */
static bool arrival_read(const Rules *rules, Slice slice, size_t begin, char parting,
                         StateLast *last) {
    last->to = point_at(rules, slice, begin, slice.length);
    if (last->to != NO_POINT)
        return true;
    for (size_t k = begin + 1; k + 1 < slice.length; k++) {
        if (slice.text[k] != parting)
            continue;
        last->to = point_at(rules, slice, begin, k);
        last->victim = point_at(rules, slice, k + 1, slice.length);
        if (last->to != NO_POINT && last->victim != NO_POINT)
            return true;
    }
    return false;
}

static bool points_read(const Rules *rules, Slice slice, StateLast *last) {
    bool listed = rules->board.files == 0;
    for (size_t k = 1; k + 1 < slice.length; k++) {
        last->from = point_at(rules, slice, 0, k);
        if (last->from == NO_POINT || (listed && slice.text[k] != '-'))
            continue;
        if (arrival_read(rules, slice, listed ? k + 1 : k, listed ? '-' : 'x', last))
            return true;
    }
    return false;
}

static bool action_read(const Rules *rules, Slice slice, StateLast *last, TextError *error) {
    if (slice_is(slice, "pass"))
        last->kind = ACTION_PASS;
    else if (slice_is(slice, "--"))
        last->kind = ACTION_STOP;
    else if (slice.length > 1 && slice.text[0] == '@') { /* a drop; nothing reads its type */
        last->kind = ACTION_DROP;
        last->to = point_at(rules, slice, 1, slice.length);
        if (last->to == NO_POINT)
            return refuse(slice, "the point of a drop, as in @e4", error);
    } else if (!points_read(rules, slice, last))
        return refuse(slice,
                      rules->board.files == 0
                          ? "the points of an action, FROM-TO or FROM-TO-TAKEN"
                          : "the points of an action, as in e2e4, or in f4c7xc7 for a capture",
                      error);
    last->mover = last->to;
    if (last->victim != NO_POINT)
        last->flags |= last->victim == last->to ? ACTION_CAPTURES : ACTION_CAPTURES | ACTION_EP;
    return true;
}

/* A point, or `-` for none. */
static bool place_read(const Rules *rules, Slice slice, PointId *point, TextError *error) {
    *point = point_find(&rules->board, slice.text, slice.length);
    if (*point != NO_POINT || slice_is(slice, "-"))
        return true;
    return refuse(slice, "a point of the board", error);
}

static bool starts_with(Slice slice, const char *word) {
    size_t length = strlen(word);
    return slice.length > length && memcmp(slice.text, word, length) == 0;
}

/* partner/FROM/NOW of castling, put/FROM/NOW of a captured man put down again. */
static bool partner_read(const Rules *rules, Slice item, StateLast *last, TextError *error) {
    bool put = starts_with(item, "put/");
    size_t begin = strlen(put ? "put/" : "partner/");
    const char *slash = memchr(item.text + begin, '/', item.length - begin);
    if (slash == NULL)
        return refuse(item, "partner/FROM/NOW, as in partner/h1/f1", error);
    size_t middle = (size_t)(slash - item.text);
    if (!put)
        last->kind = ACTION_CASTLE;
    return place_read(rules, slice_part(item, begin, middle), &last->partner_from, error) &&
           place_read(rules, slice_part(item, middle + 1, item.length), &last->partner, error);
}

/* A further man that was captured. */
static bool took_read(const Rules *rules, Slice slice, StateLast *last, TextError *error) {
    if (last->n_more == MAX_CAPTURED - 1)
        return refuse(slice, "fewer captured men", error);
    return place_read(rules, slice, &last->more[last->n_more++], error);
}

static bool item_read(const Rules *rules, Slice item, StateLast *last, TextError *error) {
    for (size_t i = 0; i < N_WORDS; i++) {
        if (slice_is(item, words[i].word)) {
            last->flags |= words[i].flag;
            return true;
        }
    }
    if (slice_is(item, "check"))
        last->gave_check = true;
    else if (slice_is(item, "final"))
        last->final = true;
    else if (starts_with(item, "mover/"))
        return place_read(rules, slice_part(item, strlen("mover/"), item.length), &last->mover,
                          error);
    else if (slice_is(item, "locust"))
        last->flags &= (uint8_t)~ACTION_EP;
    else if (starts_with(item, "took/"))
        return took_read(rules, slice_part(item, strlen("took/"), item.length), last, error);
    else if (starts_with(item, "partner/") || starts_with(item, "put/"))
        return partner_read(rules, item, last, error);
    else
        return refuse(item,
                      "promotes, offers_ep, check, final, locust, took/POINT, put/FROM/NOW, "
                      "mover/POINT or partner/FROM/NOW",
                      error);
    return true;
}

static StateLast last_nothing(void) {
    return (StateLast){.from = NO_POINT,
                       .to = NO_POINT,
                       .victim = NO_POINT,
                       .mover = NO_POINT,
                       .partner = NO_POINT,
                       .partner_from = NO_POINT};
}

bool last_field_read(const Rules *rules, Slice value, State *state, TextError *error) {
    StateLast *last = &state->last;
    Slice part;
    size_t at = 0;
    *last = last_nothing();
    last->known = true;
    last->side = usual_side(state);
    slice_next(value, &at, &part);
    if (part.length > 2 && part.text[part.length - 2] == '/') {
        char side = part.text[part.length - 1];
        if (side != 'w' && side != 'b')
            return refuse(slice_part(part, part.length - 2, part.length), "/w or /b", error);
        last->side = side == 'w' ? SIDE_WHITE : SIDE_BLACK;
        part.length -= 2;
    }
    if (!action_read(rules, part, last, error))
        return false;
    while (slice_next(value, &at, &part))
        if (!item_read(rules, part, last, error))
            return false;
    return true;
}

/* ---------------------------------------------------------------------------- writing */

static const char *name_of(const Rules *rules, PointId point) {
    return point == NO_POINT ? "-" : rules->board.points[point].name;
}

/* A man captured in passing, without a right to take him e.p. */
static bool is_locust(const StateLast *last) {
    return last->victim != NO_POINT && last->victim != last->to && !(last->flags & ACTION_EP);
}

static void points_write(const Rules *rules, const StateLast *last, Sink *sink) {
    bool listed = rules->board.files == 0;
    sink_printf(sink, "%s%s%s", name_of(rules, last->from), listed ? "-" : "",
                name_of(rules, last->to));
    if (last->victim != NO_POINT)
        sink_printf(sink, "%s%s", listed ? "-" : "x", name_of(rules, last->victim));
}

static void action_write(const Rules *rules, const StateLast *last, Sink *sink) {
    if (last->kind == ACTION_PASS)
        sink_text(sink, "pass");
    else if (last->kind == ACTION_STOP)
        sink_text(sink, "--");
    else if (last->kind == ACTION_DROP)
        sink_printf(sink, "@%s", name_of(rules, last->to));
    else
        points_write(rules, last, sink);
}

void last_field_write(const Rules *rules, const State *state, Sink *sink) {
    const StateLast *last = &state->last;
    action_write(rules, last, sink);
    if (last->side != usual_side(state))
        sink_text(sink, last->side == SIDE_WHITE ? "/w" : "/b");
    for (size_t i = 0; i < N_WORDS; i++)
        if (last->flags & words[i].flag)
            sink_printf(sink, ",%s", words[i].word);
    if (last->gave_check)
        sink_text(sink, ",check");
    if (last->final)
        sink_text(sink, ",final");
    if (is_locust(last))
        sink_text(sink, ",locust");
    for (uint32_t i = 0; i < last->n_more; i++)
        sink_printf(sink, ",took/%s", name_of(rules, last->more[i]));
    if (last->partner_from != NO_POINT)
        sink_printf(sink, ",%s/%s/%s", last->kind == ACTION_CASTLE ? "partner" : "put",
                    name_of(rules, last->partner_from), name_of(rules, last->partner));
    if (last->mover != last->to)
        sink_printf(sink, ",mover/%s", name_of(rules, last->mover));
}

/* ------------------------------------------------------------------ what can be read of it */

bool last_equal(const StateLast *a, const StateLast *b) {
    if (!a->known || !b->known)
        return a->known == b->known;
    return a->side == b->side && a->kind == b->kind && a->flags == b->flags &&
           a->gave_check == b->gave_check && a->final == b->final && a->from == b->from &&
           a->to == b->to && a->victim == b->victim && a->mover == b->mover &&
           a->partner == b->partner && a->partner_from == b->partner_from &&
           a->n_more == b->n_more && memcmp(a->more, b->more, a->n_more * sizeof a->more[0]) == 0;
}

/* Places that read `last`: all of them, and those looked at only inside a reply, where it is
 * the action that the reply answers. */
typedef struct Readers {
    const Rules *rules;
    uint32_t all, in_replies;
    bool of[MAX_EXPR_NODES + 1]; /* of each node, operands included */
} Readers;

/* Operands come before their node. Inside `possible` and `perpetual` the word means another
 * action. */
static void readers_collect(Readers *readers) {
    for (uint32_t i = 1; i < readers->rules->n_exprs; i++) {
        const ExprNode *node = &readers->rules->exprs[i];
        bool reads = node->op == EXPR_LAST;
        for (uint32_t k = 0; k < expr_operands(node); k++)
            reads |= readers->of[expr_operand(node, k)];
        readers->of[i] = reads && node->op != EXPR_POSSIBLE && node->op != EXPR_PERPETUAL;
    }
}

static void count_root(void *context, ExprId root, RootPlace place, ExprType type) {
    Readers *readers = context;
    (void)place;
    (void)type;
    readers->all += readers->of[root] ? 1 : 0;
}

static void count_inside(Readers *readers, ExprId id) {
    readers->in_replies += readers->of[id] ? 1 : 0;
}

static void count_reply(Readers *readers, const Step *step) {
    const Rules *rules = readers->rules;
    count_inside(readers, step->until);
    count_inside(readers, step->actors);
    count_inside(readers, step->pass);
    for (uint32_t i = 0; i < step->n_tiers; i++) {
        const Tier *tier = &rules->tiers[step->first_tier + i];
        count_inside(readers, tier->where);
        for (uint32_t k = 0; k < tier->n_numbers; k++)
            count_inside(readers, rules->tier_exprs[tier->first_number + k]);
        for (uint32_t k = 0; k < tier->n_per; k++)
            count_inside(readers, rules->tier_exprs[tier->first_per + k]);
    }
    for (uint32_t i = 0; i < step->effects.count; i++) {
        const Effect *effect = &rules->effects[step->effects.first + i];
        count_inside(readers, effect->when);
        count_inside(readers, effect->a);
        count_inside(readers, effect->b);
    }
}

bool last_is_read(const Rules *rules, const State *state) {
    if (!rules->uses_last || !state->last.known)
        return false;
    if (state->n_frames > 1)
        return true;
    Readers readers = {.rules = rules};
    readers_collect(&readers);
    expr_roots(rules, count_root, &readers);
    for (uint32_t i = rules->n_own_steps; i < rules->n_turn_steps; i++)
        count_reply(&readers, &rules->turn_steps[i]);
    return readers.all > readers.in_replies;
}
