#include "notation/turn_fields.h"

#include <string.h>

#include "base/diag.h"
#include "notation/last_field.h"

enum { MAX_DONE = 1000000000 };

const char *const turn_words[N_TURN_WORDS] = {[TURN_STEP] = "step",
                                              [TURN_DONE] = "done",
                                              [TURN_MIN] = "min",
                                              [TURN_MAX] = "max",
                                              [TURN_ACTED] = "turn.acted",
                                              [TURN_FRESH] = "turn.fresh",
                                              [TURN_FINAL] = "turn.final",
                                              [REPLY_NAMES] = "reply",
                                              [REPLY_DONE] = "reply.done",
                                              [REPLY_MIN] = "reply.min",
                                              [REPLY_MAX] = "reply.max",
                                              [REPLY_ACTED] = "reply.acted",
                                              [REPLY_FINAL] = "reply.final",
                                              [TURN_LAST] = "last"};

/* -------------------------------------------------------------- what the rules say at once */

static int64_t saturated(int64_t value) {
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value;
}

static bool compare(uint8_t op, int64_t a, int64_t b, int64_t *value) {
    switch (op) {
    case EXPR_EQUAL:
        *value = a == b;
        return true;
    case EXPR_UNEQUAL:
        *value = a != b;
        return true;
    case EXPR_LESS:
        *value = a < b;
        return true;
    case EXPR_LESS_EQUAL:
        *value = a <= b;
        return true;
    case EXPR_GREATER:
        *value = a > b;
        return true;
    case EXPR_GREATER_EQUAL:
        *value = a >= b;
        return true;
    default:
        return false;
    }
}

static bool combine(uint8_t op, int64_t a, int64_t b, int64_t *value) {
    switch (op) {
    case EXPR_ADD:
        *value = saturated(a + b);
        return true;
    case EXPR_SUBTRACT:
        *value = saturated(a - b);
        return true;
    case EXPR_MULTIPLY:
        *value = saturated(a * b);
        return true;
    case EXPR_DIVIDE:
        *value = b > 0 ? a / b : 0;
        return a >= 0 && b >= 0;
    case EXPR_REMAINDER:
        *value = b > 0 ? a % b : 0;
        return a >= 0 && b >= 0;
    case EXPR_AND:
        *value = a != 0 && b != 0;
        return true;
    case EXPR_OR:
        *value = a != 0 || b != 0;
        return true;
    default:
        return compare(op, a, b, value);
    }
}

static bool is_pair(uint8_t op) {
    return op == EXPR_ADD || op == EXPR_SUBTRACT || op == EXPR_MULTIPLY || op == EXPR_DIVIDE ||
           op == EXPR_REMAINDER || op == EXPR_AND || op == EXPR_OR ||
           (op >= EXPR_EQUAL && op <= EXPR_GREATER_EQUAL);
}

/* Owners whose men a set holds, all of them: bit 0 White's, bit 1 Black's. False for others. */
static bool owners_of(const Rules *rules, ExprId id, uint8_t us, unsigned *owners) {
    const ExprNode *node = &rules->exprs[id];
    unsigned a, b;
    switch (node->op) {
    case EXPR_FRIENDS:
        *owners = 1u << us;
        return true;
    case EXPR_ENEMIES:
        *owners = 2u >> us;
        return true;
    case EXPR_WHITE:
        *owners = 1;
        return true;
    case EXPR_BLACK:
        *owners = 2;
        return true;
    case EXPR_INTERSECT:
        if (!owners_of(rules, node->a, us, &a) || !owners_of(rules, node->b, us, &b))
            return false;
        *owners = a & b;
        return true;
    default:
        return false;
    }
}

static bool some_man(const Rules *rules, const State *state, unsigned owners) {
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        const Man *man = &state->men[p];
        if (man->type != NO_TYPE && man->owner <= SIDE_BLACK && (owners >> man->owner & 1u))
            return true;
    }
    return false;
}

/* Whose frame it is, in which position. */
typedef struct Asked {
    const Rules *rules;
    const State *state;
    uint8_t us;
} Asked;

static bool value_of(const Asked *asked, ExprId id, int64_t *value);

static bool values_of(const Asked *asked, const ExprNode *node, int64_t *a, int64_t *b) {
    return value_of(asked, node->a, a) && value_of(asked, node->b, b);
}

/* The value of a number or condition that the turn's number and the sides decide; false for
 * others. Depth is that of expressions. */
static bool value_of(const Asked *asked, ExprId id, int64_t *value) {
    const ExprNode *node = &asked->rules->exprs[id];
    unsigned owners;
    int64_t a, b;
    switch (node->op) {
    case EXPR_CONST_NUM:
    case EXPR_CONST_COND:
        *value = node->value;
        return true;
    case EXPR_TURN:
        *value = asked->state->turn;
        return true;
    case EXPR_NONEMPTY:
        if (!owners_of(asked->rules, node->a, asked->us, &owners))
            return false;
        *value = some_man(asked->rules, asked->state, owners);
        return true;
    case EXPR_NOT:
        if (!value_of(asked, node->a, &a))
            return false;
        *value = !a;
        return true;
    case EXPR_IF:
        return value_of(asked, node->a, &a) && value_of(asked, a ? node->b : node->c, value);
    default:
        return is_pair(node->op) && values_of(asked, node, &a, &b) &&
               combine(node->op, a, b, value);
    }
}

static bool is_plain(const Rules *rules) {
    return rules->plain_turn || rules->n_own_steps == 0;
}

/* The step with which a turn begins. False when that cannot be told. */
static bool first_step(const Rules *rules, const State *state, uint32_t *step) {
    const Asked asked = {rules, state, state->turn_side};
    for (*step = 0; *step < rules->n_own_steps; ++*step) {
        ExprId when = rules->turn_steps[*step].when;
        int64_t begins = 1;
        if (when != NO_EXPR && !value_of(&asked, when, &begins))
            return false;
        if (begins)
            return true;
    }
    return false;
}

/* What the rules say of a frame's numbers. */
static bool numbers_of(const Rules *rules, const State *state, const StateFrame *frame,
                       int64_t *min, int64_t *max) {
    const Asked asked = {rules, state, frame->owner};
    const Step *step = &rules->turn_steps[frame->step];
    return value_of(&asked, step->min, min) && value_of(&asked, step->max, max);
}

/* Is it the beginning of a turn, as the rules make it? */
static bool is_beginning(const Rules *rules, const State *state) {
    const StateFrame *frame = &state->frames[0];
    int64_t min, max;
    uint32_t step;
    if (state->n_frames != 1 || !state->fresh || frame->acted || frame->final || frame->done != 0)
        return false;
    return first_step(rules, state, &step) && step == frame->step &&
           numbers_of(rules, state, frame, &min, &max) && frame->min == min && frame->max == max;
}

/* ---------------------------------------------------------------------------- reading */

bool turn_fields_take(TurnFields *fields, Slice name, Slice value) {
    for (uint32_t i = 0; i < N_TURN_WORDS; i++) {
        if (slice_is(name, turn_words[i])) {
            fields->values[i] = value;
            return true;
        }
    }
    return false;
}

typedef struct TurnReader {
    const Rules *rules;
    const TurnFields *fields;
    State *state;
    TextError *error;
} TurnReader;

static bool is_given(const TurnReader *r, TurnWord word) {
    return r->fields->values[word].text != NULL;
}

/* The i-th of a list's values; false where it is not given or `-`. */
static bool given_part(const TurnReader *r, TurnWord word, uint32_t i, Slice *part) {
    size_t at = 0;
    if (!is_given(r, word))
        return false;
    for (uint32_t k = 0; slice_next(r->fields->values[word], &at, part); k++)
        if (k == i)
            return !slice_is(*part, "-");
    return false;
}

/* A number of a frame, if given. */
static bool number_take(const TurnReader *r, TurnWord word, uint32_t i, int64_t low, int64_t high,
                        int64_t *value) {
    Slice part;
    char where[32];
    Sink sink = sink_over(where, sizeof where);
    if (!given_part(r, word, i, &part))
        return true;
    sink_printf(&sink, "`%s`", turn_words[word]);
    return slice_number(part, where, low, high, value, r->error);
}

static bool flag_take(const TurnReader *r, TurnWord word, uint32_t i, bool *flag) {
    int64_t value = *flag;
    if (!number_take(r, word, i, 0, 1, &value))
        return false;
    *flag = value != 0;
    return true;
}

/* Complains at the word's value, or at the first one given of others. */
static bool refuse_at(const TurnReader *r, Slice place, const char *message) {
    text_error_set(r->error, place.offset, place.offset + place.length, "%s", message);
    return false;
}

static Slice first_given(const TurnReader *r) {
    for (uint32_t i = 0; i < N_TURN_WORDS; i++)
        if (is_given(r, (TurnWord)i))
            return r->fields->values[i];
    return (Slice){NULL, 0, 0};
}

/* min and max of a frame: given, or as the rules say where that can be told. */
static bool limits_read(const TurnReader *r, StateFrame *frame, bool reply, uint32_t i) {
    const Asked asked = {r->rules, r->state, frame->owner};
    const Step *step = &r->rules->turn_steps[frame->step];
    TurnWord words[] = {reply ? REPLY_MIN : TURN_MIN, reply ? REPLY_MAX : TURN_MAX};
    ExprId rules[] = {step->min, step->max};
    int64_t values[] = {0, 0};
    Slice part;
    for (uint32_t k = 0; k < 2; k++) {
        if (!given_part(r, words[k], i, &part) && !value_of(&asked, rules[k], &values[k])) {
            Slice place = first_given(r);
            text_error_set(r->error, place.offset, place.offset + place.length,
                           "position text: `%s` is wanted, as in this game it depends on the "
                           "position in which the step began",
                           turn_words[words[k]]);
            return false;
        }
        if (!number_take(r, words[k], i, INT32_MIN, INT32_MAX, &values[k]))
            return false;
    }
    frame->min = (int32_t)values[0];
    frame->max = (int32_t)values[1];
    return true;
}

/* A step is over when as many actions were made as it has at most; the one that is over can
 * still be waiting for the replies above it. */
static bool done_fits(const TurnReader *r, const StateFrame *frame, TurnWord word, bool top) {
    Slice place = is_given(r, word) ? r->fields->values[word] : first_given(r);
    if (frame->done < frame->max || (frame->done == frame->max && !top))
        return true;
    text_error_set(r->error, place.offset, place.offset + place.length,
                   "position text, `%s`: %d action%s made of at most %d%s", turn_words[word],
                   frame->done, frame->done == 1 ? "" : "s", frame->max,
                   frame->done == frame->max ? ": this step would be over" : "");
    return false;
}

static bool frame_read(const TurnReader *r, uint32_t index, bool acted_before, bool top) {
    StateFrame *frame = &r->state->frames[index];
    bool reply = index > 0;
    uint32_t i = reply ? index - 1 : 0;
    TurnWord done_word = reply ? REPLY_DONE : TURN_DONE;
    int64_t done = 0;
    if (!number_take(r, done_word, i, 0, MAX_DONE, &done) || !limits_read(r, frame, reply, i))
        return false;
    frame->done = (int32_t)done;
    if (!done_fits(r, frame, done_word, top))
        return false;
    frame->acted = acted_before || done > 0;
    frame->final = done >= frame->max;
    return flag_take(r, reply ? REPLY_ACTED : TURN_ACTED, i, &frame->acted) &&
           flag_take(r, reply ? REPLY_FINAL : TURN_FINAL, i, &frame->final);
}

/* The turn's own frame. */
static bool bottom_read(const TurnReader *r) {
    const Rules *rules = r->rules;
    StateFrame *frame = &r->state->frames[0];
    uint32_t begins = 0;
    bool known = first_step(rules, r->state, &begins) || rules->n_own_steps == 1;
    int64_t step = (int64_t)(known && begins < rules->n_own_steps ? begins : 0) + 1;
    if (!is_given(r, TURN_STEP) && !known)
        return refuse_at(r, first_given(r),
                         "position text: `step` is wanted, as in this game the position decides "
                         "with which step a turn begins");
    if (!number_take(r, TURN_STEP, 0, 1, rules->n_own_steps, &step))
        return false;
    *frame = (StateFrame){.owner = r->state->turn_side, .step = (uint8_t)(step - 1)};
    bool replies = is_given(r, REPLY_NAMES);
    bool later = known && frame->step > begins;
    r->state->n_frames = 1;
    if (!frame_read(r, 0, replies || later, !replies))
        return false;
    r->state->fresh = !frame->acted;
    return flag_take(r, TURN_FRESH, 0, &r->state->fresh);
}

/* The reply named so among those of a step, or NO_INDEX. */
static uint32_t reply_find(const Rules *rules, const Step *step, Slice name) {
    for (uint32_t i = 0; i < step->n_replies; i++)
        if (slice_is(name, rules->turn_steps[step->first_reply + i].name))
            return step->first_reply + i;
    return NO_INDEX;
}

static bool reply_unknown(const TurnReader *r, const Step *step, Slice name) {
    const char *names[MAX_TURN_STEPS];
    char list[200];
    Sink sink = sink_over(list, sizeof list);
    for (uint32_t i = 0; i < step->n_replies; i++) {
        names[i] = r->rules->turn_steps[step->first_reply + i].name;
        sink_printf(&sink, "%s`%s`", i == 0 ? "" : ", ", names[i]);
    }
    const char *nearest = word_nearest(name.text, name.length, names, step->n_replies);
    if (step->n_replies == 0)
        sink_text(&sink, "none");
    text_error_set(r->error, name.offset, name.offset + name.length,
                   "position text, `reply`: no rule opens a reply `%.*s` %s; those it can open: "
                   "%s%s%s%s",
                   slice_shown(name), name.text,
                   step->name ? "inside the one before it" : "in this step", list,
                   nearest ? "; did you mean `" : "", nearest ? nearest : "", nearest ? "`?" : "");
    return false;
}

static uint32_t parts_of(Slice value) {
    Slice part;
    size_t at = 0;
    uint32_t n = 0;
    while (value.text && slice_next(value, &at, &part))
        n++;
    return n;
}

static bool replies_read(const TurnReader *r) {
    State *state = r->state;
    Slice names = r->fields->values[REPLY_NAMES], name;
    size_t at = 0;
    uint32_t total = parts_of(names);
    if (total >= MAX_FRAMES)
        return refuse_at(r, names, "position text, `reply`: replies deeper than any game's");
    while (names.text && slice_next(names, &at, &name)) {
        const StateFrame *below = &state->frames[state->n_frames - 1];
        const Step *step = &r->rules->turn_steps[below->step];
        uint32_t found = reply_find(r->rules, step, name);
        if (found == NO_INDEX)
            return reply_unknown(r, step, name);
        uint8_t owner =
            r->rules->turn_steps[found].by_us ? below->owner : (uint8_t)(1 - below->owner);
        uint32_t index = state->n_frames++;
        state->frames[index] = (StateFrame){.owner = owner, .step = (uint8_t)found};
        state->side = owner;
        if (!frame_read(r, index, index < total, index == total))
            return false;
    }
    return true;
}

/* Words about replies where none is open, or about more replies than are open. */
static bool counts_fit(const TurnReader *r) {
    uint32_t total = parts_of(r->fields->values[REPLY_NAMES]);
    for (uint32_t i = REPLY_DONE; i <= REPLY_FINAL; i++) {
        Slice value = r->fields->values[i];
        if (parts_of(value) > total) {
            text_error_set(r->error, value.offset, value.offset + value.length,
                           "position text, `%s`: more values than `reply` has names",
                           turn_words[i]);
            return false;
        }
    }
    return true;
}

static bool latest_read(const TurnReader *r) {
    Slice value = r->fields->values[TURN_LAST];
    if (value.text)
        return last_field_read(r->rules, value, r->state, r->error);
    if (r->state->n_frames < 2 || !r->rules->uses_last)
        return true;
    return refuse_at(r, r->fields->values[REPLY_NAMES],
                     "position text, `reply`: say which action is answered, as in last=f4c7xc7");
}

static bool any_given(const TurnReader *r) {
    for (uint32_t i = 0; i < N_TURN_WORDS; i++)
        if (i != TURN_LAST && is_given(r, (TurnWord)i))
            return true;
    return false;
}

/* In games of single actions the numbers are always the same. */
static bool plain_read(const TurnReader *r) {
    int64_t step = 1, done = 0, min = 1, max = 1;
    if (is_given(r, REPLY_NAMES))
        return refuse_at(r, r->fields->values[REPLY_NAMES],
                         "position text, `reply`: no rule of this game opens a reply");
    return number_take(r, TURN_STEP, 0, 1, 1, &step) && number_take(r, TURN_DONE, 0, 0, 0, &done) &&
           number_take(r, TURN_MIN, 0, 1, 1, &min) && number_take(r, TURN_MAX, 0, 1, 1, &max);
}

bool turn_fields_read(const Rules *rules, const TurnFields *fields, State *state,
                      TextError *error) {
    const TurnReader reader = {rules, fields, state, error};
    state->n_frames = 0;
    state->fresh = true;
    state->turn_side = state->side;
    if (!counts_fit(&reader))
        return false;
    if (is_plain(rules))
        return plain_read(&reader) && latest_read(&reader);
    if (any_given(&reader) && (!bottom_read(&reader) || !replies_read(&reader)))
        return false;
    return latest_read(&reader);
}

/* ---------------------------------------------------------------------------- writing */

static void flag_write(TurnWord word, bool flag, bool usual, Sink *sink) {
    if (flag != usual)
        sink_printf(sink, " %s=%d", turn_words[word], flag);
}

void turn_numbers_write(const Rules *rules, const State *state, Sink *sink) {
    const StateFrame *frame = &state->frames[0];
    uint32_t begins;
    if (state->n_frames == 0)
        return;
    bool known = first_step(rules, state, &begins);
    bool later = known && frame->step > begins;
    if (rules->n_own_steps > 1)
        sink_printf(sink, " step=%d", frame->step + 1);
    sink_printf(sink, " done=%d min=%d max=%d", frame->done, frame->min, frame->max);
    flag_write(TURN_ACTED, frame->acted, frame->done > 0 || state->n_frames > 1 || later, sink);
    flag_write(TURN_FRESH, state->fresh, !frame->acted, sink);
    flag_write(TURN_FINAL, frame->final, frame->done >= frame->max, sink);
}

/* What a word of an open reply says, and what it is where the word is left out. */
static bool reply_value(const Rules *rules, const State *state, TurnWord word, uint32_t index,
                        int64_t *value) {
    const StateFrame *frame = &state->frames[index];
    bool above = index + 1u < state->n_frames;
    int64_t min = 0, max = 0;
    switch (word) {
    case REPLY_DONE:
        *value = frame->done;
        return *value == 0;
    case REPLY_MIN:
        *value = frame->min;
        return numbers_of(rules, state, frame, &min, &max) && *value == min;
    case REPLY_MAX:
        *value = frame->max;
        return numbers_of(rules, state, frame, &min, &max) && *value == max;
    case REPLY_ACTED:
        *value = frame->acted;
        return frame->acted == (above || frame->done > 0);
    default:
        *value = frame->final;
        return frame->final == (frame->done >= frame->max);
    }
}

/* The values of all open replies, if one of them is not the usual one. */
static void reply_word_write(const Rules *rules, const State *state, TurnWord word, Sink *sink) {
    bool usual = true;
    int64_t value;
    for (uint32_t i = 1; i < state->n_frames; i++)
        usual &= reply_value(rules, state, word, i, &value);
    for (uint32_t i = 1; !usual && i < state->n_frames; i++) {
        reply_value(rules, state, word, i, &value);
        if (i == 1)
            sink_printf(sink, " %s=", turn_words[word]);
        sink_printf(sink, "%s%lld", i == 1 ? "" : ",", (long long)value);
    }
}

void turn_replies_write(const Rules *rules, const State *state, Sink *sink) {
    for (uint32_t i = 1; i < state->n_frames; i++)
        sink_printf(sink, "%s%s", i == 1 ? " reply=" : ",",
                    rules->turn_steps[state->frames[i].step].name);
    for (uint32_t word = REPLY_DONE; state->n_frames > 1 && word <= REPLY_FINAL; word++)
        reply_word_write(rules, state, (TurnWord)word, sink);
    if (!state->last.known)
        return;
    sink_text(sink, " last=");
    last_field_write(rules, state, sink);
}

/* --------------------------------------------------------------------------- equality */

void turn_canonical(const Rules *rules, State *state) {
    if (is_plain(rules) || is_beginning(rules, state))
        state->n_frames = 0;
    if (state->n_frames == 0) {
        state->turn_side = state->side;
        state->fresh = true;
    }
    for (uint32_t i = state->n_frames; i < MAX_FRAMES; i++)
        memset(&state->frames[i], 0, sizeof state->frames[i]);
    if (!last_is_read(rules, state))
        memset(&state->last, 0, sizeof state->last);
}

static bool frame_equal(const StateFrame *a, const StateFrame *b) {
    return a->owner == b->owner && a->step == b->step && a->acted == b->acted &&
           a->final == b->final && a->done == b->done && a->min == b->min && a->max == b->max;
}

bool turn_equal(const State *a, const State *b) {
    if (a->turn_side != b->turn_side || a->n_frames != b->n_frames || a->fresh != b->fresh)
        return false;
    for (uint32_t i = 0; i < a->n_frames; i++)
        if (!frame_equal(&a->frames[i], &b->frames[i]))
            return false;
    return last_equal(&a->last, &b->last);
}
