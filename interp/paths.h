/* Path programs of the other side in a generation: which actions they leave royals safe after. */
#ifndef FERZ_INTERP_PATHS_H
#define FERZ_INTERP_PATHS_H

#include "interp/gen.h"

#define program_lines CORE(program_lines)
#define program_attack_after CORE(program_attack_after)
#define program_action_attacked CORE(program_action_attacked)

/* Adds to the constraints of tables those of programs: who attacks a royal now, and which points
 * have to be asked for. Where the answer hangs on guards, everything is made. */
void program_lines(Gen *gen);
/* Is one of the royals, as they stand after the action, attacked by programs then? The action is a
 * move or a castling that takes one man at most. */
Attacked program_attack_after(Gen *gen, const Action *a, Set royals);
/* The same for any action of a program that puts nobody down, tables asked as well. */
Attacked program_action_attacked(Gen *gen, const Action *a);

/* What a plan says besides tries. */
typedef enum PlanRest {
    REST_NONE,
    REST_EP, /* captures by e.p. rights alone */
    REST_MORE
} PlanRest;

static inline PlanRest plan_rest(const Rules *r, const TypePlan *plan) {
    PlanRest rest = REST_NONE;
    for (uint32_t i = 0; i < plan->n_programs; i++) {
        const ProgramUnit *unit = &r->programs[plan->first_program + i];
        if (unit->rest && !unit->rest_is_ep)
            return REST_MORE;
        rest = unit->rest ? REST_EP : rest;
    }
    return rest;
}

static inline bool plan_has_tries(const Rules *r, const TypePlan *plan) {
    for (uint32_t i = 0; i < plan->n_programs; i++)
        if (unit_has_tries(&r->programs[plan->first_program + i]))
            return true;
    return false;
}

#endif
