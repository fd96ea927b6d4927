#include "tests/games/support_plain_match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sink.h"

bool plain_match(PlainMatch *match, const PlainBoard *board, const Rules *rules) {
    uint32_t found = 0;
    match->board = board;
    match->rules = rules;
    for (int p = 0; p < board->n; p++) {
        match->point[p] = NO_POINT;
        for (uint32_t q = 0; q < rules->board.n_points && board->exists[p]; q++)
            if (strcmp(board->names[p], rules->board.points[q].name) == 0) {
                match->point[p] = (PointId)q;
                match->plain[q] = (int16_t)p;
                found++;
            }
        if (board->exists[p] && match->point[p] == NO_POINT)
            return false;
    }
    return found == rules->board.n_points;
}

static PlainMan man_of(const Rules *rules, const Man *man, uint8_t side) {
    if (man->type == NO_TYPE)
        return PLAIN_NOBODY;
    if (man->owner == side)
        return PLAIN_FRIEND;
    return rules->types[man->type].royal[man->owner & 1] ? PLAIN_ROYAL : PLAIN_FOE;
}

void plain_scene(const PlainMatch *match, const State *state, uint8_t side, PlainScene *scene) {
    memset(scene, 0, sizeof *scene);
    scene->board = match->board;
    scene->black = side == SIDE_BLACK;
    for (int p = 0; p < match->board->n; p++)
        if (match->point[p] != NO_POINT) {
            const Man *man = &state->men[match->point[p]];
            scene->men[p] = (uint8_t)man_of(match->rules, man, side);
            scene->unmoved[p] = man->type != NO_TYPE && man->unmoved;
        }
    for (uint32_t i = 0; i < state->n_ep; i++)
        for (uint32_t k = 0; k < state->ep[i].n_points; k++)
            if (scene->n_rights < sizeof scene->rights / sizeof scene->rights[0])
                scene->rights[scene->n_rights++] = (PlainRight){
                    match->plain[state->ep[i].points[k]], match->plain[state->ep[i].victim]};
}

static int16_t plain_point(const PlainMatch *match, PointId point) {
    return point == NO_POINT ? -1 : match->plain[point];
}

static int compare_points(const void *a, const void *b) {
    return *(const int16_t *)a - *(const int16_t *)b;
}

PlainAction plain_action(const PlainMatch *match, const Action *action) {
    PlainAction plain;
    memset(&plain, 0, sizeof plain);
    plain.from = plain_point(match, action->from);
    plain.to = plain_point(match, action->to);
    plain.put_from = plain_point(match, action->partner_from);
    plain.put_to = plain_point(match, action->partner_to);
    plain.n_captured = (int16_t)action_captures(action);
    for (uint32_t i = 0; i < action_captures(action); i++)
        plain.captured[i] = plain_point(match, action_captured(action, i));
    qsort(plain.captured, (size_t)plain.n_captured, sizeof plain.captured[0], compare_points);
    return plain;
}

const PlainAction *plain_difference(const PlainActions *a, const PlainActions *b, bool *in_a) {
    uint32_t i = 0, k = 0;
    while (i < a->count && k < b->count && plain_action_compare(&a->items[i], &b->items[k]) == 0)
        i++, k++;
    if (i == a->count && k == b->count)
        return NULL;
    *in_a = k == b->count || (i < a->count && plain_action_compare(&a->items[i], &b->items[k]) < 0);
    return *in_a ? &a->items[i] : &b->items[k];
}

void plain_action_text(const PlainBoard *board, const PlainAction *action, char *out, size_t size) {
    Sink sink = sink_over(out, size);
    sink_printf(&sink, "%s-%s", board->names[action->from], board->names[action->to]);
    for (int i = 0; i < action->n_captured; i++)
        sink_printf(&sink, "~%s", board->names[action->captured[i]]);
    if (action->put_from >= 0)
        sink_printf(&sink, "(%s-%s)", board->names[action->put_from], board->names[action->put_to]);
}
