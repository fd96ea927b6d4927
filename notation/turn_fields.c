#include "notation/turn_fields.h"

#include <string.h>

#include "base/diag.h"
#include "notation/last_field.h"
#include "notation/turn_rules.h"

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

static bool is_plain(const Rules *rules) {
    return rules->plain_turn || rules->n_own_steps == 0;
}

/* Is it the beginning of a turn, as the rules make it? */
static bool is_beginning(const Rules *rules, const State *state) {
    const StateFrame *frame = &state->frames[0];
    int32_t min, max;
    uint32_t step;
    if (state->n_frames != 1 || !state->fresh || frame->acted || frame->final || frame->done != 0)
        return false;
    return turn_first_step(rules, state, &step) && step == frame->step &&
           turn_numbers(rules, state, frame, &min, &max) && frame->min == min && frame->max == max;
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

static bool number_wanted(const TurnReader *r, TurnWord word) {
    Slice place = first_given(r);
    text_error_set(r->error, place.offset, place.offset + place.length,
                   "position text: `%s` is wanted, as in this game it depends on the position in "
                   "which the step began",
                   turn_words[word]);
    return false;
}

/* A number that a step cannot have at its beginning and no rule gives it later. */
static bool number_impossible(const TurnReader *r, const Asked *asked, TurnWord word, ExprId rule,
                              Slice part) {
    int32_t value;
    char known[60];
    Sink sink = sink_over(known, sizeof known);
    if (turn_value(asked, rule, &value))
        sink_printf(&sink, "; here it is %d", value);
    text_error_set(r->error, part.offset, part.offset + part.length,
                   "position text, `%s`: this step cannot have %.*s%s", turn_words[word],
                   slice_shown(part), part.text, known);
    return false;
}

/* min or max of a frame: given, or as the rules say where that can be told. */
static bool limit_read(const TurnReader *r, const StateFrame *frame, TurnWord word, uint32_t i,
                       int32_t *out) {
    const Asked asked = {.rules = r->rules, .state = r->state, .us = frame->owner};
    const Step *step = &r->rules->turn_steps[frame->step];
    bool is_min = word == TURN_MIN || word == REPLY_MIN;
    ExprId rule = is_min ? step->min : step->max;
    int64_t value = 0;
    Slice part;
    if (!given_part(r, word, i, &part))
        return turn_value(&asked, rule, out) || number_wanted(r, word);
    if (!number_take(r, word, i, INT32_MIN, INT32_MAX, &value))
        return false;
    *out = (int32_t)value;
    return turn_may_be(&asked, rule, *out) ||
           turn_number_becomes(r->rules, is_min ? TARGET_MIN : TARGET_MAX, *out, frame->done) ||
           number_impossible(r, &asked, word, rule, part);
}

static bool limits_read(const TurnReader *r, StateFrame *frame, bool reply, uint32_t i) {
    return limit_read(r, frame, reply ? REPLY_MIN : TURN_MIN, i, &frame->min) &&
           limit_read(r, frame, reply ? REPLY_MAX : TURN_MAX, i, &frame->max);
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

/* Does `final` fit? A step ends at its maximum or by `until`; the top one still goes on. */
static bool final_fits(const TurnReader *r, const StateFrame *frame, TurnWord word, uint32_t i,
                       bool top) {
    const Step *step = &r->rules->turn_steps[frame->step];
    const char *why = NULL;
    Slice part;
    if (!given_part(r, word, i, &part))
        return true;
    if (frame->final && top)
        why = "a step that is over and waits for no reply";
    else if (frame->final && frame->done < frame->max && step->until == NO_EXPR)
        why = "nothing ends this step before its maximum";
    else if (!frame->final && frame->done >= frame->max)
        why = "the step is over, as its maximum is reached";
    if (!why)
        return true;
    text_error_set(r->error, part.offset, part.offset + part.length, "position text, `%s`: %s",
                   turn_words[word], why);
    return false;
}

static bool frame_read(const TurnReader *r, uint32_t index, bool acted_before, bool top) {
    StateFrame *frame = &r->state->frames[index];
    bool reply = index > 0;
    uint32_t i = reply ? index - 1 : 0;
    TurnWord done_word = reply ? REPLY_DONE : TURN_DONE;
    int64_t done = 0;
    if (!number_take(r, done_word, i, 0, MAX_DONE, &done))
        return false;
    frame->done = (int32_t)done;
    if (!limits_read(r, frame, reply, i) || !done_fits(r, frame, done_word, top))
        return false;
    frame->acted = acted_before || done > 0;
    frame->final = done >= frame->max;
    TurnWord final_word = reply ? REPLY_FINAL : TURN_FINAL;
    return flag_take(r, reply ? REPLY_ACTED : TURN_ACTED, i, &frame->acted) &&
           flag_take(r, final_word, i, &frame->final) && final_fits(r, frame, final_word, i, top);
}

/* The turn's own frame. */
static bool bottom_read(const TurnReader *r) {
    const Rules *rules = r->rules;
    StateFrame *frame = &r->state->frames[0];
    uint32_t begins = 0;
    bool known = turn_first_step(rules, r->state, &begins) || rules->n_own_steps == 1;
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

/* The last of the list's names. */
static Slice top_reply(const TurnReader *r) {
    Slice name = {NULL, 0, 0};
    size_t at = 0;
    while (slice_next(r->fields->values[REPLY_NAMES], &at, &name))
        ;
    return name;
}

/* The reply that is open against the action it answers. */
static bool answer_fits(const TurnReader *r) {
    const State *state = r->state;
    Slice last = r->fields->values[TURN_LAST], name = top_reply(r);
    const StateFrame *top = &state->frames[state->n_frames - 1];
    if (top->done == 0 && !top->acted && state->last.side != top[-1].owner) {
        text_error_set(r->error, last.offset, last.offset + last.length,
                       "position text, `last`: `%.*s` answers an action of %s", slice_shown(name),
                       name.text, top[-1].owner == SIDE_WHITE ? "White's" : "Black's");
        return false;
    }
    if (!turn_never_opens(r->rules, state))
        return true;
    text_error_set(r->error, name.offset, name.offset + name.length,
                   "position text, `reply`: %.*s does not open `%.*s` by the rules; expected what "
                   "the action did, as in last=f4c7xc7 for a capture, or ,check ,offers_ep "
                   ",promotes behind it",
                   slice_shown(last), last.text, slice_shown(name), name.text);
    return false;
}

static bool latest_read(const TurnReader *r) {
    Slice value = r->fields->values[TURN_LAST];
    bool open = r->state->n_frames > 1;
    if (value.text)
        return last_field_read(r->rules, value, r->state, r->error) && (!open || answer_fits(r));
    if (!open || !r->rules->uses_last)
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
    bool known = turn_first_step(rules, state, &begins);
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
    int32_t min = 0, max = 0;
    switch (word) {
    case REPLY_DONE:
        *value = frame->done;
        return *value == 0;
    case REPLY_MIN:
        *value = frame->min;
        return turn_numbers(rules, state, frame, &min, &max) && *value == min;
    case REPLY_MAX:
        *value = frame->max;
        return turn_numbers(rules, state, frame, &min, &max) && *value == max;
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
    bool over = state->n_frames > 0 && state->frames[state->n_frames - 1].final;
    if (is_plain(rules) || over || is_beginning(rules, state)) /* over: nobody comes to act */
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
