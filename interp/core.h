/* The core's own types: position, game, hot tables. Compiled once per width of point sets
 * and processor flavour; CORE(name) gives each compilation its own symbols.
 *
 * Memory of a game, one block:
 *     Game | zobrist | hot tables | position stack | scratch positions | records | actions
 * A position is made by copying the one before it and changing the copy, so undoing is
 * going back one place, and `before(E)` reads the place below. */
#ifndef FERZ_INTERP_CORE_H
#define FERZ_INTERP_CORE_H

#include <assert.h>
#include <string.h>

#include "interp/bits.h"
#include "interp/game.h"

#ifndef CORE_FLAVOUR
#define CORE_FLAVOUR portable
#endif
#define CORE_JOIN3(name, width, flavour) name##_##width##_##flavour
#define CORE_JOIN2(name, width, flavour) CORE_JOIN3(name, width, flavour)
#define CORE(name) CORE_JOIN2(name, SET_WIDTH, CORE_FLAVOUR)

/* --------------------------------------------------------------------- position */

/* A step in play. */
typedef struct Frame {
    uint8_t owner;
    uint8_t step; /* in Rules.turn_steps */
    bool acted;   /* something was played in this turn or reply */
    bool final;   /* the step is over */
    int32_t done, min, max;
    uint32_t answers; /* in a reply: 1 + the ply of the action it answers; else 0 */
} Frame;

typedef struct Position {
    uint64_t key; /* men, side, `unmoved` of types that read it: incremental */
    uint32_t turn;
    uint8_t side;      /* to act: the owner of `frame` */
    uint8_t turn_side; /* whose turn it is */
    uint8_t n_frames;  /* at least 1 */
    bool fresh;        /* nothing was played in this turn yet */
    Frame frame;       /* the top one; those below lie behind the counters */
    uint8_t n_ep;
    uint8_t result;           /* set by an effect, or RESULT_* */
    uint8_t board[SET_WIDTH]; /* type on each point, NO_TYPE = empty */
    Set sides[N_OWNERS];      /* by owner; nobody's last */
    Set unmoved;
    /* men[owner * n_types + type], then marks[mark * 2 + setter], then counters as
     * int32_t [counter][2], the frames below the top where rules have replies, the bars where
     * rules take back, and the counters' setters, one byte each; where rules have them the
     * hands, uint16_t [owner][type], and the types that men had before promotion, a byte a
     * point; n_ep rights of rules_ep_rights at most; where points can be blocked the set of
     * those that are, all of them in nobody's set of `sides` too */
    Set sets[];
} Position;

/* Actions that were taken back and may not be chosen again while their frame lasts. */
typedef struct Bars {
    uint32_t n;
    struct {
        Action action;
        uint32_t frame; /* depth of the frame in which it was chosen */
    } bar[MAX_BARS];
} Bars;

/* ------------------------------------------------------------------- hot tables */

typedef struct HotFamily {
    const uint64_t *rows; /* of point 0: SET_WORDS mask words and one of offsets each */
    const Set *targets;   /* all targets of the game */
    const uint16_t *indices;
    const WalkNode *walks;
    uint8_t form;
} HotFamily;

typedef struct HotUnit {
    uint8_t modes, flags;
    uint8_t n_families, n_open; /* the open ones follow */
    bool empty;                 /* neither families nor leaps nor a set */
    uint32_t component;
    ExprId from, within, when, to; /* guards; NO_EXPR */
    ExprId takes;                  /* whom it takes; NO_EXPR the other side's men */
    ExprId hops;                   /* whom it hops over; NO_EXPR any man */
    const Set *leaps;              /* per point, or NULL */
    const HotFamily *families;
} HotUnit;

typedef struct HotShift {
    int delta;
    uint8_t modes, flags;
    uint8_t n_empty;
    int empty[3];
    uint32_t component;
    const Set *origins;
} HotShift;

/* How a type's plain units are looked up: the common shapes need no loops. */
typedef enum HotShape {
    SHAPE_NONE,     /* no plain units */
    SHAPE_LEAPS,    /* one leap table, moves and captures alike */
    SHAPE_FAMILY,   /* one family likewise */
    SHAPE_FAMILIES, /* two families likewise */
    SHAPE_GENERAL
} HotShape;

/* How all men of a type are generated. */
typedef enum HotWay {
    WAY_SHAPE,  /* by the shape of the plain units */
    WAY_SHIFTS, /* set-wise */
    WAY_PLAIN,  /* man by man, in general */
    WAY_SINGLY  /* set-wise and guarded movements: man by man */
} HotWay;

/* A type's movement: plain units merged by mode (both, move, capture), then the units with
 * flags or guards; or shifts in their place, as in TypePlan. */
typedef struct HotType {
    uint8_t way;         /* HotWay */
    uint8_t shape;       /* HotShape */
    const Set *leaps;    /* SHAPE_LEAPS */
    HotFamily family[2]; /* SHAPE_FAMILY, SHAPE_FAMILIES */
    HotUnit plain[3];
    const HotUnit *units;
    const HotShift *shifts;
    uint16_t n_units, n_shifts;
    bool royal;
    bool can_move;
    bool guarded;         /* `units` hold more than e.p. captures */
    uint8_t n_promotions; /* fast promotion: choices */
    const Set *zone;      /* fast promotion: arrivals that bring it, else NULL */
    const Set *leaving;   /* fast promotion: points whose leaving brings it, or NULL */
    bool optional;        /* it may be declined, but in `must`, or leaving brings it */
    const Set *must;      /* arrivals, or NULL */
} HotType;

typedef struct HotLeapAttack {
    const Set *origins;
    uint8_t type;
} HotLeapAttack;

typedef struct HotLineAttack {
    HotFamily family;
    const Set *reach;
    const uint8_t *types;
    uint8_t n_types;
    const uint32_t *lines; /* per target point: first line */
    bool closed;           /* no hurdles, and who stands between an attacker and his target
                              could attack it from there along the rest of the line: a rider */
} HotLineAttack;

typedef struct HotAttack {
    const HotLeapAttack *leaps;
    const HotLineAttack *lines;
    const SlowAttack *slow;
    uint16_t n_leaps, n_lines, n_slow;
} HotAttack;

/* A castling whose men and points are known, its sets at hand. */
typedef struct HotCastling {
    const Set *clear; /* must be empty */
    const Set *path;  /* the castler's way, both ends included */
    Set men;          /* castler and partner, both unmoved */
    uint64_t number;  /* of the pair in the key; 0 where another castling has the same pair */
    uint8_t type;     /* the castler's */
    PointId from, to, partner_from, partner_to;
} HotCastling;

/* ----------------------------------------------------------- leaf counts (count.h) */

enum {
    COUNT_ATTACKS = 32, /* leap and line attacks of a side that counts on sets look at */
    COUNT_FILTERS = 4,  /* arrivals beyond the modes that its guards tell apart */
    COUNT_KINDS = 8     /* kinds of men that one guard names */
};

/* Men told by owner and type, or all but them: places among the sets of men of a position. */
typedef struct CountKinds {
    bool others;
    uint8_t n;
    uint8_t men[COUNT_KINDS];
} CountKinds;

/* Where a guarded movement may arrive, whatever the man and his point. */
typedef struct CountFilter {
    bool empty;      /* on points without men */
    CountKinds foes; /* and on men of the other side of these kinds */
} CountFilter;

/* Leaps, or one family, of units that are plain or guarded by kinds of men alone; or a whole unit
 * that does not hop over some kinds. */
typedef struct CountPart {
    const Set *leaps; /* or NULL: the family, or */
    const HotUnit *unit;
    HotFamily family;
    uint8_t arrive; /* its modes, or a filter behind them */
    bool attacks;   /* it takes royals */
} CountPart;

typedef enum CountWay {
    COUNT_SHIFTS,   /* set-wise */
    COUNT_LEAPS,    /* one part, leaps for moves and captures */
    COUNT_FAMILY,   /* one part, a family likewise */
    COUNT_FAMILIES, /* two such */
    COUNT_PARTS     /* any others, or with promotion */
} CountWay;

typedef struct CountType {
    uint8_t way; /* CountWay */
    uint8_t type;
    uint8_t n_parts, n_shifts;
    bool barred;             /* of a kind that their hoppers do not hop over */
    const HotType *promotes; /* for its promotion, or NULL */
    uint8_t n_guarded;       /* guarded movements: asked whether they matter */
    const CountPart *parts;
    const HotShift *shifts;
    const HotUnit *guarded;
    const Set *watch; /* per point, where a man looks; NULL: where its parts lead it */
} CountType;

/* The points where a movement may be taken e.p., from where it begins: the same for all its
 * paths, else `known` is false. */
typedef struct EpTrail {
    bool known;
    uint8_t n;
    int16_t delta[MAX_EP_POINTS];
} EpTrail;

/* ------------------------------------------------------------------------- game */

/* The past: entry i is the decision at ply i and the action chosen there. */
typedef struct Record {
    uint64_t key; /* valid when keyed */
    Action action;
    uint32_t action_hash;
    PointId mover, partner; /* where they stood when the action was committed; NO_POINT */
    Set fallen;             /* where its effects captured men */
    uint32_t earlier;       /* ply + 1 of the one before in its bucket, or 0 */
    bool keyed;             /* noted in Game.latest: */
    bool gave_check, final;
} Record;

enum {
    SEEN_BUCKETS = 4096,
    SCRATCH_POSITIONS = MAX_EXTRAS + 5,
    MAX_BANKS = 6,
    CANDIDATE_BUFFERS = 3, /* a man's, relayed ones, those of rights to take e.p. */
    TIER_SCORES = 8 /* numbers per action of a tier that picks: group (2), values, kept */,
    POOL_ACTIONS = 8 * 16384
};

struct GameOps;
typedef struct Lots Lots;         /* lots.h */
typedef struct EndGate EndGate;   /* quick.h */
typedef struct HotClock HotClock; /* quick.h */

struct Game {
    const struct GameOps *ops; /* first: read without knowing the width */
    const Rules *rules;
    uint32_t ply, max_plies;
    size_t position_bytes;
    uint32_t n_types, n_points;
    uint32_t n_below;     /* frames kept below the top: 0 without replies */
    uint32_t marks_at;    /* sets before the marks */
    uint32_t counters_at; /* sets before the counters */
    uint32_t hands_at;    /* bytes of a position before the hands; 0 without hands */
    uint32_t ep_at;       /* bytes of a position before the e.p. rights */
    uint32_t blocked_at;  /* before the blocked points; 0 where no point can be blocked */
    uint32_t bases_at;    /* and before the types before promotion; 0 where nothing reads them */
    uint8_t n_owners;     /* 3 with neutral men, else 2 */
    bool odd_men;         /* some man is nobody's, or nobody takes him */
    bool odd_actions;     /* drops, programs, men that are nobody's, or under influences */
    bool odd_legality;    /* barred actions, steps that differ in safety, programs */
    uint8_t n_iron;       /* types that nobody may take */
    uint8_t iron[MAX_TYPES];
    bool odd_takers[2]; /* some fast attack of the side is no plain unit */
    bool free_pass;     /* who is not in check passes, and nothing else is asked */
    bool may_be_stuck;  /* no end covers a side that cannot act */
    bool keys_needed;   /* every position of perft needs its key */
    bool counting;      /* in a count that draws do not cut: idle rules rest */
    bool lifetimes;     /* some counter or mark has a lifetime */
    bool own_effects;   /* some movement has effects of its own, or changes the man */
    bool crowded;       /* a man had more actions than there is room for */
    bool bare;          /* counting, and nothing but men, rights and the turn changes */
    bool bare_counts;   /* the same, but for captures or drops where some rule is for them: */
    bool bare_captures_live, bare_drops_live;
    bool moves_alone;     /* a move changes no men but where it begins, ends and takes */
    bool chances;         /* random play may draw before it judges (chance.h) */
    bool bare_play;       /* in play, actions of men are made so, and clocks run beside */
    bool bare_rules_live; /* and such as count at any action */
    bool live_rules;      /* some rule is not idle */
    bool bare_live;       /* nor done by bare making itself, as conversion is */
    bool odd_rules;       /* and one that does more than count when an action is made */
    bool light_extra;     /* the game has one extra and it is light */
    uint8_t expires;      /* bit u: something lives until u (an Until) */
    uint8_t rules_at;     /* bit a: some rule runs at a (a RuleAt) */
    uint64_t side_key;    /* changes in the key when the side to act does */
    uint8_t royal_types[2][MAX_TYPES];
    uint32_t n_royal_types[2];
    Set points;              /* all points of the board */
    const uint64_t *zobrist; /* [(owner * n_types + type) * n_points + point] */
    HotType *types[2];       /* [side][type] */
    HotType *movers;         /* [mover]: movement alone, for reach() */
    HotAttack attacks[2], bounds[2];
    HotUnit *units;        /* of Rules.units */
    Set castlers[2];       /* points of static castlers that must be unmoved */
    bool free_castling[2]; /* some castling of the side is dynamic, or its castler may have moved */
    HotCastling *castlings[2]; /* of each side, when free_castling is false */
    bool countable;            /* leaves may be counted by count.h: */
    bool count_safe;           /* our royals must be safe */
    const CountType *count_types[2];
    uint32_t n_count_types[2];
    const CountType *count_by_type[2][MAX_TYPES]; /* or NULL: the type cannot move */
    uint8_t count_leap[2][MAX_TYPES];             /* the type's leap attack, or COUNT_ATTACKS */
    uint32_t count_lines[2][MAX_TYPES];           /* its line attacks, a bit each */
    bool count_guarded;                           /* some type has guarded movements */
    CountFilter count_filters[2][COUNT_FILTERS];
    uint8_t n_count_filters[2];
    bool count_filtered[2];   /* not only royals have such movements */
    CountKinds count_bars[2]; /* men whom hoppers of the side do not hop over; `others` is unset */
    bool count_hops[2];       /* some attack of the side hops over men but those */
    bool count_others;        /* a pass or offers stand beside the movements, or gates of forbids */
    bool count_based;         /* siblings are counted from a base */
    bool count_replays;       /* some forbid bars where a position occurred before */
    bool count_odd;           /* that, or captured men convert */
    uint32_t n_castlings[2];
    char *stack;      /* max_plies + 1 positions */
    char *scratch;    /* MAX_BANKS times SCRATCH_POSITIONS positions */
    char *candidates; /* CANDIDATE_BUFFERS of Candidates for each bank; NULL without programs */
    uint32_t bank;    /* depth of generations inside generations */
    const struct Facts *judged; /* inside `possible`: what `last` is; else NULL */
    const Position *judged_in;  /* where that action was chosen */
    uint64_t possible_forbids;  /* bit i: the i-th forbid reads `possible` */
    bool in_possible;           /* `possible` does not ask itself again */
    bool reads_alternatives;    /* some expression reads `alternatives` */
    bool reads_replays;         /* or `replays` */
    StateLast root_last;        /* the action before the game's first position */
    int32_t *scores;            /* of the actions of a tier that picks, for each bank */
    Lots *lots;                 /* of an action that is drawn */
    const EndGate *end_gates;   /* of each end */
    const HotClock *clocks;     /* of each rule */
    bool only_clocks;           /* no other rule runs at an action */
    bool key_castlings; /* pairs that may castle are all in `castlings`, whatever else holds */
    Record *records;    /* max_plies + 1 */
    Action *pool;       /* action lists of the recursions */
    uint32_t pool_used;
    uint32_t count_ply; /* ply + 1 whose number of legal actions is known, else 0 */
    uint32_t count;
    uint32_t key_ply; /* ply + 1 whose key is known, else 0 */
    uint64_t key;
    const Set *ep_reach[2];        /* [side][point]: where men that may take there e.p. can stand */
    const EpTrail *ep_trails;      /* of each component */
    bool keyless;                  /* counting without keys */
    uint32_t latest[SEEN_BUCKETS]; /* ply + 1 of the latest keyed record, by low key bits; or 0 */
};

static inline Position *game_at(const Game *g, uint32_t ply) {
    return (Position *)(void *)(g->stack + (size_t)ply * g->position_bytes);
}
static inline Position *game_now(const Game *g) {
    return game_at(g, g->ply);
}
static inline Position *game_scratch(const Game *g, uint32_t i) {
    assert(i < SCRATCH_POSITIONS);
    i += g->bank * SCRATCH_POSITIONS;
    return (Position *)(void *)(g->scratch + (size_t)i * g->position_bytes);
}

/* Scores of the generation at hand. */
static inline int32_t *game_scores(const Game *g) {
    return g->scores + (size_t)g->bank * MAX_ACTIONS * TIER_SCORES;
}

SET_INLINE Set position_occupied(const Position *p) {
    return set_or(set_or(p->sides[0], p->sides[1]), p->sides[OWNER_NEUTRAL]);
}
SET_INLINE uint8_t position_owner(const Position *p, uint32_t point) {
    return (uint8_t)(set_has(p->sides[1], point) | set_has(p->sides[OWNER_NEUTRAL], point) << 1);
}
SET_INLINE Set *position_men(const Game *g, const Position *p, uint8_t side, uint8_t type) {
    (void)g;
    return (Set *)&p->sets[side * g->n_types + type];
}
static inline Set *position_mark(const Game *g, const Position *p, uint32_t mark, uint8_t setter) {
    return (Set *)&p->sets[g->marks_at + 2 * mark + setter];
}
static inline int32_t *position_counter(const Game *g, const Position *p, uint32_t counter) {
    return (int32_t *)(void *)&p->sets[g->counters_at] + 2 * counter; /* [0] white or both */
}
/* Frames below the top, the turn's first. */
static inline Frame *position_below(const Game *g, const Position *p) {
    return (Frame *)(void *)position_counter(g, p, g->rules->n_counters);
}
/* Where rules take back. */
static inline Bars *position_bars(const Game *g, const Position *p) {
    return (Bars *)(void *)(position_below(g, p) + g->n_below);
}
static inline uint8_t *position_setters(const Game *g, const Position *p) {
    char *end = (char *)(void *)(position_below(g, p) + g->n_below);
    return (uint8_t *)end + (g->rules->takes_back ? sizeof(Bars) : 0);
}

/* After which of the present frame's actions royals must be safe. */
static inline uint8_t position_safe(const Game *g, const Position *p) {
    return g->rules->safe_varies ? g->rules->turn_steps[p->frame.step].safe : g->rules->safe;
}

/* Men of a type in a hand; HAND_MANY. Only with hands. */
static inline uint16_t *position_hand(const Game *g, const Position *p, uint8_t owner,
                                      uint8_t type) {
    return (uint16_t *)(void *)((char *)(uintptr_t)p + g->hands_at) + owner * g->n_types + type;
}
/* By point, the types that men had before promotion. Only where they are read. */
static inline uint8_t *position_bases(const Game *g, const Position *p) {
    return (uint8_t *)(uintptr_t)p + g->bases_at;
}

/* The n_ep rights of a position. */
static inline EpRight *position_ep(const Game *g, const Position *p) {
    return (EpRight *)(void *)((char *)(uintptr_t)p + g->ep_at);
}

/* Points where nobody may stand. */
SET_INLINE Set position_blocked(const Game *g, const Position *p) {
    return g->blocked_at ? *(const Set *)(const void *)((const char *)p + g->blocked_at)
                         : set_none();
}
/* Points with a man: `position_occupied` takes in the blocked ones, as what moves sees them. */
SET_INLINE Set position_standing(const Game *g, const Position *p) {
    Set occupied = position_occupied(p);
    return g->blocked_at ? set_minus(occupied, position_blocked(g, p)) : occupied;
}

/* Men of a type, whoever owns them. */
SET_INLINE Set position_kin(const Game *g, const Position *p, uint8_t type) {
    Set men = set_or(*position_men(g, p, 0, type), *position_men(g, p, 1, type));
    return g->n_owners == N_OWNERS ? set_or(men, *position_men(g, p, OWNER_NEUTRAL, type)) : men;
}
/* Men that nobody may take. */
static inline Set position_iron(const Game *g, const Position *p) {
    Set men = set_none();
    for (uint32_t i = 0; i < g->n_iron; i++)
        men = set_or(men, position_kin(g, p, g->iron[i]));
    return men;
}
/* The men that `us` may take by default. */
SET_INLINE Set position_foes(const Game *g, const Position *p, uint8_t us) {
    Set foes = p->sides[us ^ 1];
    return g->n_iron ? set_minus(foes, position_iron(g, p)) : foes;
}

/* The constant set of the rules, read in place. */
SET_INLINE Set rules_const(const Rules *rules, SetId id) {
    Set s;
    memcpy(&s, rules->sets + (size_t)id * SET_WORDS, sizeof s);
    return s;
}

#endif
