/* Checks to come: which actions could give check, found on sets before any is made. The answer
 * may hold too much, never too little; what it names is made and asked. */
#ifndef FERZ_INTERP_SEEK_H
#define FERZ_INTERP_SEEK_H

#include "interp/attack.h"

typedef struct Seek {
    Set royals; /* of the other side */
    Set touchy; /* whoever leaves or enters one of these may open a line */
} Seek;

/* Points of a line where a change may make an attack. */
SET_INLINE Set seek_line(const Game *g, uint32_t line, Set occupied) {
    Set between;
    memcpy(&between, g->rules->line_sets + (size_t)line * SET_WORDS, sizeof between);
    uint32_t hurdles = g->rules->line_hurdles[line];
    if (hurdles == LINE_GENERAL)
        return between;
    uint32_t n = set_count(set_and(between, occupied));
    if (n == hurdles) /* attacked as it is: whatever leaves the line alone gives check */
        return set_all();
    if (n == hurdles + 1)
        return set_and(between, occupied);
    return n + 1 == hurdles ? set_minus(between, occupied) : set_none();
}

static inline void seek_find(Seek *seek, const Game *g, const Position *p, uint8_t by,
                             Set occupied) {
    const HotAttack *a = &g->attacks[by];
    const Set *men = position_men(g, p, by, 0);
    seek->royals = check_royals(g, p, by ^ 1);
    seek->touchy = set_none();
    SET_EACH(royal, seek->royals)
    for (uint32_t i = 0; i < a->n_leaps; i++)
        if (set_meets(a->leaps[i].origins[royal], men[a->leaps[i].type]))
            seek->touchy = set_all(); /* attacked as it is */
    SET_EACH(royal, seek->royals)
    for (uint32_t i = 0; i < a->n_lines; i++) {
        const HotLineAttack *line = &a->lines[i];
        Set reach = line->reach[royal];
        SET_EACH(from, set_and(line_men(line, men), reach)) {
            uint32_t id = line->lines[royal] + set_rank(reach, from);
            seek->touchy = set_or(seek->touchy, seek_line(g, id, occupied));
        }
    }
}

SET_INLINE bool seek_has_type(const HotLineAttack *line, uint8_t type) {
    for (uint32_t j = 0; j < line->n_types; j++)
        if (line->types[j] == type)
            return true;
    return false;
}

/* Points from which a man of the type attacks one of the royals. A man of a type whose lines
 * are not closed may stand in his own way, so he is asked wherever he goes. */
static inline Set seek_arrivals(const Seek *seek, const Game *g, uint8_t by, uint8_t type,
                                Set occupied) {
    const HotAttack *a = &g->attacks[by];
    Set result = set_none();
    SET_EACH(royal, seek->royals) {
        for (uint32_t i = 0; i < a->n_leaps; i++)
            if (a->leaps[i].type == type)
                result = set_or(result, a->leaps[i].origins[royal]);
        for (uint32_t i = 0; i < a->n_lines; i++) {
            if (!seek_has_type(&a->lines[i], type))
                continue;
            if (!a->lines[i].closed)
                return set_all();
            result = set_or(result, family_targets(&a->lines[i].family, royal, occupied));
        }
    }
    return result;
}

#endif
