#include <stdlib.h>
#include <string.h>

#include "tests/games/support_plain.h"

/* Men come off and are put down as the walk goes, and come back as it returns. */
typedef struct Walk {
    const PlainScene *scene;
    const PlainBoard *board;
    const PlainMove *move;
    uint32_t n_legs;    /* fewer where the move ends before a `?` */
    const uint8_t *end; /* letters of the last leg that tell what may happen at the end */
    uint8_t men[PLAIN_POINTS];
    int start, mover; /* where the man set out, or the friend that took over */
    int captured[PLAIN_CAPTURES + 1], n_captured; /* in the order of the way */
    int put_from, put_to;
    PlainActions *out;
} Walk;

/* Where a leg begins. */
typedef struct Here {
    int at;
    int place, heading; /* of the leg before: place of its ring, half places of the circle */
    bool turned;        /* some leg did not go on in the heading before */
    int bend;           /* of the latest bend: 1 right, -1 left, 0 none */
    int range;          /* of legs joined by `a` */
    int length;         /* strides of the latest leg that could slide */
    int x, y;           /* the headings added up, as White sees them */
} Here;

static void walk_leg(Walk *w, uint32_t i, Here from);

static const PlainLeg *leg_of(const Walk *w, uint32_t i) {
    return &w->move->legs[i];
}

static bool is_last(const Walk *w, uint32_t i) {
    return i + 1 == w->n_legs;
}

static bool is_step(const PlainLeg *leg) {
    return leg->b == 1 && leg->kind <= PLAIN_ALL;
}

/* ------------------------------------------------------------------------------- actions */

int plain_action_compare(const void *a, const void *b) {
    return memcmp(a, b, sizeof(PlainAction));
}

void plain_actions_add(PlainActions *actions, const PlainAction *action) {
    if (actions->count == actions->capacity) {
        actions->capacity = actions->capacity ? 2 * actions->capacity : 256;
        actions->items = realloc(actions->items, actions->capacity * sizeof *actions->items);
        if (!actions->items)
            abort();
    }
    actions->items[actions->count++] = *action;
}

void plain_actions_sort(PlainActions *actions) {
    uint32_t kept = 0;
    if (actions->count == 0)
        return;
    qsort(actions->items, actions->count, sizeof *actions->items, plain_action_compare);
    for (uint32_t i = 0; i < actions->count; i++)
        if (i == 0 || plain_action_compare(&actions->items[i], &actions->items[kept - 1]) != 0)
            actions->items[kept++] = actions->items[i];
    actions->count = kept;
}

static int compare_ints(const void *a, const void *b) {
    return *(const int16_t *)a - *(const int16_t *)b;
}

static void write_action(Walk *w, int target) {
    PlainAction action;
    memset(&action, 0, sizeof action);
    action.from = (int16_t)w->mover;
    action.to = (int16_t)target;
    bool stays = w->put_from == w->put_to; /* put down where he stood, he was only passed */
    action.put_from = (int16_t)(stays ? -1 : w->put_from);
    action.put_to = (int16_t)(stays ? -1 : w->put_to);
    for (int i = 0; i < w->n_captured; i++)
        if (w->captured[i] != w->put_from)
            action.captured[action.n_captured++] = (int16_t)w->captured[i];
    qsort(action.captured, (size_t)action.n_captured, sizeof action.captured[0], compare_ints);
    plain_actions_add(w->out, &action);
}

/* ------------------------------------------------------------------------------- strides */

/* A place of the leg's ring as the steps of the board beside it. */
typedef struct Ways {
    int straight, diagonal, n_straight, n_diagonal;
} Ways;

static Ways ways_of(const Walk *w, const PlainLeg *leg, int place, bool black) {
    int ring = w->board->ring, k = (place + (black ? ring / 2 : 0)) % ring;
    Ways ways = {k, k, 0, 0};
    if (leg->kind == PLAIN_OBLIQUE) {
        int other = (k + 1) % ring;
        ways.straight = k % 2 ? other : k;
        ways.diagonal = k % 2 ? k : other;
        ways.n_straight = leg->b - leg->a;
        ways.n_diagonal = leg->a;
    } else if (k % 2) {
        ways.n_diagonal = leg->b;
    } else {
        ways.n_straight = leg->b;
    }
    return ways;
}

static PlainVector vector_of(const Walk *w, Ways ways) {
    PlainVector s = plain_board_vector(w->board, ways.straight);
    PlainVector d = plain_board_vector(w->board, ways.diagonal);
    return (PlainVector){ways.n_straight * s.x + ways.n_diagonal * d.x,
                         ways.n_straight * s.y + ways.n_diagonal * d.y};
}

/* `o` goes on where the board ends, not where a hole or a missing line is. */
static int step(const Walk *w, const PlainLeg *leg, int at, int direction) {
    const PlainBoard *b = w->board;
    int to = b->step[direction][at], round = plain_has(leg, 'o');
    if (to >= 0 || !round)
        return to;
    PlainVector v = plain_board_vector(b, direction);
    int x = b->x[at] + v.x, y = b->y[at] + v.y;
    bool beyond = x < 0 || y < 0 || x >= b->files || y >= b->ranks;
    return beyond ? plain_board_offset(b, at, v, round) : -1;
}

/* Follows the steps of a leap, straight ones first. -1: one is not there. `empty`, `occupied`:
 * of the points between. */
static int follow(const Walk *w, const PlainLeg *leg, int at, Ways ways, int *empty,
                  int *occupied) {
    int total = ways.n_straight + ways.n_diagonal;
    *empty = *occupied = 0;
    for (int n = 1; n <= total && at >= 0; n++) {
        at = step(w, leg, at, n <= ways.n_straight ? ways.straight : ways.diagonal);
        if (at >= 0 && n < total)
            ++*(w->men[at] == PLAIN_NOBODY ? empty : occupied);
    }
    return at;
}

/* The point one stride on, -1 if the man cannot make it. */
static int stride(const Walk *w, const PlainLeg *leg, int at, int place, bool hops) {
    const PlainBoard *b = w->board;
    if (leg->kind == PLAIN_LEVEL)
        return place == 0 ? b->up[at] : b->down[at];
    Ways ways = ways_of(w, leg, place, w->scene->black);
    if (is_step(leg))
        return step(w, leg, at, ways.n_straight ? ways.straight : ways.diagonal);
    int empty, occupied, last = follow(w, leg, at, ways, &empty, &occupied);
    if (plain_has(leg, 'n') && (last < 0 || occupied > 0))
        return -1;
    if (plain_has(leg, 'j') && !hops && (last < 0 || occupied == 0))
        return -1;
    return b->coordinates ? plain_board_offset(b, at, vector_of(w, ways), plain_has(leg, 'o'))
                          : last;
}

/* ------------------------------------------------------------------------------- ends */

/* Does the sum of the headings lie in an octant that letters before the bracket allow? */
static bool in_sector(const Walk *w, const Here *here) {
    int ring = w->board->ring;
    bool inside = !w->move->outer;
    for (int k = 0; k < ring && !inside; k++) {
        PlainVector a = plain_board_vector(w->board, k);
        PlainVector b = plain_board_vector(w->board, (k + 1) % ring);
        inside = w->move->outer >> k & 1 && a.x * here->y - a.y * here->x <= 0 &&
                 here->x * b.y - here->y * b.x <= 0;
    }
    return inside;
}

static bool has_end(const Walk *w, char letter) {
    return w->end[letter - 'a'];
}

/* The man captured on the last leg is put down where the leg began, if none was before. */
static void end_capture(Walk *w, uint32_t i, int began, int victim, int target) {
    bool puts = plain_has(leg_of(w, i), 'u') && w->n_captured == 0;
    if (puts && i > 0 && w->men[began] != PLAIN_NOBODY)
        return;
    w->captured[w->n_captured++] = victim;
    if (puts) {
        w->put_from = victim;
        w->put_to = began;
    }
    write_action(w, target);
    w->n_captured--;
    if (puts)
        w->put_from = w->put_to = -1;
}

static void end(Walk *w, uint32_t i, int began, const Here *here, int target) {
    bool may_move = has_end(w, 'm') && (target != w->mover || here->turned);
    if (!in_sector(w, here))
        return;
    switch (w->men[target]) {
    case PLAIN_NOBODY:
        if (may_move)
            write_action(w, target);
        for (uint32_t k = 0; k < w->scene->n_rights && has_end(w, 'e'); k++) {
            const PlainRight *right = &w->scene->rights[k];
            if (right->point == target && w->men[right->victim] >= PLAIN_FOE &&
                w->men[right->victim] != PLAIN_PUT)
                end_capture(w, i, began, right->victim, target);
        }
        break;
    case PLAIN_FRIEND:
        if (has_end(w, 'd') && (i > 0 || target != w->start))
            end_capture(w, i, began, target, target);
        break;
    case PLAIN_FOE:
        if (has_end(w, 'c'))
            end_capture(w, i, began, target, target);
        break;
    case PLAIN_ROYAL:
        if (has_end(w, 'c') || has_end(w, 'k'))
            end_capture(w, i, began, target, target);
        break;
    default:
        break;
    }
}

/* ------------------------------------------------------------------------------- going on */

/* The next leg begins at the point; the man has left his start by then. */
static void go_on(Walk *w, uint32_t i, Here here, bool toggles) {
    uint8_t left = w->men[w->start];
    if (toggles)
        here.range = here.range == 1 ? 0 : 1;
    if (i == 0 && w->mover == w->start)
        w->men[w->start] = PLAIN_NOBODY;
    walk_leg(w, i + 1, here);
    w->men[w->start] = left;
}

static void go_on_capturing(Walk *w, uint32_t i, Here here, int victim) {
    uint8_t man = w->men[victim];
    w->men[victim] = PLAIN_NOBODY;
    w->captured[w->n_captured++] = victim;
    go_on(w, i, here, false);
    w->n_captured--;
    w->men[victim] = man;
}

/* The friend there makes the rest of the move; our man stays where he was. */
static void go_on_relayed(Walk *w, uint32_t i, Here here) {
    uint8_t man = w->men[here.at], home = w->men[w->start];
    int mover = w->mover;
    w->men[w->start] = PLAIN_FRIEND;
    w->men[here.at] = PLAIN_NOBODY;
    w->mover = here.at;
    go_on(w, i, here, false);
    w->mover = mover;
    w->men[here.at] = man;
    w->men[w->start] = home;
}

static void go_on_empty(Walk *w, uint32_t i, Here here) {
    const PlainLeg *leg = leg_of(w, i);
    if (plain_has(leg, 'm'))
        go_on(w, i, here, false);
    if (plain_has(leg, 'y'))
        go_on(w, i, here, true);
    for (uint32_t k = 0; k < w->scene->n_rights && plain_has(leg, 'e'); k++) {
        const PlainRight *right = &w->scene->rights[k];
        if (right->point == here.at && w->men[right->victim] >= PLAIN_FOE &&
            w->men[right->victim] != PLAIN_PUT)
            go_on_capturing(w, i, here, right->victim);
    }
}

/* What the letters of an earlier leg allow on the point it has come to. */
static void turn_here(Walk *w, uint32_t i, Here here) {
    const PlainLeg *leg = leg_of(w, i);
    uint8_t man = w->men[here.at];
    bool own = man == PLAIN_FRIEND;
    if (man == PLAIN_NOBODY) {
        go_on_empty(w, i, here);
        return;
    }
    if (plain_has(leg, 'p') && (own || !plain_has(leg, 't')))
        go_on(w, i, here, false);
    if (plain_has(leg, 'g') && (own || !plain_has(leg, 't')))
        go_on(w, i, here, true);
    if ((man == PLAIN_FOE && plain_has(leg, 'c')) || (own && plain_has(leg, 'd')) ||
        (man == PLAIN_ROYAL && (plain_has(leg, 'c') || plain_has(leg, 'k'))))
        go_on_capturing(w, i, here, here.at);
    if (own && plain_has(leg, 'x'))
        go_on_relayed(w, i, here);
}

/* The leg has come to a point, after so many strides. */
static void arrive(Walk *w, uint32_t i, const Here *from, Here here, int at, int strides) {
    bool slides = (w->move->chained ? from->range : leg_of(w, i)->range) != 1;
    if (slides || i == 0)
        here.length = strides;
    here.at = at;
    if (is_last(w, i))
        end(w, i, from->at, &here, at);
    else
        turn_here(w, i, here);
}

/* ------------------------------------------------------------------------------- lines */

static int range_of(const Walk *w, uint32_t i, const Here *from) {
    const PlainLeg *leg = leg_of(w, i);
    int range = w->move->chained ? from->range : leg->range;
    if (leg->star) {
        int rank = w->board->y[w->start] + 1, ranks = w->board->ranks;
        int own = w->scene->black ? ranks + 1 - rank : rank;
        int left = (ranks + 1) / 2 - own;
        return left > 0 ? left : -1;
    }
    return range ? range : PLAIN_POINTS;
}

/* A line that comes to a point again, its own beginning above all, ends before it. */
static void ride(Walk *w, uint32_t i, const Here *from, const Here *here) {
    const PlainLeg *leg = leg_of(w, i);
    int range = range_of(w, i, from), at = from->at, least = 1;
    int skipped = is_step(leg) ? plain_has(leg, 'j') : 0;
    bool seen[PLAIN_POINTS] = {false};
    if (i > 0 && plain_has(leg, 'i')) {
        least = from->length;
        range = least < range ? least : range;
    }
    seen[at] = true;
    for (int n = 1; n <= range; n++) {
        int to = stride(w, leg, at, here->place, false);
        if (to < 0 || seen[to])
            return;
        seen[to] = true;
        if (n > skipped && n >= least)
            arrive(w, i, from, *here, to, n);
        if (n > skipped && w->men[to] != PLAIN_NOBODY)
            return;
        at = to;
    }
}

/* p: one man is crossed and the line goes on, the whole way counted. A single step crosses its
 * neighbour and lands behind. g: the same, right behind; a single step slides on. */
static void hop(Walk *w, uint32_t i, const Here *from, const Here *here) {
    const PlainLeg *leg = leg_of(w, i);
    int range = range_of(w, i, from), at = from->at, platform = 0, most = range;
    bool seen[PLAIN_POINTS] = {false}, g = plain_has(leg, 'g') != 0;
    seen[at] = true;
    if (range == 1)
        most = g ? PLAIN_POINTS : 2;
    for (int n = 1; n <= most; n++) {
        int to = stride(w, leg, at, here->place, true);
        if (to < 0 || seen[to])
            return;
        seen[to] = true;
        at = to;
        if (platform > 0) {
            arrive(w, i, from, *here, to, n);
            if (w->men[to] != PLAIN_NOBODY || (g && range != 1))
                return;
        } else if (w->men[to] != PLAIN_NOBODY) {
            platform = n;
        } else if (range == 1) {
            return; /* the neighbour has to be there */
        }
    }
}

/* z turns by 90 degrees, there and back; q by one place, always the same way. */
static void crooked(Walk *w, const Here *from, const Here *here, int side) {
    const PlainLeg *leg = leg_of(w, 0);
    int ring = w->board->ring, at = from->at, place = here->place, turn = side;
    int most = leg->range > 1 ? leg->range : 4 * w->board->n;
    if (plain_has(leg, 'q') && most > 7)
        most = 7;
    if (plain_has(leg, 'z'))
        turn *= ring / 4;
    for (int n = 1; n <= most; n++) {
        int to = stride(w, leg, at, place, false);
        if (to < 0 || to == w->start)
            return;
        arrive(w, 0, from, *here, to, n);
        if (w->men[to] != PLAIN_NOBODY)
            return;
        at = to;
        place = (place + turn + ring) % ring;
        turn = plain_has(leg, 'z') ? -turn : turn;
    }
}

static void walk_line(Walk *w, uint32_t i, const Here *from, const Here *here) {
    const PlainLeg *leg = leg_of(w, i);
    bool last = is_last(w, i);
    bool hops = last && !leg->may_end && (plain_has(leg, 'p') || plain_has(leg, 'g'));
    if (i == 0 && (plain_has(leg, 'z') || plain_has(leg, 'q'))) {
        crooked(w, from, here, 1);
        crooked(w, from, here, -1);
    } else if (hops) {
        hop(w, i, from, here);
    } else {
        ride(w, i, from, here);
    }
}

/* ------------------------------------------------------------------------------- turns */

static bool kind_has(const PlainLeg *leg, int place) {
    bool straight = place % 2 == 0;
    return leg->kind == PLAIN_STRAIGHT ? straight : leg->kind == PLAIN_DIAGONAL ? !straight : true;
}

/* Places that the leg may take from the one before, counted from it. */
static uint32_t places_asked(const Walk *w, uint32_t i, const Here *from, bool crossed) {
    const PlainLeg *leg = leg_of(w, i);
    uint32_t ahead = 1, left = 1u << (w->board->ring - 1), right = 2;
    if (leg->directions || leg->bends)
        return leg->directions;
    if (crossed) /* the one or two nearest */
        return ahead | left;
    return kind_has(leg, from->place) ? ahead : left | right;
}

/* z: to the other side than the latest bend; q: to the same. */
static bool bend_fits(const PlainLeg *leg, int latest, int side) {
    if (side == 0)
        return false;
    return latest == 0 || side == (plain_has(leg, 'z') ? -latest : latest);
}

static Here headed(const Walk *w, uint32_t i, const Here *from, int place) {
    const PlainLeg *leg = leg_of(w, i);
    Here here = *from;
    here.place = place;
    here.heading = 2 * place + (leg->kind == PLAIN_OBLIQUE ? 1 : 0);
    here.turned = from->turned || (i > 0 && here.heading != from->heading);
    if (leg->kind != PLAIN_LEVEL) {
        PlainVector v = vector_of(w, ways_of(w, leg, place, false));
        here.x += v.x;
        here.y += v.y;
    }
    return here;
}

static void walk_later(Walk *w, uint32_t i, const Here *from) {
    const PlainLeg *leg = leg_of(w, i);
    int ring = w->board->ring, odd = leg->kind == PLAIN_OBLIQUE;
    bool crossed = odd != (leg_of(w, i - 1)->kind == PLAIN_OBLIQUE);
    uint32_t asked = places_asked(w, i, from, crossed);
    for (int k = 0; k < ring; k++) {
        int turn = 2 * k + crossed;
        int side = turn % ring == 0 ? 0 : turn < ring ? 1 : -1;
        int heading = (from->heading + turn) % (2 * ring), place = heading / 2;
        bool bent = leg->bends >> k & 1 && bend_fits(leg, from->bend, side);
        if (!(asked >> k & 1 || bent) || !kind_has(leg, place))
            continue;
        Here here = headed(w, i, from, place);
        here.bend = side ? side : from->bend;
        walk_line(w, i, from, &here);
    }
}

/* An oblique leap bends on its way: to the side of its diagonal steps. */
static void walk_first(Walk *w, const Here *from) {
    const PlainLeg *leg = leg_of(w, 0);
    int places = leg->kind == PLAIN_LEVEL ? 2 : w->board->ring;
    for (int k = 0; k < places; k++) {
        if (leg->kind != PLAIN_LEVEL && !(leg->directions >> k & 1))
            continue;
        Here here = headed(w, 0, from, k);
        here.bend = leg->kind != PLAIN_OBLIQUE ? 0 : k % 2 ? -1 : 1;
        walk_line(w, 0, from, &here);
    }
}

/* Whom the move captured last is put down where the leg begins, if the point is free. */
static void walk_leg(Walk *w, uint32_t i, Here from) {
    bool puts = i > 0 && plain_has(leg_of(w, i), 'u') && w->n_captured > 0 && w->put_to < 0;
    uint8_t man = w->men[from.at];
    if (puts && man != PLAIN_NOBODY)
        return;
    if (puts) {
        w->put_from = w->captured[w->n_captured - 1];
        w->put_to = from.at;
        w->men[from.at] = PLAIN_PUT;
    }
    if (i == 0)
        walk_first(w, &from);
    else
        walk_later(w, i, &from);
    if (puts) {
        w->put_from = w->put_to = -1;
        w->men[from.at] = man;
    }
}

/* ------------------------------------------------------------------------------- moves */

static void walk_move(Walk *w) {
    const PlainLeg *first = leg_of(w, 0);
    Here here = {.at = w->start, .range = first->range, .length = 1};
    w->end =
        w->n_legs < w->move->n_legs ? leg_of(w, w->n_legs - 1)->end : leg_of(w, w->n_legs - 1)->has;
    if (first->kind != PLAIN_ANYWHERE) {
        walk_leg(w, 0, here);
        return;
    }
    for (int p = 0; p < w->board->n; p++)
        if (p != w->start && w->board->exists[p])
            end(w, 0, w->start, &here, p);
}

void plain_walk(const PlainScene *scene, const PlainText *text, int point, PlainActions *out) {
    static Walk w;
    w.scene = scene;
    w.board = scene->board;
    w.out = out;
    w.start = w.mover = point;
    w.n_captured = 0;
    w.put_from = w.put_to = -1;
    memcpy(w.men, scene->men, sizeof w.men);
    for (uint32_t k = 0; k < text->n; k++) {
        w.move = &text->moves[k];
        if (plain_has(&w.move->legs[0], 'i') && !scene->unmoved[point])
            continue;
        for (w.n_legs = 1; w.n_legs <= w.move->n_legs; w.n_legs++)
            if (w.n_legs == w.move->n_legs || w.move->legs[w.n_legs - 1].may_end)
                walk_move(&w);
    }
}
