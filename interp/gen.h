/* Gen: one generation under way, shared by the files that make it up. generate.c goes through
 * the men, judge.c finds whether an action is legal and what choices come with it, steps.c
 * asks the tiers of a step. Used by those files alone. */
#ifndef FERZ_INTERP_GEN_H
#define FERZ_INTERP_GEN_H

#include "interp/generate.h"
#include "interp/influence.h"
#include "interp/lines.h"
#include "interp/reverse.h"
#include "interp/seek.h"

/* A light extra in one generation: where it is open, by what is known of the action. */
typedef struct Light {
    const Extra *extra;   /* NULL: none, or closed whatever the action */
    bool seeks;           /* it may hang on check: actions that could give it are asked */
    bool asking;          /* the action at hand could give check */
    uint64_t known, open; /* by LIGHT_* bits */
    Seek seek;
} Light;

enum {
    LIGHT_CAPTURE = 1,
    LIGHT_EP = 2,
    LIGHT_PROMOTES = 4,
    LIGHT_OFFERS_EP = 8,
    LIGHT_CASTLE = 16,
    LIGHT_CHECK = 32,
    LIGHT_SCRATCH = SCRATCH_POSITIONS - 4
};

/* What the inlined parts of a generation do with legal actions: a constant there. */
typedef enum How {
    HOW_COUNT,
    HOW_LIST,
    HOW_LOTS, /* noted as sets where masks tell all, else listed (lots.h) */
    HOW_LIT,  /* counted, listed or noted, each perhaps once more with the light extra */
    HOW_ALONE /* judged one by one, those that somebody draws (chance.h) */
} How;

enum { NO_HAND = N_OWNERS };

typedef struct Gen {
    Game *g;
    const Position *p;
    uint8_t us, them;
    How how;
    bool list;
    bool safe;     /* constraints are in force */
    bool simple;   /* nothing is judged singly but royals, e.p. and castling */
    uint8_t tried; /* ACTIONS_* that are made whatever else is found */
    bool slow;     /* judged singly by making: everything (trial, or beyond the scheme) */
    Set occupied, own, empty;
    Set foe;      /* what may be taken by default: the other side's men but for iron ones */
    Set closed;   /* where nobody may arrive by default: neither empty nor in `foe` */
    uint8_t hand; /* whose hand is dropped, but in plain turns: an owner, or NO_HAND */
    Set royals;
    Set try_set;    /* arrivals there are expanded */
    Set always_try; /* of every type, while types add their own */
    Set asked;      /* where forbids that are asked at all hang on: men there are asked too. What */
    bool barred;    /* leaves these points alone is barred, or it is not */
    Lines lines;
    Attackers attackers; /* of the other side, when `safe` */
    bool doubtful;       /* some of them have guarded attacks: the same without the guards, */
    Attackers bounds;    /* where they tell of danger the action is made */
    Lines doubts;
    Set movers;          /* men that may act; all of ours in plain turns */
    const Tier *tier;    /* asked of every action after it is made; or NULL */
    const Tier *chooser; /* asked of every action before it is made; or NULL */
    Light light;
    bool any;      /* one action is enough */
    bool programs; /* with `safe`: programs of the other side could attack royals */
    Stands stands; /* where the game has programs */
    Action *out;
    uint32_t capacity, count;
    Lots *lots;    /* where actions are noted as sets; NULL: all are listed or counted */
    uint32_t held; /* of `count` those that lie there and not in `out` */
    /* with influences: */
    Set actors;            /* men that may act, of whom `movers` go their own way alone */
    Influenced influenced; /* of ours */
} Gen;

static inline void emit_one(Gen *gen, const Action *a) {
    uint32_t place = gen->count++ - gen->held;
    if (gen->list && place < gen->capacity)
        action_copy(&gen->out[place], a);
}

/* Asks of an action that is not made yet, by what it is; a.from NO_POINT: of any. Sets up `facts`.
 */
static inline Context gen_asking(const Gen *gen, Facts *facts, const Action *a) {
    facts_clear(facts);
    facts->us = gen->us;
    facts->mover = facts->partner = NO_POINT;
    action_copy(&facts->action, a);
    Context c = context_of(gen->g, gen->p, gen->us);
    c.before = gen->p;
    c.facts = facts;
    return c;
}

#define gen_men CORE(gen_men)
#define gen_alone CORE(gen_alone)
#define gen_arrivals CORE(gen_arrivals)
#define gen_ep CORE(gen_ep)
#define gen_odd_men CORE(gen_odd_men)
#define gen_step CORE(gen_step)
#define gen_step_alone CORE(gen_step_alone)
#define gen_castle_open CORE(gen_castle_open)
#define gen_castlings CORE(gen_castlings)
#define gen_drops CORE(gen_drops)
#define gen_conversions CORE(gen_conversions)
#define judge CORE(judge)
#define judge_by_making CORE(judge_by_making)
#define judge_forbidden CORE(judge_forbidden)
#define emit_choices CORE(emit_choices)
#define light_twice CORE(light_twice)
#define tier_chooses CORE(tier_chooses)
#define light_begin CORE(light_begin)
#define slow_men CORE(slow_men)
#define tried_behind_gates CORE(tried_behind_gates)
#define doubts_find CORE(doubts_find)

/* Men that are nobody's, or that nobody takes. */
void gen_odd_men(Gen *gen);

SET_INLINE void gen_sets(Gen *gen, Game *g, const Position *p) {
    gen->g = g;
    gen->p = p;
    gen->us = p->side;
    gen->them = p->side ^ 1;
    gen->own = p->sides[gen->us];
    gen->foe = p->sides[gen->them];
    gen->closed = gen->own;
    gen->occupied = set_or(gen->own, gen->foe);
    if (__builtin_expect(g->odd_men, 0))
        gen_odd_men(gen);
    gen->empty = set_minus(g->points, gen->occupied);
    gen->movers = gen->own;
    gen->tier = gen->chooser = NULL;
    gen->any = gen->programs = false;
    gen->count = gen->held = 0;
    gen->lots = NULL;
}

/* What is wanted of a generation. */
typedef struct Wanted {
    bool list, trial, any, stop, lots;
} Wanted;

/* Actions of the men in `gen->movers`. */
void gen_men(Gen *gen, Wanted wanted);
/* Actions of the step of the top frame: its tiers, passes, the stop. */
void gen_step(Gen *gen, Wanted wanted);
/* Finds what judging an action needs, where nothing else is asked. */
void gen_alone(Gen *gen);
/* Whom the step of the top frame lets act, where the man and the position alone tell that: then
 * every legal action of theirs is one of the step. `stops`: it may be ended. */
bool gen_step_alone(Gen *gen, bool *stops);
/* Where a flagged or guarded unit lets the man on `from` arrive. */
Set gen_arrivals(Gen *gen, const HotUnit *u, uint32_t from);
/* Captures in passing by the rights there are. */
void gen_ep(Gen *gen);

/* Could any castling of ours be played, by the sets alone? Most positions say no at once. */
bool gen_castle_open(const Gen *gen);
void gen_castlings(Gen *gen);
/* Constraints where captured men convert. Captures are asked singly while guarded attacks stand,
 * and where a royal of theirs could be taken, who would be ours. */
void gen_conversions(Gen *gen);
/* Drops from a hand. */
void gen_drops(Gen *gen, uint8_t hand);

/* Adds the action if it is legal, with every choice that may come with it: made on a scratch
 * position when its class asks for it, else by the attacks that the new occupancy allows. */
void judge(Gen *gen, const HotType *t, const Action *a);
/* The same, always made. */
void judge_by_making(Gen *gen, const Action *a);
/* Does a `forbid` bar the action that led to `after`? */
bool judge_forbidden(Gen *gen, const Position *after, Facts *facts);
/* Adds a legal action whose promotion, if any, is fast: one action for each choice. */
void emit_choices(Gen *gen, const HotType *t, const Action *base);
/* Those of one movement's arrivals whose action may come with the light extra; none of them
 * promotes, or could give check where the extra asks for that. */
Set light_twice(Gen *gen, Set targets, uint8_t flags);
/* Does the choosing tier meet the action, by what the action is? */
bool tier_chooses(Gen *gen, const Action *a);
/* Finds whether the light extra is open to some action, and what could give check if that
 * matters to it. Where checks are more than attacks found on sets, everything is made. */
void light_begin(Gen *gen);
/* Classes of actions that must be made because of forbids that could bar some now. */
uint8_t tried_behind_gates(Gen *gen);
/* What guarded attacks of the other side allow at the least, with `ours` on the board. Men on
 * their lines are looked at one by one, whatever they are allowed. */
void doubts_find(Gen *gen, Set ours);
/* Has the side men whose attacks are asked man by man? `unbounded`: such that nothing in the
 * tables tells where at most. */
bool slow_men(const Game *g, const Position *p, uint8_t side, bool unbounded);

#endif
