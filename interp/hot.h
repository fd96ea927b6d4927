/* Hot tables: what generation reads in its inner loops, resolved to pointers once per game
 * from the tables of the rules. */
#ifndef FERZ_INTERP_HOT_H
#define FERZ_INTERP_HOT_H

#include "interp/core.h"

#define hot_build CORE(hot_build)

/* Carves parts out of one block; with base NULL it only measures. */
typedef struct Carve {
    char *base;
    size_t used;
} Carve;

static inline void *carve(Carve *c, size_t bytes) {
    size_t at = (c->used + 63) & ~(size_t)63;
    c->used = at + bytes;
    return c->base ? c->base + at : NULL;
}

/* Measures (base NULL, `g` untouched) or builds the tables of g->rules. */
void hot_build(Game *g, const Rules *rules, Carve *c);

#endif
