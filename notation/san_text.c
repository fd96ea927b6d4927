#include "notation/san_text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ----------------------------------------------------------------- what rules tell */

/* Does the type promote, and does it take and move by different movements? Then it is a
 * pawn, in the sense of those who leave its letter out. */
static bool is_pawnlike(const Rules *rules, uint32_t t) {
    const Type *type = &rules->types[t];
    if (type->royal[0] || type->royal[1] || type->neutral)
        return false;
    if (type->promotion[0] == NO_INDEX && type->promotion[1] == NO_INDEX)
        return false;
    uint8_t modes = 0;
    for (uint32_t side = 0; side < 2; side++) {
        const Mover *mover = &rules->movers[type->mover[side]];
        for (uint32_t i = 0; i < mover->n_components; i++) {
            uint8_t own = rules->components[mover->first_component + i].modes & MODES_BOTH;
            if (own == MODES_BOTH)
                return false;
            modes |= own;
        }
    }
    return modes == MODES_BOTH;
}

static uint32_t men_at_start(const Rules *rules, uint32_t type) {
    uint32_t count = 0;
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        count += rules->start.men[p].type == type;
    return count;
}

/* Of several such types the one with most men in the set-up. */
static uint8_t plain_type(const Rules *rules) {
    uint8_t found = NO_TYPE;
    for (uint32_t t = 0; t < rules->n_types; t++)
        if (is_pawnlike(rules, t) &&
            (found == NO_TYPE || men_at_start(rules, t) > men_at_start(rules, found)))
            found = (uint8_t)t;
    return found;
}

/* Are all points called by a small letter and a number? */
static bool points_are_lettered(const Board *board) {
    enum { LAST_FILES = 'x' - 'a' }; /* further files have letters that mean captures */
    if (board->files == 0 || board->files >= LAST_FILES || board->levels > 1)
        return false;
    for (uint32_t p = 0; p < board->n_points; p++) {
        const Point *point = &board->points[p];
        char name[16];
        const char *file = board->file_names[point->file - 1];
        snprintf(name, sizeof name, "%.4s%u", file, (unsigned)point->rank);
        if (file[1] || !islower((unsigned char)file[0]) || strcmp(name, point->name) != 0)
            return false;
    }
    return true;
}

static void letters_init(SanRules *san) {
    memset(san->letters, NO_TYPE, sizeof san->letters);
    for (uint32_t t = 0; t < san->rules->n_types; t++) {
        const char *letter;
        for (uint32_t i = 0; (letter = type_spelling(&san->rules->types[t], i)) != NULL; i++) {
            bool raised = letter[0] == '+';
            if (isupper((unsigned char)letter[raised]))
                san->letters[raised][letter[raised] - 'A'] = (uint8_t)t;
        }
    }
}

void san_rules_init(SanRules *san, const Rules *rules) {
    const Board *board = &rules->board;
    *san = (SanRules){.rules = rules, .plain = plain_type(rules)};
    san->lettered = points_are_lettered(board);
    san->simple = san->lettered && rules->plain_turn && rules->n_extras == 0;
    for (uint32_t f = 0; san->lettered && f < board->files; f++)
        san->files[board->file_names[f][0] - 'a'] = (uint8_t)(f + 1);
    letters_init(san);
}

/* ---------------------------------------------------------------------- one text */

ActionList san_list(SanPlace *place) {
    if (!place->state_known)
        game_get(place->game, place->state);
    place->state_known = true;
    return (ActionList){place->san->rules, place->state, place->actions, place->count, NULL};
}

static const char *point_name(const SanPlace *place, PointId point) {
    return place->san->rules->board.points[point].name;
}

/* Other men of the type that arrive at the same point, and how they stand to the man. */
typedef struct Others {
    bool any, same_file, same_rank;
} Others;

static Others others_of(const SanPlace *place, const Action *a, const uint8_t *types) {
    const Point *points = place->san->rules->board.points;
    Others others = {0};
    for (uint32_t i = 0; i < place->count; i++) {
        const Action *b = &place->actions[i];
        if (b->to != a->to || b->kind != ACTION_MOVE || b->from == a->from ||
            types[b->from] != types[a->from])
            continue;
        others.any = true;
        others.same_file |= points[b->from].file == points[a->from].file;
        others.same_rank |= points[b->from].rank == points[a->from].rank;
    }
    return others;
}

/* The least that tells where the man came from. */
static void where_write(const SanPlace *place, const Action *a, const uint8_t *types, Sink *sink) {
    Others others = others_of(place, a, types);
    const char *name = point_name(place, a->from);
    bool plain = types[a->from] == place->san->plain;
    if (!others.any && !(plain && a->victim != NO_POINT))
        return;
    if (!place->san->lettered || (others.same_file && (others.same_rank || plain)))
        sink_text(sink, name);
    else if (others.same_file)
        sink_text(sink, name + 1);
    else
        sink_bytes(sink, name, 1);
}

static void become_write(const SanPlace *place, uint8_t type, Sink *sink) {
    sink_printf(sink, "=%s", place->san->rules->types[type].letter);
}

/* The choice of a promotion. */
static const Choice *promotion_choice(const SanPlace *place, const Action *a,
                                      const uint8_t *types) {
    const Rules *rules = place->san->rules;
    uint8_t type = a->kind == ACTION_DROP ? (uint8_t)a->component : types[a->from];
    const Promotion *promotion =
        &rules->promotions[rules->types[type].promotion[game_side(place->game)]];
    return &rules->choices[promotion->first_choice + a->extras[0].choice];
}

/* The type that an extra's choice has for its text, or NO_TYPE. */
static uint8_t chosen_type(const SanPlace *place, const TakenExtra *taken) {
    const Rules *rules = place->san->rules;
    if (taken->extra >= rules->n_extras || taken->choice == NO_CHOICE)
        return NO_TYPE;
    const Extra *extra = &rules->extras[taken->extra];
    const Choice *choice = &rules->choices[extra->first_choice + taken->choice];
    return choice->text || extra->text ? NO_TYPE : choice->type;
}

/* The text of an open choice; its name where the text would pass for a sign. */
static void choice_write(SanPlace *place, const Action *a, uint32_t i, Sink *sink) {
    char text[MAX_TEXT_ACTION];
    Sink own = sink_over(text, sizeof text);
    ActionList list = san_list(place);
    action_text_extra(&list, a, i, &own);
    uint8_t type = chosen_type(place, &a->extras[i]);
    if (type != NO_TYPE) { /* as a promotion's letter, a capital */
        const char *letter = place->san->rules->types[type].letter;
        sink_printf(sink, "/%s%s", letter, text + strlen(letter));
        return;
    }
    size_t signs = a->kind == ACTION_OFFER ? 0 : strspn(text, "+#!?");
    if (signs > 0 && a->extras[i].extra < place->san->rules->n_extras)
        sink_printf(sink, "/%s%s", place->san->rules->extras[a->extras[i].extra].name,
                    text + signs);
    else
        sink_printf(sink, "%s%s", isalnum((unsigned char)text[0]) ? "/" : "", text);
}

static void choices_write(SanPlace *place, const Action *a, const uint8_t *types, Sink *sink) {
    const Rules *rules = place->san->rules;
    uint32_t i = 0;
    if (a->flags & ACTION_ONWARD)
        become_write(place, rules->components[a->component].onward_type, sink);
    if (a->n_extras > 0 && a->extras[0].extra == EXTRA_PROMOTION) {
        const Choice *choice = promotion_choice(place, a, types);
        if (!choice->text && choice->type != NO_TYPE) {
            become_write(place, choice->type, sink);
            i++;
        }
    }
    for (; i < a->n_extras; i++)
        choice_write(place, a, i, sink);
}

static void castling_write(const SanPlace *place, const Action *a, Sink *sink) {
    const Point *points = place->san->rules->board.points;
    bool last = points[a->partner_from].file > points[a->from].file;
    sink_text(sink, last ? "O-O" : "O-O-O");
}

static bool stop_is_open(const SanPlace *place) {
    for (uint32_t i = 0; i < place->count; i++)
        if (place->actions[i].kind == ACTION_STOP)
            return true;
    return false;
}

static bool in_reply(const SanPlace *place) {
    return game_frames(place->game) > 1;
}

void san_body_write(SanPlace *place, uint32_t index, Sink *sink) {
    const Action *a = &place->actions[index];
    const uint8_t *types = game_types(place->game);
    switch ((ActionKind)a->kind) {
    case ACTION_PASS:
        sink_text(sink, stop_is_open(place) ? "pass" : "--");
        break;
    case ACTION_STOP:
        sink_text(sink, in_reply(place) ? "" : "--");
        break;
    case ACTION_OFFER:
        break; /* its text is that of its choice */
    case ACTION_CASTLE:
        castling_write(place, a, sink);
        break;
    case ACTION_DROP:
        sink_printf(sink, "%s@%s", place->san->rules->types[a->component].letter,
                    point_name(place, a->to));
        break;
    case ACTION_MOVE:
        if (types[a->from] != place->san->plain && types[a->from] != NO_TYPE)
            sink_text(sink, place->san->rules->types[types[a->from]].letter);
        where_write(place, a, types, sink);
        sink_text(sink, a->victim != NO_POINT ? "x" : "");
        sink_text(sink, point_name(place, a->to));
        break;
    }
    choices_write(place, a, types, sink);
}

/* --------------------------------------------------------------------- all of it */

/* Could the two have the same text? */
static bool are_alike(const SanPlace *place, const Action *a, const Action *b) {
    const uint8_t *types = game_types(place->game);
    if (a->kind != b->kind || a->to != b->to)
        return a->kind == ACTION_CASTLE && b->kind == ACTION_CASTLE;
    if (a->kind == ACTION_DROP)
        return a->component == b->component;
    return a->kind != ACTION_MOVE || types[a->from] == types[b->from];
}

static bool is_shared(SanPlace *place, uint32_t index, const char *text) {
    for (uint32_t i = 0; i < place->count; i++) {
        char own[MAX_TEXT_ACTION];
        Sink sink = sink_over(own, sizeof own);
        if (i == index || !are_alike(place, &place->actions[index], &place->actions[i]))
            continue;
        san_body_write(place, i, &sink);
        if (strcmp(own, text) == 0)
            return true;
    }
    return false;
}

/* Does the side to act, which is in check, have nothing to do about it, or has it lost anyhow? */
static bool is_mate(Game *game) {
    if (game_count(game) == 0)
        return true;
    Outcome outcome = game_outcome(game);
    return outcome.over && outcome.percent == (game_side(game) == SIDE_WHITE ? 0 : 100);
}

static void sign_write(const SanPlace *place, uint32_t index, Sink *sink) {
    uint8_t other = (uint8_t)(1 - game_side(place->game));
    if (!game_play(place->game, &place->actions[index]))
        return; /* a game without room for another action tells no signs */
    if (game_in_check(place->game, other))
        sink_char(sink, game_side(place->game) == other && is_mate(place->game) ? '#' : '+');
    game_undo(place->game);
}

void san_write(SanPlace *place, uint32_t index, Sink *sink) {
    char text[MAX_TEXT_ACTION];
    Sink own = sink_over(text, sizeof text);
    bool reply = in_reply(place);
    san_body_write(place, index, &own);
    if (is_shared(place, index, text)) {
        ActionList list = san_list(place);
        own = sink_over(text, sizeof text);
        action_text_inner(&list, index, &own);
    }
    sink_printf(sink, "%s%s", reply ? "(" : "", text);
    sign_write(place, index, sink);
    sink_text(sink, reply ? ")" : "");
}
