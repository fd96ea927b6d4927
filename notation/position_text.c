#include "notation/position_text.h"

#include <string.h>

#include "base/diag.h"
#include "notation/castling_field.h"
#include "notation/ep_field.h"
#include "notation/hand_field.h"
#include "notation/slice.h"
#include "notation/turn_fields.h"
#include "rules/placement.h"

enum { MAX_MOVE_NUMBER = 1000000000, NAMES_MAX = 5 + N_TURN_WORDS + MAX_COUNTERS + MAX_MARKS };

typedef struct Reader {
    const Rules *rules;
    State *state;
    TextError *error;
    Slice ep_field; /* read last, as the side to act decides; nothing when `ep` overrules it */
    TurnFields turn;
} Reader;

static bool bounded_read(const Reader *r, Slice slice, const char *where, int64_t low, int64_t high,
                         int64_t *value) {
    return slice_number(slice, where, low, high, value, r->error);
}

/* ------------------------------------------------------------------------- six fields */

/* In games without them a text blocks no point. */
static bool blocks_allowed(const Reader *r, Slice slice) {
    const Rules *rules = r->rules;
    for (uint32_t p = 0; p < rules->board.n_points && !rules->has_blocks; p++) {
        if (!man_is_blocked(&r->state->men[p]))
            continue;
        size_t at = 0;
        while (at < slice.length && slice.text[at] != '#' && slice.text[at] != '*')
            at++;
        text_error_set(r->error, slice.offset + at, slice.offset + at + 1,
                       "position text, field 1 (placement): `%c` blocks a point, and in this game "
                       "none can be; expected a piece's letter or a number of empty points",
                       slice.text[at]);
        return false;
    }
    return true;
}

static bool placement_field(Reader *r, Slice slice) {
    const Rules *rules = r->rules;
    PlacementError error;
    Slice hands;
    memset(&error, 0, sizeof error);
    hand_field_part(rules, slice, &slice, &hands);
    hand_field_default(rules, r->state);
    if (placement_read(&rules->board, rules->types, rules->n_types, slice.text, slice.length,
                       r->state->men, &error)) {
        if (!blocks_allowed(r, slice))
            return false;
        base_marks_read(rules, r->state);
        castling_field_default(rules, r->state);
        return !hands.text || hand_field_read(rules, hands, r->state, r->error);
    }
    text_error_set(r->error, slice.offset + error.begin, slice.offset + error.end,
                   "position text, field 1 (placement): %s%s%s", error.message,
                   error.expected[0] ? "; expected " : "", error.expected);
    return false;
}

static bool side_field(Reader *r, Slice slice) {
    if (!slice_is(slice, "w") && !slice_is(slice, "b")) {
        text_error_set(r->error, slice.offset, slice.offset + slice.length,
                       "position text, field 2 (side to act): expected `w` or `b`, found `%.*s`",
                       slice_shown(slice), slice.text);
        return false;
    }
    r->state->side = slice.text[0] == 'w' ? SIDE_WHITE : SIDE_BLACK;
    r->state->turn_side = r->state->side;
    r->state->turn = r->state->side == SIDE_WHITE ? 1 : 2;
    return true;
}

static bool castling_field(Reader *r, Slice slice) {
    return castling_field_read(r->rules, slice.text, slice.length, slice.offset, r->state,
                               r->error);
}

static bool ep_field(Reader *r, Slice slice) {
    r->ep_field = slice;
    return true;
}

/* The counter of the half-move field, or NULL. */
static const Counter *fen_counter(const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_counters; i++)
        if (rules->counters[i].in_fen)
            return &rules->counters[i];
    return NULL;
}

static bool counter_field(Reader *r, Slice slice) {
    const Counter *counter = fen_counter(r->rules);
    int64_t value;
    if (slice_is(slice, "-"))
        return true;
    if (!bounded_read(r, slice, "field 5 (half-moves)", 0, INT32_MAX, &value))
        return false;
    if (counter != NULL)
        r->state->counters[counter - r->rules->counters][0] = (int32_t)value;
    return true;
}

static uint32_t turn_of_move(int64_t number, uint8_t side) {
    int64_t from_one = number > 0 ? number : 1; /* some programs count from 0 */
    return (uint32_t)(2 * (from_one - 1) + 1 + (side == SIDE_BLACK ? 1 : 0));
}

static bool number_field(Reader *r, Slice slice) {
    int64_t value;
    if (slice_is(slice, "-"))
        return true;
    if (!bounded_read(r, slice, "field 6 (move number)", 0, MAX_MOVE_NUMBER, &value))
        return false;
    r->state->turn = turn_of_move(value, r->state->side);
    return true;
}

typedef bool FieldReader(Reader *r, Slice slice);

static FieldReader *const fields[] = {placement_field, side_field,    castling_field,
                                      ep_field,        counter_field, number_field};

enum { N_FIELDS = sizeof fields / sizeof fields[0] };

/* ----------------------------------------------------------------------- named values */

/* Cuts `/w`, `/b` or `/wb` from the end: bit 0 white, bit 1 black; 0 when there is none. */
static unsigned setter_cut(Slice *slice) {
    for (size_t k = 2; k <= 3 && k < slice->length; k++) {
        const char *end = slice->text + slice->length - k;
        if (end[0] != '/')
            continue;
        slice->length -= k;
        return k == 3 ? 3u : end[1] == 'w' ? 1u : end[1] == 'b' ? 2u : 0u;
    }
    return 0;
}

static bool point_read(const Reader *r, Slice slice, const char *name, PointId *point) {
    *point = point_find(&r->rules->board, slice.text, slice.length);
    if (*point != NO_POINT)
        return true;
    text_error_set(r->error, slice.offset, slice.offset + slice.length,
                   "position text, `%s`: `%.*s` is no point of the board", name, slice_shown(slice),
                   slice.text);
    return false;
}

/* Who set a mark where the text does not tell. */
static unsigned usual_setter(const Rules *rules, const State *state, uint32_t mark,
                             uint32_t point) {
    const Mark *m = &rules->marks[mark];
    uint8_t owner = state->men[point].owner;
    if (m->on_piece && state->men[point].type != NO_TYPE && owner <= SIDE_BLACK)
        return 1u << owner;
    return 1u << (m->until == UNTIL_ANSWER ? 1 - state->turn_side : state->turn_side);
}

static bool mark_point(Reader *r, uint32_t mark, Slice slice) {
    State *state = r->state;
    PointId p;
    unsigned setters = setter_cut(&slice);
    if (!point_read(r, slice, r->rules->marks[mark].name, &p))
        return false;
    if (r->rules->marks[mark].on_piece && state->men[p].type == NO_TYPE) {
        text_error_set(r->error, slice.offset, slice.offset + slice.length,
                       "position text, `%s`: no man stands on %s", r->rules->marks[mark].name,
                       r->rules->board.points[p].name);
        return false;
    }
    if (setters == 0)
        setters = usual_setter(r->rules, state, mark, p);
    uint16_t *bits = r->rules->marks[mark].on_piece ? state->men[p].marks : state->point_marks[p];
    for (unsigned side = 0; side < 2; side++)
        if (setters & (1u << side))
            bits[side] = (uint16_t)(bits[side] | (1u << mark));
    return true;
}

static bool mark_value(Reader *r, uint32_t mark, Slice value) {
    size_t at = 0;
    Slice part;
    if (slice_is(value, "-"))
        return true;
    while (slice_next(value, &at, &part))
        if (!mark_point(r, mark, part))
            return false;
    return true;
}

static bool counter_value(Reader *r, uint32_t index, Slice value) {
    const Counter *counter = &r->rules->counters[index];
    unsigned setter = setter_cut(&value);
    size_t at = 0;
    Slice part;
    uint32_t n = 0, wanted = counter->per_side ? 2 : 1;
    while (slice_next(value, &at, &part)) {
        int64_t number;
        if (n == wanted)
            break;
        if (!bounded_read(r, part, counter->name, INT32_MIN, INT32_MAX, &number))
            return false;
        r->state->counters[index][n++] = (int32_t)number;
    }
    if (n < wanted || at <= value.length) {
        text_error_set(r->error, value.offset, value.offset + value.length,
                       "position text, `%s`: expected %s", counter->name,
                       wanted == 2 ? "two numbers, White's and Black's: 1,2" : "one number");
        return false;
    }
    if (setter != 0)
        r->state->counter_setter[index] = setter == 1u ? SIDE_WHITE : SIDE_BLACK;
    return true;
}

static bool unmoved_value(Reader *r, Slice value) {
    size_t at = 0;
    Slice part;
    for (uint32_t p = 0; p < r->rules->board.n_points; p++)
        r->state->men[p].unmoved = false;
    if (slice_is(value, "-"))
        return true;
    while (slice_next(value, &at, &part)) {
        PointId p;
        if (!point_read(r, part, "unmoved", &p))
            return false;
        r->state->men[p].unmoved = true;
    }
    return true;
}

static bool turn_value(Reader *r, Slice value) {
    int64_t number;
    if (!bounded_read(r, value, "`turn`", 1, MAX_MOVE_NUMBER, &number))
        return false;
    r->state->turn = (uint32_t)number;
    return true;
}

static bool result_value(Reader *r, Slice value) {
    if (slice_is(value, "stuck")) {
        r->state->result = RESULT_STUCK;
        return true;
    }
    int64_t number;
    if (!bounded_read(r, value, "`result`", 0, 100, &number))
        return false;
    r->state->result = (uint8_t)number;
    return true;
}

static bool ep_value(Reader *r, Slice value) {
    r->ep_field = (Slice){NULL, 0, 0};
    return ep_value_read(r->rules, value.text, value.length, value.offset, r->state, r->error);
}

static bool unknown_name(Reader *r, Slice name) {
    const char *words[NAMES_MAX] = {"turn", "ep", "unmoved", "result", "base"};
    size_t n = 5;
    for (uint32_t i = 0; i < N_TURN_WORDS; i++)
        words[n++] = turn_words[i];
    for (uint32_t i = 0; i < r->rules->n_counters; i++)
        words[n++] = r->rules->counters[i].name;
    for (uint32_t i = 0; i < r->rules->n_marks; i++)
        words[n++] = r->rules->marks[i].name;
    const char *nearest = word_nearest(name.text, name.length, words, n);
    text_error_set(r->error, name.offset, name.offset + name.length,
                   "position text: `%.*s` is no counter, mark or other value of this game%s%s%s",
                   slice_shown(name), name.text, nearest ? "; did you mean `" : "",
                   nearest ? nearest : "", nearest ? "`?" : "");
    return false;
}

static bool named_value(Reader *r, Slice name, Slice value) {
    if (slice_is(name, "turn"))
        return turn_value(r, value);
    if (slice_is(name, "ep"))
        return ep_value(r, value);
    if (slice_is(name, "unmoved"))
        return unmoved_value(r, value);
    if (slice_is(name, "result"))
        return result_value(r, value);
    if (slice_is(name, "base") && r->rules->has_bases)
        return base_value_read(r->rules, value, r->state, r->error);
    for (uint32_t i = 0; i < r->rules->n_counters; i++)
        if (slice_is(name, r->rules->counters[i].name))
            return counter_value(r, i, value);
    for (uint32_t i = 0; i < r->rules->n_marks; i++)
        if (slice_is(name, r->rules->marks[i].name))
            return mark_value(r, i, value);
    return turn_fields_take(&r->turn, name, value) || unknown_name(r, name);
}

/* ---------------------------------------------------------------------------- reading */

/* Nothing but the board's size is kept of `state`. */
static void state_clear(const Rules *rules, State *state) {
    *state = rules->start;
    memset(state->point_marks, 0, sizeof state->point_marks);
    memset(state->ep, 0, sizeof state->ep);
    state->n_ep = 0;
    state->turn = 1;
    state->side = state->turn_side = SIDE_WHITE;
    state->n_frames = 0;
    state->fresh = true;
    memset(&state->last, 0, sizeof state->last);
    state->result = RESULT_NONE;
    for (uint32_t i = 0; i < rules->n_counters; i++) {
        state->counters[i][0] = state->counters[i][1] = rules->counters[i].start;
        state->counter_setter[i] = 0;
    }
}

/* Hands as a word of their own, behind the placement. */
static bool is_hands(Slice word, uint32_t field) {
    return field == 1 && word.length >= 2 && word.text[0] == '[' &&
           word.text[word.length - 1] == ']';
}

/* The counter that each side has for itself, where there is one alone; else NO_INDEX. */
static uint32_t sides_counter(const Rules *rules) {
    uint32_t found = NO_INDEX;
    for (uint32_t i = 0; i < rules->n_counters; i++) {
        if (!rules->counters[i].per_side)
            continue;
        if (found != NO_INDEX)
            return NO_INDEX;
        found = i;
    }
    return found;
}

/* The greatest number that rules compare it with: what it counts up to; 0: none. */
static int32_t counter_goal(const Rules *rules, uint32_t counter) {
    int32_t goal = 0;
    for (uint32_t i = 1; i < rules->n_exprs; i++) {
        const ExprNode *e = &rules->exprs[i];
        if (e->op != EXPR_GREATER_EQUAL)
            continue;
        const ExprNode *a = &rules->exprs[e->a], *b = &rules->exprs[e->b];
        if (a->op == EXPR_COUNTER && a->value == (int32_t)counter && b->op == EXPR_CONST_NUM &&
            b->value > goal)
            goal = b->value;
    }
    return goal;
}

/* `+1+0`, what each side has done, as a word anywhere behind the placement; `2+3`, what each has
 * still to do, before or behind the half-moves. Whose of them decide is told by the rules: the
 * counter of each side that they compare with a number. */
static bool is_sides_word(Slice word) {
    const char *plus = word.length > 1 ? memchr(word.text + 1, '+', word.length - 1) : NULL;
    for (size_t i = 0; i < word.length; i++)
        if (word.text[i] != '+' && (word.text[i] < '0' || word.text[i] > '9'))
            return false;
    return plus != NULL && plus + 1 < word.text + word.length;
}

static bool sides_word(Reader *r, Slice word) {
    uint32_t counter = sides_counter(r->rules);
    bool done = word.text[0] == '+';
    size_t plus = done;
    while (word.text[plus] != '+')
        plus++;
    Slice parts[2] = {slice_part(word, done, plus), slice_part(word, plus + 1, word.length)};
    int32_t goal = done || counter == NO_INDEX ? 0 : counter_goal(r->rules, counter);
    if (counter == NO_INDEX) {
        text_error_set(r->error, word.offset, word.offset + word.length,
                       "position text: `%.*s`, but no counter of this game is each side's own",
                       slice_shown(word), word.text);
        return false;
    }
    for (int side = 0; side < 2; side++) {
        int64_t value;
        if (!bounded_read(r, parts[side], r->rules->counters[counter].name, 0,
                          done ? INT32_MAX : goal, &value))
            return false;
        r->state->counters[counter][side] = done ? (int32_t)value : goal - (int32_t)value;
    }
    return true;
}

static bool word_read(Reader *r, Slice word, uint32_t *field, bool *named) {
    if (is_hands(word, *field))
        return hand_field_read(r->rules, slice_part(word, 1, word.length - 1), r->state, r->error);
    if (*field >= 4 && is_sides_word(word))
        return sides_word(r, word);
    const char *equals = *field > 0 ? memchr(word.text, '=', word.length) : NULL;
    if (equals != NULL) {
        size_t at = (size_t)(equals - word.text);
        *named = true;
        return named_value(r, slice_part(word, 0, at), slice_part(word, at + 1, word.length));
    }
    if (*named || *field == N_FIELDS) {
        text_error_set(r->error, word.offset, word.offset + word.length,
                       "position text: `%.*s` stands behind the last field; expected name=value",
                       slice_shown(word), word.text);
        return false;
    }
    return fields[(*field)++](r, word);
}

static void set_usual_setters(const Rules *rules, State *state) {
    for (uint32_t i = 0; i < rules->n_counters; i++)
        state->counter_setter[i] = (uint8_t)(1 - state->turn_side);
}

/* `d3d4`, the point passed and the man's in either order, as some programs write it:
 * `ep=d3/d4`. False: it is not that. */
static bool is_passed_and_man(const Reader *r, Slice field, char *value, size_t size) {
    const Board *board = &r->rules->board;
    if (point_find(board, field.text, field.length) != NO_POINT || field.length + 2 > size)
        return false;
    for (size_t i = 1; i < field.length; i++) {
        PointId a = point_find(board, field.text, i);
        PointId b = point_find(board, field.text + i, field.length - i);
        if (a == NO_POINT || b == NO_POINT)
            continue;
        bool man_first = r->state->men[a].type != NO_TYPE;
        Sink sink = sink_over(value, size);
        sink_printf(&sink, "%s/%s", board->points[man_first ? b : a].name,
                    board->points[man_first ? a : b].name);
        return true;
    }
    return false;
}

/* The e.p. field, of the side that is not to act. */
static bool ep_field_finish(const Reader *r) {
    Slice field = r->ep_field;
    char value[32];
    bool unsure = false;
    if (field.text == NULL)
        return true;
    if (is_passed_and_man(r, field, value, sizeof value))
        return ep_value_read(r->rules, value, strlen(value), field.offset, r->state, r->error);
    if (!ep_field_read(r->rules, field.text, field.length, field.offset, r->state, &unsure,
                       r->error))
        return false;
    if (unsure)
        text_error_set(r->error, field.offset, field.offset + field.length,
                       "position text, field 4 (e.p.): several men can have passed %.*s; say "
                       "which one by ep=PASSED/MAN, as in ep=d3/d4",
                       slice_shown(field), field.text);
    return !unsure;
}

/* What depends on all words. */
static bool words_finish(const Reader *r) {
    return turn_fields_read(r->rules, &r->turn, r->state, r->error) && ep_field_finish(r);
}

size_t position_text_moves(const char *text, size_t length) {
    Slice word;
    size_t at = 0;
    while (slice_word(text, length, &at, &word))
        if (slice_is(word, "moves"))
            return word.offset;
    return length;
}

bool position_text_read(const Rules *rules, const char *text, size_t length, State *out,
                        TextError *error) {
    Reader reader = {.rules = rules, .state = out, .error = error};
    Slice word;
    size_t at = 0;
    uint32_t field = 0;
    bool named = false;
    state_clear(rules, out);
    if (length > MAX_TEXT_FEN) {
        text_error_set(error, 0, 0, "position text: longer than %d bytes", MAX_TEXT_FEN);
        return false;
    }
    while (slice_word(text, length, &at, &word)) {
        if (field == 0 && slice_is(word, "startpos")) {
            *out = rules->start;
            field = N_FIELDS;
            continue;
        }
        if (!word_read(&reader, word, &field, &named))
            return false;
        if (field == 2 && !named)
            set_usual_setters(rules, out);
    }
    if (field == 0) {
        text_error_set(error, 0, 0, "position text, field 1 (placement): the text is empty");
        return false;
    }
    if (!words_finish(&reader))
        return false;
    position_canonical(rules, out);
    return true;
}

/* ---------------------------------------------------------------------------- writing */

static bool counter_differs(const Rules *rules, const State *state, uint32_t i) {
    const Counter *counter = &rules->counters[i];
    return state->counters[i][0] != counter->start ||
           (counter->per_side && state->counters[i][1] != counter->start);
}

static void setters_write(unsigned setters, Sink *sink) {
    sink_text(sink, setters == 1u ? "/w" : setters == 2u ? "/b" : "/wb");
}

static void counter_write(const Rules *rules, const State *state, uint32_t i, Sink *sink) {
    const Counter *counter = &rules->counters[i];
    bool in_field = counter == fen_counter(rules) && !counter->per_side;
    if (in_field ? state->counters[i][0] >= 0 : !counter_differs(rules, state, i))
        return;
    sink_printf(sink, " %s=%d", counter->name, state->counters[i][0]);
    if (counter->per_side)
        sink_printf(sink, ",%d", state->counters[i][1]);
    if (counter->until == UNTIL_ANSWER && state->counter_setter[i] != 1 - state->turn_side)
        setters_write(1u << state->counter_setter[i], sink);
}

static void mark_write(const Rules *rules, const State *state, uint32_t mark, Sink *sink) {
    bool any = false;
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        const uint16_t *bits =
            rules->marks[mark].on_piece ? state->men[p].marks : state->point_marks[p];
        unsigned setters = ((bits[0] >> mark) & 1u) | (((bits[1] >> mark) & 1u) << 1);
        if (setters == 0 || (rules->marks[mark].on_piece && state->men[p].type == NO_TYPE))
            continue;
        if (any)
            sink_char(sink, ',');
        else
            sink_printf(sink, " %s=", rules->marks[mark].name);
        any = true;
        sink_text(sink, rules->board.points[p].name);
        if (setters != usual_setter(rules, state, mark, p))
            setters_write(setters, sink);
    }
}

static bool same_unmoved(const Rules *rules, const State *a, const State *b) {
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        if (a->men[p].type != NO_TYPE && a->men[p].unmoved != b->men[p].unmoved)
            return false;
    return true;
}

/* `unmoved=` where the set-up and the castling field do not say it. The state is canonical. */
static void unmoved_write(const Rules *rules, const State *state, const char *castling,
                          Sink *sink) {
    State read = *state;
    TextError error;
    bool any = false;
    castling_field_default(rules, &read);
    if (castling_field_read(rules, castling, strlen(castling), 0, &read, &error)) {
        position_canonical(rules, &read);
        if (same_unmoved(rules, state, &read))
            return;
    }
    sink_text(sink, " unmoved=");
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        if (state->men[p].type == NO_TYPE || !state->men[p].unmoved)
            continue;
        sink_text(sink, any ? "," : "");
        sink_text(sink, rules->board.points[p].name);
        any = true;
    }
    sink_text(sink, any ? "" : "-");
}

/* Does the e.p. field say all? */
static bool ep_field_tells(const Rules *rules, const State *state) {
    char text[MAX_EP_POINTS * (MAX_NAME_BYTES + 1) + 2];
    Sink field = sink_over(text, sizeof text);
    State read = *state;
    TextError error;
    bool unsure;
    ep_field_write(rules, state, &field);
    return ep_field_read(rules, text, field.length, 0, &read, &unsure, &error) && !unsure &&
           ep_equal(state, &read);
}

/* `ep=` where the field does not say it. */
static void ep_write(const Rules *rules, const State *state, Sink *sink) {
    if (ep_field_tells(rules, state))
        return;
    sink_text(sink, " ep=");
    ep_value_write(rules, state, sink);
}

static void fields_write(const Rules *rules, const State *state, const char *castling, Sink *sink) {
    const Counter *clock = fen_counter(rules);
    int32_t moves = clock ? state->counters[clock - rules->counters][0] : 0;
    placement_write(&rules->board, rules->types, rules->n_types, state->men, sink);
    hand_field_write(rules, state, sink);
    sink_printf(sink, " %c %s ", state->turn_side == SIDE_WHITE ? 'w' : 'b', castling);
    ep_field_write(rules, state, sink);
    sink_printf(sink, " %d %u", moves > 0 ? moves : 0, (state->turn + 1) / 2);
}

void position_text_write(const Rules *rules, const State *state, Sink *sink) {
    char castling[4 * MAX_FILES + 2];
    Sink letters = sink_over(castling, sizeof castling);
    State canonical = *state;
    position_canonical(rules, &canonical);
    castling_field_write(rules, &canonical, &letters);
    fields_write(rules, &canonical, castling, sink);
    if (turn_of_move((canonical.turn + 1) / 2, canonical.turn_side) != canonical.turn)
        sink_printf(sink, " turn=%u", state->turn);
    turn_numbers_write(rules, &canonical, sink);
    for (uint32_t i = 0; i < rules->n_counters; i++)
        counter_write(rules, &canonical, i, sink);
    for (uint32_t i = 0; i < rules->n_marks; i++)
        mark_write(rules, &canonical, i, sink);
    base_value_write(rules, &canonical, sink);
    ep_write(rules, &canonical, sink);
    unmoved_write(rules, &canonical, castling, sink);
    turn_replies_write(rules, &canonical, sink);
    if (state->result == RESULT_STUCK)
        sink_text(sink, " result=stuck");
    else if (state->result != RESULT_NONE)
        sink_printf(sink, " result=%u", state->result);
}

/* --------------------------------------------------------------------------- equality */

void position_canonical(const Rules *rules, State *state) {
    bool matters[MAX_POINTS];
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        matters[p] = state->men[p].unmoved && castling_unmoved_matters(rules, state, p);
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        Man *man = &state->men[p];
        man->unmoved = matters[p];
        if (man->type != NO_TYPE && !rules->has_bases)
            man->base = placement_base(rules->types, rules->n_types, man->type);
    }
    for (uint32_t i = 0; i < rules->n_counters; i++)
        if (rules->counters[i].until != UNTIL_ANSWER || !counter_differs(rules, state, i))
            state->counter_setter[i] = 0;
    turn_canonical(rules, state);
}

static bool same_points(const Rules *rules, const State *a, const State *b) {
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        const Man *m = &a->men[p], *n = &b->men[p];
        if (m->type != n->type || man_is_blocked(m) != man_is_blocked(n) ||
            memcmp(a->point_marks[p], b->point_marks[p], 4) != 0)
            return false;
        if (m->type != NO_TYPE &&
            (m->owner != n->owner || m->base != n->base || m->unmoved != n->unmoved ||
             memcmp(m->marks, n->marks, sizeof m->marks) != 0))
            return false;
    }
    return true;
}

static bool same_counters(const Rules *rules, const State *a, const State *b) {
    for (uint32_t i = 0; i < rules->n_counters; i++) {
        bool both = rules->counters[i].per_side;
        if (a->counters[i][0] != b->counters[i][0] ||
            (both && a->counters[i][1] != b->counters[i][1]) ||
            a->counter_setter[i] != b->counter_setter[i])
            return false;
    }
    return true;
}

bool position_equal(const Rules *rules, const State *a, const State *b) {
    State x = *a, y = *b;
    position_canonical(rules, &x);
    position_canonical(rules, &y);
    return x.turn == y.turn && x.side == y.side && x.result == y.result &&
           same_points(rules, &x, &y) && hand_equal(rules, &x, &y) &&
           same_counters(rules, &x, &y) && ep_equal(&x, &y) && turn_equal(&x, &y);
}
