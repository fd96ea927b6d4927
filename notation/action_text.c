#include "notation/action_text.h"

#include <ctype.h>
#include <string.h>

#include "base/hash.h"

static const char *point_name(const ActionList *list, PointId point) {
    return list->rules->board.points[point].name;
}

/* --------------------------------------------------------------------- text of extras */

static void letter_write(const Type *type, Sink *sink) {
    for (const char *c = type->letter; *c; c++)
        sink_char(sink, (char)tolower((unsigned char)*c));
}

static void choice_write(const ActionList *list, const Choice *choice, const char *fallback,
                         Sink *sink) {
    if (choice->text)
        sink_text(sink, choice->text);
    else if (fallback)
        sink_text(sink, fallback);
    else if (choice->type != NO_TYPE)
        letter_write(&list->rules->types[choice->type], sink);
    else
        sink_text(sink, choice->name);
}

static void promotion_write(const ActionList *list, const Action *action, uint8_t choice,
                            Sink *sink) {
    const Man *man = &list->state->men[action->from];
    const Type *type = &list->rules->types[man->type];
    uint8_t side = man->owner <= SIDE_BLACK ? man->owner : list->state->side;
    const Promotion *promotion = &list->rules->promotions[type->promotion[side]];
    choice_write(list, &list->rules->choices[promotion->first_choice + choice], NULL, sink);
}

static bool same_but_place(const Action *a, const Action *b, uint32_t extra) {
    if (a->kind != b->kind || a->from != b->from || a->to != b->to || a->victim != b->victim ||
        a->n_more != b->n_more)
        return false;
    if (a->kind == ACTION_DROP && a->component != b->component)
        return false;
    for (uint32_t i = 0; i < b->n_extras; i++)
        if (b->extras[i].extra == a->extras[extra].extra && b->extras[i].at != a->extras[extra].at)
            return true;
    return false;
}

/* Is the same extra open at another point too? */
static bool place_is_open(const ActionList *list, const Action *action, uint32_t extra) {
    for (uint32_t i = 0; i < list->count; i++)
        if (same_but_place(action, &list->actions[i], extra))
            return true;
    return false;
}

/* `!refuse`, `!shoot@d4`. */
static void offer_write(const ActionList *list, const TakenExtra *taken, Sink *sink) {
    sink_printf(sink, "!%s", list->rules->offers[taken->choice].name);
    if (taken->at != NO_POINT)
        sink_printf(sink, "@%s", point_name(list, taken->at));
}

void action_text_extra(const ActionList *list, const Action *action, uint32_t i, Sink *sink) {
    const TakenExtra *taken = &action->extras[i];
    if (taken->extra == EXTRA_PROMOTION) {
        promotion_write(list, action, taken->choice, sink);
        return;
    }
    if (taken->extra == EXTRA_OFFER) {
        offer_write(list, taken, sink);
        return;
    }
    const Extra *extra = &list->rules->extras[taken->extra];
    if (taken->choice == NO_CHOICE)
        sink_text(sink, extra->text ? extra->text : extra->name);
    else
        choice_write(list, &list->rules->choices[extra->first_choice + taken->choice], extra->text,
                     sink);
    if (taken->at != NO_POINT && place_is_open(list, action, i))
        sink_text(sink, point_name(list, taken->at));
}

static void extras_write(const ActionList *list, const Action *action, Sink *sink) {
    const Rules *rules = list->rules;
    if (action->flags & ACTION_ONWARD)
        letter_write(&rules->types[rules->components[action->component].onward_type], sink);
    for (uint32_t i = 0; i < action->n_extras; i++)
        action_text_extra(list, action, i, sink);
}

/* ---------------------------------------------------------------------- whole actions */

/* Is a reply being chosen? */
static bool in_reply(const ActionList *list) {
    return list->state->n_frames > 1;
}

/* Of an action without points; what is in the brackets of a reply. */
static const char *pointless_text(const ActionList *list, const Action *action) {
    if (action->kind == ACTION_OFFER)
        return "";
    return action->kind == ACTION_PASS ? "pass" : in_reply(list) ? "" : "--";
}

static bool is_pointless(const Action *action) {
    return action->kind == ACTION_PASS || action->kind == ACTION_STOP ||
           action->kind == ACTION_OFFER;
}

/* The point left, or the letter of the man dropped. */
static void from_write(const ActionList *list, const Action *action, Sink *sink) {
    if (action->kind == ACTION_DROP)
        sink_printf(sink, "%s@", list->rules->types[action->component].letter);
    else
        sink_text(sink, point_name(list, action->from));
}

/* The text by which actions are first named; several may share it. */
static void short_write(const ActionList *list, const Action *action, Sink *sink) {
    if (is_pointless(action)) {
        sink_text(sink, pointless_text(list, action));
        extras_write(list, action, sink);
        return;
    }
    from_write(list, action, sink);
    sink_text(sink, point_name(list, action->to));
    extras_write(list, action, sink);
}

void action_text_shorts(const ActionList *list, uint64_t *shorts) {
    char text[MAX_TEXT_ACTION];
    for (uint32_t i = 0; i < list->count; i++) {
        Sink sink = sink_over(text, sizeof text);
        short_write(list, &list->actions[i], &sink);
        shorts[i] = hash_bytes(0, text, strlen(text));
    }
}

static bool same_short(const ActionList *list, uint32_t first, uint32_t second) {
    const Action *a = &list->actions[first], *b = &list->actions[second];
    if (list->shorts && list->shorts[first] != list->shorts[second])
        return false;
    char x[MAX_TEXT_ACTION], y[MAX_TEXT_ACTION];
    /* On boards with files a text tells its points. */
    if (list->rules->board.files > 0 && (a->from != b->from || a->to != b->to))
        return false;
    Sink s = sink_over(x, sizeof x), t = sink_over(y, sizeof y);
    short_write(list, a, &s);
    short_write(list, b, &t);
    return strcmp(x, y) == 0;
}

static bool same_captures(const Action *a, const Action *b) {
    if (action_captures(a) != action_captures(b))
        return false;
    for (uint32_t i = 0; i < action_captures(a); i++)
        if (action_captured(a, i) != action_captured(b, i))
            return false;
    return true;
}

/* How the actions that share a short text capture. */
typedef struct Sharing {
    uint32_t others;
    uint32_t least, n_least; /* fewest captures, and how many have no more; this one included */
    bool ways;               /* some of them take the same men */
} Sharing;

static Sharing sharing_of(const ActionList *list, uint32_t index) {
    Sharing sharing = {0, action_captures(&list->actions[index]), 1, false};
    for (uint32_t i = 0; i < list->count; i++) {
        if (i == index || !same_short(list, index, i))
            continue;
        uint32_t captures = action_captures(&list->actions[i]);
        sharing.others++;
        sharing.ways |= same_captures(&list->actions[index], &list->actions[i]);
        if (captures < sharing.least) {
            sharing.least = captures;
            sharing.n_least = 0;
        }
        sharing.n_least += captures == sharing.least;
    }
    return sharing;
}

/* Actions that end alike by different ways: the points of the way. */
static void way_write(const ActionList *list, const Action *action, Sink *sink) {
    for (uint32_t i = 0; i < action->n_via; i++)
        sink_printf(sink, "-%s", point_name(list, action->via[i]));
}

static void captures_write(const ActionList *list, const Action *action, Sink *sink) {
    for (uint32_t i = 0; i < action_captures(action); i++)
        sink_printf(sink, "x%s", point_name(list, action_captured(action, i)));
}

/* Without the brackets of a reply. */
void action_text_inner(const ActionList *list, uint32_t index, Sink *sink) {
    const Action *action = &list->actions[index];
    Sharing sharing = is_pointless(action) ? (Sharing){0} : sharing_of(list, index);
    if (sharing.others == 0) {
        short_write(list, action, sink);
        return;
    }
    from_write(list, action, sink);
    if (action->kind == ACTION_CASTLE) {
        sink_text(sink, point_name(list, action->partner_from));
        extras_write(list, action, sink);
        return;
    }
    sink_text(sink, point_name(list, action->to));
    extras_write(list, action, sink);
    if (action_captures(action) > sharing.least || sharing.n_least > 1)
        captures_write(list, action, sink);
    if (sharing.ways)
        way_write(list, action, sink);
}

void action_text_write(const ActionList *list, uint32_t index, Sink *sink) {
    sink_text(sink, in_reply(list) ? "(" : "");
    action_text_inner(list, index, sink);
    sink_text(sink, in_reply(list) ? ")" : "");
}

static bool text_is(const Sink *sink, const char *text, size_t length) {
    return sink->length == length && memcmp(sink->data, text, length) == 0;
}

/* Does the text begin with the points of the action? Cheap, where texts tell their points. */
static bool begins_alike(const ActionList *list, const Action *a, const char *text, size_t length) {
    char own[MAX_TEXT_ACTION];
    if (list->rules->board.files == 0 || is_pointless(a) || a->kind == ACTION_CASTLE)
        return true;
    Sink sink = sink_over(own, sizeof own);
    from_write(list, a, &sink);
    return sink.length <= length && memcmp(own, text, sink.length) == 0;
}

static uint32_t find_exact(const ActionList *list, const char *text, size_t length) {
    for (uint32_t i = 0; i < list->count; i++) {
        if (!begins_alike(list, &list->actions[i], text, length))
            continue;
        char own[MAX_TEXT_ACTION];
        Sink sink = sink_over(own, sizeof own);
        action_text_inner(list, i, &sink);
        if (text_is(&sink, text, length))
            return i;
    }
    return ACTION_NONE;
}

/* `c4c3ep`: the e.p. capture with the short text `c4c3`. */
static uint32_t find_ep(const ActionList *list, const char *text, size_t length) {
    if (length < 2 || memcmp(text + length - 2, "ep", 2) != 0)
        return ACTION_NONE;
    for (uint32_t i = 0; i < list->count; i++) {
        char own[MAX_TEXT_ACTION];
        Sink sink = sink_over(own, sizeof own);
        if (!(list->actions[i].flags & ACTION_EP))
            continue;
        short_write(list, &list->actions[i], &sink);
        if (text_is(&sink, text, length - 2))
            return i;
    }
    return ACTION_NONE;
}

uint32_t action_text_find(const ActionList *list, const char *text, size_t length) {
    if (length == 0 || length >= MAX_TEXT_ACTION)
        return ACTION_NONE;
    if (in_reply(list) && length >= 2 && text[0] == '(' && text[length - 1] == ')') {
        text++;
        length -= 2;
    }
    uint32_t found = find_exact(list, text, length);
    return found != ACTION_NONE ? found : find_ep(list, text, length);
}
