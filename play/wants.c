#include "play/wants.h"

#include <string.h>

static bool wants_find(Wants *wants, Probe *probe) {
    if (!links_open(&wants->links, probe))
        return false;
    if (!wants->links.any && !rows_open(&wants->rows, probe))
        return false;
    if (!wants->links.any && wants->rows.n == 0 && !gather_open(&wants->gather, probe))
        return false;
    wants->any = wants->links.any || wants->rows.n > 0 || wants->gather.any;
    return true;
}

bool wants_open(Wants *wants, const Rules *rules) {
    memset(wants, 0, sizeof *wants);
    if (rules->any_royal)
        return true; /* it is about them */
    Probe *probe = probe_open(rules);
    bool fits = probe && wants_find(wants, probe);
    probe_close(probe);
    return fits;
}

void wants_close(Wants *wants) {
    rows_close(&wants->rows);
    links_close(&wants->links);
    gather_close(&wants->gather);
    wants->any = false;
}

int32_t wants_judge(const Wants *wants, Game *game) {
    uint8_t owners[MAX_POINTS];
    LinkSight sight;
    game_owners(game, owners);
    int32_t sum = rows_judge(&wants->rows, owners);
    if (wants->links.any) {
        links_see(&wants->links, owners, &sight);
        sum += links_judge(&wants->links, &sight);
    }
    if (wants->gather.any)
        sum += gather_judge(&wants->gather, owners);
    return sum;
}

void wants_gains(const Wants *wants, Game *game, uint32_t n_points, int32_t *gain) {
    uint8_t owners[MAX_POINTS];
    LinkSight sight;
    memset(gain, 0, n_points * sizeof *gain);
    game_owners(game, owners);
    rows_gains(&wants->rows, owners, game_side(game), gain);
    if (wants->links.any) {
        links_see(&wants->links, owners, &sight);
        links_gains(&wants->links, owners, &sight, gain);
    }
}
