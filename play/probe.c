#include "play/probe.h"

#include <stdlib.h>
#include <string.h>

Probe *probe_open(const Rules *rules) {
    Probe *probe = calloc(1, sizeof *probe);
    if (!probe)
        return NULL;
    probe->memory = aligned_alloc(GAME_ALIGNMENT, game_bytes(rules, 1));
    if (!probe->memory) {
        free(probe);
        return NULL;
    }
    probe->rules = rules;
    probe->game = game_init(probe->memory, rules, 1);
    probe_reset(probe);
    return probe;
}

void probe_close(Probe *probe) {
    if (probe)
        free(probe->memory);
    free(probe);
}

void probe_reset(Probe *probe) {
    probe->state = probe->rules->start;
    probe->state.n_frames = 0;
    probe->state.n_ep = 0;
    probe->state.last.known = false;
}

void probe_take(Probe *probe, uint32_t point) {
    Man *man = &probe->state.men[point];
    man->type = NO_TYPE;
    man->owner = 0;
    man->unmoved = false;
}

void probe_put(Probe *probe, uint32_t point, uint8_t side, uint8_t type) {
    probe->state.men[point] = (Man){.type = type, .owner = side, .base = type};
}

void probe_clear(Probe *probe) {
    probe_reset(probe);
    for (uint32_t p = 0; p < probe->rules->board.n_points; p++)
        if (probe->state.men[p].type != NO_TYPE)
            probe_take(probe, p);
}

int probe_decided(Probe *probe) {
    for (uint8_t side = 0; side < 2; side++) {
        probe->state.side = probe->state.turn_side = side;
        game_set(probe->game, &probe->state);
        probe->asked++;
        Outcome end = game_ended(probe->game);
        if (end.over && end.percent != 50)
            return end.percent > 50 ? FOR_WHITE : FOR_BLACK;
    }
    return NOT_DECIDED;
}
