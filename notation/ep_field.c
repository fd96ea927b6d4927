#include "notation/ep_field.h"

#include <string.h>

static const char FIELD[] = "position text, field 4 (e.p.)";

PointId point_find(const Board *board, const char *text, size_t length) {
    for (uint32_t p = 0; p < board->n_points; p++) {
        const char *name = board->points[p].name;
        if (strlen(name) == length && memcmp(name, text, length) == 0)
            return (PointId)p;
    }
    return NO_POINT;
}

static bool right_has(const EpRight *right, PointId point) {
    for (uint32_t i = 0; i < right->n_points; i++)
        if (right->points[i] == point)
            return true;
    return false;
}

static bool right_equal(const EpRight *a, const EpRight *b) {
    if (a->victim != b->victim || a->maker != b->maker || a->n_points != b->n_points)
        return false;
    for (uint32_t i = 0; i < a->n_points; i++)
        if (!right_has(b, a->points[i]))
            return false;
    return true;
}

bool ep_equal(const State *a, const State *b) {
    if (a->n_ep != b->n_ep)
        return false;
    for (uint32_t i = 0; i < a->n_ep; i++)
        if (!right_equal(&a->ep[i], &b->ep[i]))
            return false;
    return true;
}

/* ------------------------------------------------------- who could have passed the points */

/* A list of point names, parted by one character, each to be on the board. */
static bool points_read(const Rules *rules, const char *text, size_t length, char parting,
                        size_t offset, const char *where, EpRight *right, TextError *error) {
    size_t begin = 0;
    right->n_points = 0;
    for (size_t i = 0; i <= length; i++) {
        if (i < length && text[i] != parting)
            continue;
        PointId point = point_find(&rules->board, text + begin, i - begin);
        if (point == NO_POINT) {
            text_error_set(error, offset + begin, offset + i, "%s: `%.*s` is no point of the board",
                           where, (int)(i - begin > 32 ? 32 : i - begin), text + begin);
            return false;
        }
        if (right->n_points == MAX_EP_POINTS) {
            text_error_set(error, offset + begin, offset + i, "%s: more than %d points", where,
                           MAX_EP_POINTS);
            return false;
        }
        right->points[right->n_points++] = point;
        begin = i + 1;
    }
    return true;
}

/* The right that a man makes on this path. */
static EpRight right_of_path(const Rules *rules, const Path *path, uint8_t maker) {
    EpRight right;
    memset(&right, 0, sizeof right);
    right.victim = path->target;
    right.maker = maker;
    for (uint32_t i = 0; i < path->n_steps; i++) {
        const PathStep *step = &rules->steps[path->first_step + i];
        if ((step->acts & STEP_MARKS_EP) && right.n_points < MAX_EP_POINTS)
            right.points[right.n_points++] = step->point;
    }
    return right;
}

typedef struct Search {
    const Rules *rules;
    const State *state;
    EpRight wanted; /* the points of the field */
    uint8_t maker;
    EpRight best;
    int best_merit; /* 0 = nothing found */
    bool tie;       /* another right is as likely */
} Search;

static bool covers(const EpRight *right, const EpRight *wanted) {
    for (uint32_t i = 0; i < wanted->n_points; i++)
        if (!right_has(right, wanted->points[i]))
            return false;
    return wanted->n_points == 1 || wanted->n_points == right->n_points;
}

/* How likely it is that the man came this way: from an empty point, over empty points,
 * straight ahead. */
static int path_merit(const Search *s, uint32_t origin, const Path *path) {
    const Point *points = s->rules->board.points;
    int merit = 1;
    if (s->state->men[origin].type == NO_TYPE)
        merit += 4;
    bool free = true;
    for (uint32_t i = 0; i < path->n_steps; i++)
        free &= s->state->men[s->rules->steps[path->first_step + i].point].type == NO_TYPE;
    merit += free ? 4 : 0;
    merit += points[origin].file == points[path->target].file ? 2 : 0;
    return merit;
}

static void consider(Search *s, const EpRight *right, int merit) {
    if (merit < s->best_merit || (merit == s->best_merit && right_equal(right, &s->best)))
        return;
    s->tie = merit == s->best_merit;
    s->best = *right;
    s->best_merit = merit;
}

static void search_from(Search *s, const Component *component, uint8_t type, uint32_t origin) {
    uint32_t first, end;
    rules_paths(s->rules, component, origin, &first, &end);
    for (uint32_t i = first; i < end; i++) {
        const Path *path = &s->rules->paths[i];
        const Man *man = &s->state->men[path->target];
        if (man->type != type || man->owner != s->maker)
            continue;
        EpRight right = right_of_path(s->rules, path, s->maker);
        if (covers(&right, &s->wanted))
            consider(s, &right, path_merit(s, origin, path));
    }
}

/* Under an influence any man may have moved by any movement of his side. */
static void search_type(Search *s, uint8_t type) {
    const Mover *mover = &s->rules->movers[s->rules->types[type].mover[s->maker]];
    uint32_t first = mover->first_component, end = first + mover->n_components;
    if (s->rules->n_influences) {
        first = 0;
        end = s->rules->n_components;
    }
    for (uint32_t i = first; i < end; i++) {
        const Component *component = &s->rules->components[i];
        if (!(component->flags & COMPONENT_MAKES_EP) || component->side != s->maker)
            continue;
        for (uint32_t p = 0; p < s->rules->board.n_points; p++)
            search_from(s, component, type, p);
    }
}

bool ep_field_read(const Rules *rules, const char *text, size_t length, size_t offset, State *state,
                   bool *unsure, TextError *error) {
    state->n_ep = 0;
    *unsure = false;
    if (length == 1 && text[0] == '-')
        return true;
    Search search;
    memset(&search, 0, sizeof search);
    search.rules = rules;
    search.state = state;
    search.maker = (uint8_t)(1 - state->side);
    if (!points_read(rules, text, length, ',', offset, FIELD, &search.wanted, error))
        return false;
    for (uint32_t t = 0; t < rules->n_types; t++)
        search_type(&search, (uint8_t)t);
    if (search.best_merit == 0) {
        text_error_set(error, offset, offset + length,
                       "%s: no man of %s's can have passed %.*s and be taken there", FIELD,
                       search.maker == SIDE_WHITE ? "White" : "Black",
                       (int)(length > 32 ? 32 : length), text);
        return false;
    }
    *unsure = search.tie;
    state->ep[0] = search.best;
    state->n_ep = 1;
    return true;
}

static void points_write(const Rules *rules, const EpRight *right, char parting, Sink *sink) {
    for (uint32_t i = 0; i < right->n_points; i++) {
        if (i > 0)
            sink_char(sink, parting);
        sink_text(sink, rules->board.points[right->points[i]].name);
    }
}

/* The field tells of the first right that the side to act could use: only such a one is
 * looked for when it is read. Rights of its own men go into `ep=` alone. */
void ep_field_write(const Rules *rules, const State *state, Sink *sink) {
    for (uint32_t i = 0; i < state->n_ep; i++) {
        const EpRight *right = &state->ep[i];
        if (right->n_points == 0 || state->men[right->victim].owner == state->side)
            continue;
        points_write(rules, right, ',', sink);
        return;
    }
    sink_char(sink, '-');
}

/* --------------------------------------------------------------------- the exact form */

/* One right: passed{+passed}/victim[/w|/b]. */
static bool right_read(const Rules *rules, const char *text, size_t length, size_t offset,
                       State *state, TextError *error) {
    const char *where = "position text, `ep`";
    const char *slash = memchr(text, '/', length);
    EpRight right;
    memset(&right, 0, sizeof right);
    if (slash == NULL) {
        text_error_set(error, offset, offset + length, "%s: expected PASSED/VICTIM, as in d3/d4",
                       where);
        return false;
    }
    size_t passed = (size_t)(slash - text);
    if (!points_read(rules, text, passed, '+', offset, where, &right, error))
        return false;
    size_t rest = length - passed - 1;
    const char *name = slash + 1;
    uint8_t maker = NO_TYPE;
    if (rest >= 2 && name[rest - 2] == '/' && strchr("wb", name[rest - 1])) {
        maker = name[rest - 1] == 'w' ? SIDE_WHITE : SIDE_BLACK;
        rest -= 2;
    }
    right.victim = point_find(&rules->board, name, rest);
    if (right.victim == NO_POINT || state->men[right.victim].type == NO_TYPE) {
        text_error_set(error, offset + passed + 1, offset + length,
                       "%s: no man to be taken stands on `%.*s`", where,
                       (int)(rest > 32 ? 32 : rest), name);
        return false;
    }
    uint8_t owner = state->men[right.victim].owner;
    right.maker = maker != NO_TYPE ? maker : owner <= SIDE_BLACK ? owner : SIDE_WHITE;
    state->ep[state->n_ep++] = right;
    return true;
}

bool ep_value_read(const Rules *rules, const char *text, size_t length, size_t offset, State *state,
                   TextError *error) {
    size_t begin = 0;
    state->n_ep = 0;
    if (length == 1 && text[0] == '-')
        return true;
    for (size_t i = 0; i <= length; i++) {
        if (i < length && text[i] != ',')
            continue;
        if (state->n_ep >= rules_ep_rights(rules)) {
            text_error_set(error, offset + begin, offset + i,
                           "position text, `ep`: more than %u rights", rules_ep_rights(rules));
            return false;
        }
        if (!right_read(rules, text + begin, i - begin, offset + begin, state, error))
            return false;
        begin = i + 1;
    }
    return true;
}

static void right_write(const Rules *rules, const State *state, const EpRight *right, Sink *sink) {
    points_write(rules, right, '+', sink);
    sink_printf(sink, "/%s", rules->board.points[right->victim].name);
    uint8_t owner = state->men[right->victim].owner;
    if (right->maker != (owner <= SIDE_BLACK ? owner : SIDE_WHITE))
        sink_printf(sink, "/%c", right->maker == SIDE_WHITE ? 'w' : 'b');
}

void ep_value_write(const Rules *rules, const State *state, Sink *sink) {
    if (state->n_ep == 0)
        sink_char(sink, '-');
    for (uint32_t i = 0; i < state->n_ep; i++) {
        if (i > 0)
            sink_char(sink, ',');
        right_write(rules, state, &state->ep[i], sink);
    }
}
