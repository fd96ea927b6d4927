/* What conditions hang on. Siblings differ in few points: where a condition reads none of them, it
 * holds after one as after the other. Known for sets of men by type, what single lines reach from
 * them, and what is put together from those. */
#ifndef FERZ_INTERP_HANGS_H
#define FERZ_INTERP_HANGS_H

#include "interp/eval.h"

/* A condition with nothing played, and the points where a change of men could change it. */
typedef struct Memory {
    bool known, holds;
    Set points;
} Memory;

#define hangs_find CORE(hangs_find)

/* Adds the points to those of the memory, asks the condition, and notes whether some condition
 * remembered there holds; `known` becomes false where points do not tell. */
void hangs_find(Memory *memory, Context *c, ExprId id);

SET_INLINE void memory_clear(Memory *memory) {
    memory->known = true;
    memory->holds = false;
    memory->points = set_none();
}

/* Does the condition hold after an action that did no more than move a man, who stays what he is,
 * and perhaps take another? */
SET_INLINE Known memory_of(const Memory *memory, const Action *a) {
    bool plain =
        a->kind == ACTION_MOVE && !a->n_extras && !a->n_more && a->partner_from == NO_POINT;
    if (!memory->known || !plain || set_has(memory->points, a->from) ||
        set_has(memory->points, a->to) ||
        (a->victim != NO_POINT && set_has(memory->points, a->victim)))
        return NOT_KNOWN;
    return memory->holds ? KNOWN_TRUE : KNOWN_FALSE;
}

#endif
