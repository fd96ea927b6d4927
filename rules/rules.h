/* Rules: a game once compiled. Plain constant data in one arena, built by lang through
 * rules/builder.h, finished by rules/tables.h, read by interp, notation and render.
 * Immutable after rules_finish, so threads may share it. All pointers inside belong to the
 * arena of the same game.
 *
 * Three levels, each made from the one before:
 *   components  what the movement strings say: per (side, type) the path sets of each point
 *   tables      families and leap tables that play looks up (tables.h), made from the paths
 *   programs    expressions and effects as node pools, walked by interp with bounded depth
 */
#ifndef FERZ_RULES_RULES_H
#define FERZ_RULES_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/limits.h"
#include "rules/pointset.h"
#include "rules/state.h"

/* ------------------------------------------------------------------ expressions */

typedef uint32_t ExprId; /* index in Rules.exprs; NO_EXPR = none */
typedef uint32_t SetId;  /* index in Rules.sets, in units of sets */
#define NO_EXPR 0u       /* entry 0 of the pool is unused */
#define NO_SET UINT32_MAX
#define NO_INDEX UINT32_MAX

typedef enum ExprOp {
#define EXPR_OP(name, word, args, result, kind) EXPR_##name,
#include "rules/expr_ops.def"
#undef EXPR_OP
    EXPR_OP_COUNT
} ExprOp;

typedef enum ExprType { EXPR_SET, EXPR_NUMBER, EXPR_CONDITION } ExprType;

/* Whose: sides in expressions are seen from the acting side (`us`). */
typedef enum Whose { WHOSE_US, WHOSE_THEM, WHOSE_WHITE, WHOSE_BLACK } Whose;

/* Computed no more often than needed. */
typedef enum ExprClass { CLASS_STATIC, CLASS_POSITION, CLASS_ACTION } ExprClass;

/* ExprNode.value of IN_HAND instead of a type: all of them, or the one chosen. ExprNode.c is 1
 * for the hand that is nobody's. */
enum { IN_HAND_ALL = -1, IN_HAND_CHOSEN = -2 };

typedef struct ExprNode {
    uint8_t op;   /* ExprOp */
    uint8_t type; /* ExprType of the value */
    uint8_t side; /* Whose, for COUNTER, IN_CHECK, SIDE_SET ... */
    uint8_t cls;  /* ExprClass */
    int32_t value;
    uint32_t a, b, c; /* operands, in the order of the row's arguments; see expr_ops.def */
} ExprNode;

/* ---------------------------------------------------------------------- movement */

/* What stands on a point, seen by the owner of the man that moves. */
enum {
    CLASS_EMPTY = 1,
    CLASS_EP = 2, /* empty, and one of its men was passed here: a right to take him e.p. */
    CLASS_FRIEND = 4,
    CLASS_FOE = 8,
    CLASS_ROYAL = 16, /* a royal foe */
    CLASS_NEUTRAL = 32,
    CLASS_PLATFORM = 64, /* besides its class: a man that the movement may hop over */
    CLASS_OWN_PLATFORM = 128
};

/* What a path asks of a point it passes: a set of classes. */
typedef enum Need {
    NEED_EMPTY = CLASS_EMPTY | CLASS_EP,
    NEED_OCCUPIED = CLASS_FRIEND | CLASS_FOE | CLASS_ROYAL | CLASS_NEUTRAL,
    NEED_NOTHING = NEED_EMPTY | NEED_OCCUPIED,
    NEED_EP = CLASS_EP,
    NEED_FRIEND = CLASS_FRIEND,
    NEED_FOE = CLASS_FOE | CLASS_ROYAL,
    NEED_ROYAL = CLASS_ROYAL
} Need;

/* What a path does on a point it passes. */
enum {
    STEP_MARKS_EP = 1, /* an e.p. right is made here */
    STEP_TAKES = 2,    /* the man here is captured */
    STEP_TAKES_EP = 4, /* the man that was passed here is captured */
    STEP_PUTS = 8,     /* the man captured last before, else on the target, is put down here */
    STEP_RELAYS = 16   /* the friend here makes the rest of the move; ours stays */
};

/* One point on the way, in walking order. */
typedef struct PathStep {
    PointId point;
    uint8_t need; /* CLASS_*, one or more */
    uint8_t acts; /* STEP_* */
} PathStep;

/* One way from a point to a target: all needs hold -> the target is reached. A target that is
 * left or taken on the way (the start itself, a captured man's point) is empty by then. */
typedef struct Path {
    uint32_t first_step; /* in Rules.steps */
    uint16_t n_steps;
    PointId target;
} Path;

/* What may happen at the target. */
enum {
    MODE_MOVE = 1,
    MODE_CAPTURE = 2,
    MODE_EP = 4,
    MODE_FRIEND = 8, /* captures a friend */
    MODE_ROYAL = 16, /* captures a royal foe and nobody else */
    MODE_LIKE = 32   /* a friend stands there; the man moves, from where it is, as that one */
};
enum { MODES_BOTH = MODE_MOVE | MODE_CAPTURE };
/* More about a component. */
enum {
    COMPONENT_VIRGIN = 1,   /* only for men in `unmoved` */
    COMPONENT_MAKES_EP = 2, /* some step has STEP_MARKS_EP */
    COMPONENT_TO_SET = 4,   /* no paths: the targets are the set expression `to` */
    COMPONENT_PROGRAM = 8,  /* its paths ask for more than occupancy, or do more than arrive */
    COMPONENT_LIKE = 16,    /* no paths: moves as the man on the set expression `to` would */
    COMPONENT_TURNED = 32,  /* with LIKE: as that man would for the other side */
    COMPONENT_DOES = 64,    /* it has effects of its own */
    COMPONENT_CHAIN = 128   /* its paths are links: repeated from the arrival */
};

/* How a movement repeats. */
typedef enum Chain {
    CHAIN_NONE,
    CHAIN_ANY, /* it may stop after each link */
    CHAIN_FULL /* it goes on while it can */
} Chain;

/* How far the royals of the other side are among those that a component takes, as far as
 * `takes` and `within` tell. */
enum { TAKES_EVERY_ROYAL, TAKES_NO_ROYAL, TAKES_SOME_ROYALS };

/* One kind of movement of one type of one side, from every point. Static `from` and
 * `within` are already in the paths; what depends on the position stays in the guards,
 * read for `self` = the man, `us` = its owner. */
typedef struct Component {
    uint8_t side; /* 0 white, 1 black */
    uint8_t modes;
    uint8_t flags;
    ExprId from, within, when; /* guards; NO_EXPR = always */
    ExprId takes;              /* whom its captures take; NO_EXPR = enemies */
    uint8_t royals;            /* TAKES_*: royals of the other side that it may take */
    uint8_t chain;             /* Chain */
    bool lift;                 /* the victims of a chain stand as walls to its end */
    bool straight;             /* a chain does not turn */
    bool distinct;             /* ways to the same end are different actions */
    uint8_t onward_type;       /* in a chain: what he goes on as, once he arrives in the set */
    ExprId onward_at;          /* NO_EXPR: nothing */
    uint16_t entry;            /* in a chain: links of one entry have the same number */
    ExprId hops;               /* what it may hop over; NO_EXPR = any man */
    uint32_t first_effect, n_effects; /* its own, in Rules.effects */
    ExprId to;                        /* COMPONENT_TO_SET */
    uint32_t first_path;              /* n_points + 1 prefix offsets in Rules.path_starts */
    const char *text;                 /* source of the movement, canonical spelling */
} Component;

/* A movement of two men: the castler goes to `to`, the partner to `partner_to`.
 * Static ones (from a movement string) name their points; the others are found at play:
 * the first man of `with` from the castler in `direction`. */
typedef struct Castling {
    uint8_t side;
    uint8_t type;
    bool needs_unmoved; /* of the castler; the partner is always unmoved */
    bool is_static;
    PointId from, to, partner_from, partner_to; /* static */
    SetId clear;                                /* static: points that must be empty */
    SetId path;                      /* static: points of the castler's way, both ends included */
    uint8_t direction;               /* dynamic: index of a direction of the board */
    ExprId with, king_to, rook_to;   /* dynamic: partner set, castler's and partner's target */
    ExprId from_guard, within, when; /* guards as in Component */
} Castling;

/* Components of one (side, type), or of the movement argument of reach() and flood(). */
typedef struct Mover {
    uint32_t first_component, n_components; /* consecutive in Rules.components */
    uint32_t first_castling, n_castlings;
} Mover;

/* What changes the moves of men, wherever moves or attacks are asked. */
typedef enum InfluenceKind {
    INFLUENCE_FROZEN, /* no action, no attack */
    INFLUENCE_AS,     /* moves as the men on a set do, instead of its own way */
    INFLUENCE_ADD     /* moves so as well */
} InfluenceKind;

typedef struct Influence {
    const char *name;
    uint8_t kind;      /* InfluenceKind */
    ExprId who, when;  /* read for `self` = the man, `us` = its owner; NO_EXPR: every man, always */
    ExprId as;         /* INFLUENCE_AS; with nobody on it he does not move */
    uint32_t mover[2]; /* INFLUENCE_ADD: in Rules.movers, by side */
    const char *text[2]; /* INFLUENCE_ADD: what the file says, for explain */
    bool asks_man;       /* `who` reads `self`: it is asked man by man */
} Influence;

/* -------------------------------------------------------------- tables (tables.h) */

typedef enum FamilyForm {
    FAMILY_TABLE,   /* row.first + index of the masked occupancy -> target set */
    FAMILY_INDEXED, /* the same through 16-bit indices: few distinct sets, long lines */
    FAMILY_WALK     /* a flat trie in walking order, for masks beyond FAMILY_MASK_BITS */
} FamilyForm;

/* A function (point, occupancy) -> targets. Rows lie one after another in Rules.rows, each
 * `words` mask words followed by one word:
 *     low 32 bits  first: TABLE index in Rules.targets (in sets), INDEXED index in
 *                  Rules.indices, WALK first node in Rules.walks
 *     high 32 bits base: INDEXED first set in Rules.targets, WALK end of the nodes
 * The index of an occupancy gathers its mask bits, lowest point lowest (PEXT). */
typedef struct Family {
    uint8_t form;       /* FamilyForm */
    uint8_t max_bits;   /* widest mask of a row */
    uint32_t first_row; /* in rows; point p is row first_row + p */
    uint64_t content;   /* hash of its path sets, for merging and the dump */
} Family;

/* Node of a walk: if the need fails go to `skip`, else emit the target (if any) and go on. */
typedef struct WalkNode {
    PointId point;  /* NO_POINT: no need */
    uint8_t need;   /* Need */
    PointId target; /* NO_POINT: none */
    uint32_t skip;  /* absolute index in Rules.walks */
} WalkNode;

/* Path programs: what depends on more than occupancy. Node of a flat trie in walking order: if
 * what stands on the point is none of the classes go to `skip`, else emit the outcome (if any)
 * and go on. */
typedef struct ProgramNode {
    PointId point; /* NO_POINT: no need */
    uint8_t need;  /* CLASS_*, one or more */
    uint8_t reserved;
    uint32_t skip;    /* absolute index in Rules.program_nodes */
    uint32_t outcome; /* in Rules.outcomes; NO_INDEX: none */
} ProgramNode;

/* What an emitting node means: a constant action. */
typedef struct ProgramEnd {
    PointId to;
    PointId relay; /* the friend that moves in place of the man; NO_POINT */
    PointId put;   /* where one of the captured is put down; NO_POINT */
    uint8_t n_taken;
    uint8_t put_index;    /* which of them */
    bool like;            /* a friend stands on `to`: the man moves as that one, from its place */
    uint8_t n_via;        /* points of the way, where they tell actions apart */
    uint32_t first_taken; /* in Rules.outcome_points, in the order of the way */
    uint32_t first_via;   /* likewise */
} ProgramEnd;
/* Marks an outcome point: the man that was passed there is captured. */
enum { OUTCOME_EP = 0x8000 };

/* What most lines of programs ask and do: a point is empty or holds a man of either side, and
 * where the line ends the man arrives. They lie in tries of their own, a local one for each point.
 * Node: by what stands on `point` go on to next[] / 2, a place in the same trie, 0 when the walk is
 * over; an odd link says that the man may arrive here, in a reversed trie that a man here may
 * attack. Nodes behind an answer come first, then what else there is to ask, so no walk comes
 * back. */
enum { STANDS_NOBODY, STANDS_OURS, STANDS_THEIRS, STANDS };
typedef struct TrieNode {
    uint16_t point;
    uint16_t next[STANDS];
} TrieNode;

/* More about a node of a reversed trie: whose men attack from there, and where the walk goes on
 * once all lines through the node's point are done. */
typedef struct TrieMore {
    uint16_t types; /* in Rules.trie_types */
    uint16_t skip;
} TrieMore;

/* Types whose men attack from a point: at any rate, or if their guards let them. */
typedef struct TrieTypes {
    uint64_t sure[(MAX_TYPES + 63) / 64], guarded[(MAX_TYPES + 63) / 64];
} TrieTypes;

/* Who of one side attacks a point by programs: for each point the lines that take a man there,
 * backwards. `ours` in these tries are the men of the other side, `theirs` the attackers. */
typedef struct ReversePlan {
    uint32_t starts;                 /* first of n_points places in Rules.reverse_tries, each in
                                        Rules.trie_starts; NO_INDEX without n_reaches */
    uint32_t first_leap, n_leaps;    /* Rules.leap_attacks: lines that ask for nothing */
    uint32_t first_reach, n_reaches; /* likewise, origins of the other lines */
} ReversePlan;

/* A program of one mover. */
typedef struct ProgramUnit {
    uint8_t flags;          /* COMPONENT_* */
    bool captures;          /* some outcome takes a foe */
    bool takes_ep;          /* some outcome uses an e.p. right */
    bool rest;              /* it has nodes, besides tries or leaps */
    bool rest_is_ep;        /* and all of them end by taking by an e.p. right */
    uint32_t tries;         /* first of n_points places in Rules.tries, each in Rules.trie_starts;
                               NO_INDEX: none */
    uint32_t leaps[STANDS]; /* lines that ask for their target alone, by who stands there; first
                               sets in Rules.leaps, or NO_INDEX. In tries and leaps onto friends
                               only where nobody moves so: arguments of reach() and flood() */
    uint32_t starts;        /* first of n_points + 1 node indices in Rules.program_starts; NO_INDEX
                               with COMPONENT_LIKE */
    uint32_t component;     /* whose guards and flags hold; NO_INDEX: neither */
} ProgramUnit;

/* A set-wise move of men on a lattice: delta is the same from every origin. */
typedef struct Shift {
    int16_t delta; /* target - origin, in points */
    uint8_t modes;
    uint8_t flags;    /* COMPONENT_VIRGIN, COMPONENT_MAKES_EP */
    uint8_t n_empty;  /* points that must be empty on the way */
    int16_t empty[3]; /* their deltas */
    SetId origins;    /* men elsewhere do not have the move */
    uint32_t component;
} Shift;

/* Moves looked up together: union of families and one leap table. Of a component that hops over
 * some men alone they tell where it goes if it hops over any, and `n_open` families that follow,
 * looked up with the men it does not hop over, where none of them is in its way. */
typedef struct MoveUnit {
    uint8_t modes, flags; /* as in Component */
    uint8_t n_families, n_open;
    uint32_t first_family; /* in Rules.family_refs */
    uint32_t leaps;        /* first set in Rules.leaps (one per point), or NO_INDEX */
    uint32_t component;    /* NO_INDEX for the merged plain units */
} MoveUnit;

/* How the men of one (side, type) move. */
typedef struct TypePlan {
    MoveUnit plain[3];            /* modes BOTH, MOVE, CAPTURE: no flags, no guards; may be empty */
    uint32_t first_unit, n_units; /* in Rules.units: everything with flags or guards */
    uint32_t first_shift, n_shifts;     /* in Rules.shifts; if any, plain units and unguarded
                                           units without MODE_EP are all in here instead */
    uint32_t first_program, n_programs; /* in Rules.programs */
    bool can_move;                      /* has any movement */
} TypePlan;

/* The points between an attacker and a target, and how many men must stand there. */
enum { LINE_GENERAL = 255 }; /* hurdles: not a count; any change on the line asks anew */

/* Men of one side that attack a point without conditions on the way. */
typedef struct LeapAttack {
    uint8_t type;
    uint32_t origins; /* first set in Rules.leaps: row k = points from which k is attacked */
} LeapAttack;

/* Men of one side that attack along a family (reversed: row k = origins that reach k). */
typedef struct LineAttack {
    uint32_t family;
    uint32_t reach;      /* first set in Rules.leaps: row k = origins that could ever reach k */
    uint32_t first_type; /* in Rules.type_refs */
    uint8_t n_types;
    uint32_t lines; /* in Rules.line_starts: n_points offsets; the line of the i-th point
                       (in board order) of reach row k is line_starts[lines + k] + i */
} LineAttack;

/* Guarded movements, `to:` sets and programs: asked man by man. A guard takes away alone: where
 * the movement without it would not attack there is nothing to ask. */
typedef struct SlowAttack {
    uint8_t type;
    bool bounded;  /* its movement without guards is in Rules.bounds */
    bool reversed; /* the side's ReversePlan tells it as well, and faster */
    uint32_t unit; /* in Rules.units; NO_INDEX: the type's programs */
} SlowAttack;

typedef struct AttackPlan {       /* of one side as the attacker */
    uint32_t first_leap, n_leaps; /* Rules.leap_attacks */
    uint32_t first_line, n_lines; /* Rules.line_attacks */
    uint32_t first_slow, n_slow;  /* Rules.slow_attacks */
} AttackPlan;

/* How legality is found. The dump shows it with the reason. */
typedef enum LegalityMethod {
    LEGALITY_NONE,        /* no royals, or they need not be safe */
    LEGALITY_CONSTRAINTS, /* count constraints of lines; few actions are tried one by one */
    LEGALITY_TRIAL        /* every action is tried */
} LegalityMethod;

/* Classes of actions; used as a mask for what must be tried one by one. */
enum {
    ACTIONS_MOVE = 1,
    ACTIONS_CAPTURE = 2, /* e.p. included */
    ACTIONS_CASTLE = 4,
    ACTIONS_DROP = 8,
    ACTIONS_EVERY = 15
};

/* ---------------------------------------------------------------------- programs */

typedef enum EffectOp {
#define EFFECT(name, key, status) EFFECT_##name,
#include "rules/effects.def"
#undef EFFECT
    EFFECT_COUNT
} EffectOp;

typedef enum EffectOwner {
    OWNER_US,
    OWNER_THEM,
    OWNER_WHITE,
    OWNER_BLACK,
    OWNER_OTHER,
    OWNER_NOBODY
} EffectOwner;
/* Effect.target of `set` and `add` for the numbers of the frame. */
enum { TARGET_MIN = 0xFFFE, TARGET_MAX = 0xFFFF };
typedef enum EffectWhat { WHAT_TYPE, WHAT_CHOSEN, WHAT_CAPTURED, WHAT_MAP } EffectWhat;
/* Effect.target of `hand`: as which type a captured man goes there; from AS_MAP on a map. */
enum { AS_TYPE, AS_BASE, AS_MAP };

typedef struct Effect {
    uint8_t op;    /* EffectOp */
    uint8_t owner; /* EffectOwner */
    uint8_t what;  /* EffectWhat */
    uint8_t unmoved;
    bool from_hand;  /* of `place` */
    uint16_t type;   /* type or map */
    uint16_t target; /* mark or counter; of `hand` AS_* */
    ExprId when, a, b;
} Effect;

typedef struct EffectList {
    uint32_t first, count; /* in Rules.effects */
} EffectList;

/* Facts that a condition needs to be true: CAPTURE in `requires` means the condition is
 * false for every action that captures nothing. */
enum {
    FACT_CAPTURE = 1,
    FACT_CASTLE = 2,
    FACT_PROMOTES = 4,
    FACT_EP = 8,
    FACT_CHECK = 16,
    FACT_NEVER = 32,
    FACT_DROP = 64
};

/* Phases end as a turn begins, before its first step is looked for. */
typedef enum RuleAt { AT_ACTION, AT_TURN_START, AT_TURN_END, AT_PHASE } RuleAt;

typedef struct Rule {
    const char *name;
    uint8_t at;       /* RuleAt */
    uint8_t requires; /* facts */
    bool idle;        /* keeps only counters that nothing but draws reads */
    bool converts;    /* a captured man is put, as ours, where the capturing one came from */
    ExprId when;
    EffectList effects;
} Rule;

typedef struct Choice {
    const char *name;
    const char *text; /* in the action's text; NULL: the type's letter or the name */
    uint8_t type;     /* NO_TYPE when the choice is no type */
    ExprId when;
    EffectList effects;
} Choice;

typedef struct Extra {
    const char *name;
    const char *text; /* or NULL */
    uint8_t requires;
    ExprId when, at, must;            /* must: NO_EXPR = not compulsory */
    uint32_t first_choice, n_choices; /* 0 choices: take it or leave it */
    EffectList effects;
    bool light;      /* opens by facts and numbers alone, changes numbers and marks alone: an
                        action need not be made to know whether it may be taken */
    bool asks_check; /* light, and whether the action gives check matters */
    ExprId gate;     /* light: what must hold whatever the action; NO_EXPR holds */
} Extra;

/* The promotion of one (side, type). */
typedef struct Promotion {
    ExprId when; /* the whole condition */
    /* when that is just "arrives in, or leaves, one of these sets" (constants), else NO_SET */
    SetId zone, leaving;
    ExprId must;     /* NO_EXPR = optional */
    bool always;     /* must is constantly true */
    SetId must_zone; /* else where the man must become who arrives; NO_SET: nowhere */
    uint32_t first_choice, n_choices; /* Rules.choices, types only */
    bool plain; /* these sets are all there is to it, choices are unconditional */
} Promotion;

typedef struct Forbid {
    const char *name;
    uint8_t requires;
    uint8_t tried; /* ACTIONS_* that are made to ask it, while the gate holds */
    ExprId when;
    ExprId gate;  /* what must hold before the action for any to be barred; NO_EXPR holds */
    bool replays; /* nothing is barred but in a position that occurred before */
} Forbid;

/* What picks among the legal actions of a tier that meet its condition. */
typedef enum TierPick { PICK_ALL, PICK_MOST, PICK_LEAST } TierPick;
/* What a tier's condition depends on, so that it is asked no more often. */
typedef enum TierClass {
    TIER_POSITION, /* the position in which the action is chosen */
    TIER_MAN,      /* that, and the man that acts (`from`) */
    TIER_CHOICE,   /* that, and what the action is: its points and what it takes */
    TIER_ACTION    /* the action and the position after it */
} TierClass;

/* One tier of `allow`. The first tier that some legal action meets decides. */
typedef struct Tier {
    ExprId where;
    uint8_t pick;                     /* TierPick */
    uint8_t cls;                      /* TierClass, found by features_find */
    bool tells_men;                   /* the condition is one on sets of men, likewise */
    uint8_t requires;                 /* facts */
    uint32_t first_number, n_numbers; /* in Rules.tier_exprs: compared in order */
    uint32_t first_per, n_per;        /* in Rules.tier_exprs: sets that group the actions */
} Tier;

/* A choice that moves nothing, one for each point of `at`. */
typedef struct Offer {
    const char *name;
    ExprId when, at; /* NO_EXPR: always; one choice without a point */
    EffectList effects;
    bool free; /* does not count as an action of the step */
} Offer;

/* Whose hand may be dropped. */
typedef enum StepHand { HAND_US, HAND_NEUTRAL, HAND_NONE } StepHand;

/* A step of the turn, or of a reply: who may do what, how often (language reference,
 * Turns). A frame of the position plays one. */
typedef struct Step {
    const char *name;             /* of a reply; NULL for the steps of the turn */
    ExprId when;                  /* a step begins, a reply opens, where it holds; NO_EXPR always */
    ExprId min, max;              /* numbers, fixed when the step begins */
    ExprId until;                 /* ends it sooner; NO_EXPR never */
    ExprId actors;                /* men that act; NO_EXPR friends */
    ExprId pass;                  /* an action without movement; NO_EXPR never */
    uint32_t first_tier, n_tiers; /* Rules.tiers */
    uint32_t first_reply, n_replies; /* Rules.turn_steps */
    uint32_t first_offer, n_offers;  /* Rules.offers */
    EffectList effects;              /* its own `do` */
    uint8_t hand;                    /* StepHand */
    uint8_t safe;                    /* CheckSafe of its phase */
    bool stuck_is_stalemate;         /* else a side that cannot go on stops by itself */
    bool by_us;                      /* a reply of the same side */
} Step;

typedef enum EndOf { OF_ACTOR, OF_US, OF_THEM, OF_WHITE, OF_BLACK, OF_EACH } EndOf;

typedef struct End {
    const char *name;
    ExprId when;
    uint8_t of;       /* EndOf */
    uint8_t at_turn;  /* read only at the first decision of a turn */
    uint8_t percent;  /* the subject's score: 0 loses, 50 draws, 100 wins */
    ExprId score;     /* the score where the position decides it, cut to 0 ... 100; NO_EXPR */
    uint8_t history;  /* asks for the past (repeats, perpetual ...), which counts leave out */
    uint8_t mobility; /* true only where nothing is legal (checkmated, stalemated): perft
                         need not ask, the count is 0 anyway */
} End;

typedef enum CheckSafe { SAFE_ACTION, SAFE_TURN, SAFE_NEVER } CheckSafe;
typedef enum CheckRoyals { ROYALS_EACH, ROYALS_ALL, ROYALS_LAST } CheckRoyals;

typedef enum Until { UNTIL_NEVER, UNTIL_ACTION, UNTIL_ANSWER, UNTIL_TURN } Until;

typedef struct Counter {
    const char *name;
    int32_t start;
    bool per_side, in_key, in_fen;
    uint8_t until;
} Counter;

typedef struct Mark {
    const char *name;
    bool on_piece; /* else on the point */
    bool read;     /* some expression reads it: it is part of the key */
    uint8_t until;
} Mark;

/* --------------------------------------------------------------------- the pieces */

typedef struct Type {
    const char *name;                       /* identifier */
    const char *title;                      /* shown to people */
    char letter[4];                         /* capital; NUL-terminated */
    char letters_read[MAX_LETTERS_READ][4]; /* others that texts may have for it; "" behind the
                                               last. No part of the rules' hash */
    bool royal[2];
    bool neutral;              /* its men are nobody's */
    bool iron;                 /* nobody may take it */
    bool reads_unmoved[2];     /* movement other than castling asks for `unmoved`: in the key */
    uint32_t mover[2];         /* Rules.movers */
    uint32_t promotion[2];     /* Rules.promotions, or NO_INDEX */
    int32_t *attributes;       /* Rules.n_attributes values */
    const char *moves_text[2]; /* what the file says, for explain */
    const char *betza[2];      /* all of it as one canonical movement string; NULL: none tells it */
} Type;

/* The attribute that tells players what a man is worth, in hundredths. No rule. */
#define VALUE_ATTRIBUTE "value"

/* Which drops of a type are made to ask forbids that bar drops alone. */
enum { DROP_FREE, DROP_TRIED_IN_CHECK, DROP_TRIED };

/* Where men of a type may be dropped from a hand: on empty points of `to`, while `when`. */
typedef struct Drop {
    bool allowed;
    uint8_t tried;         /* DROP_* */
    ExprId to[2], when[2]; /* by the side that drops; when: NO_EXPR always */
} Drop;

/* ---------------------------------------------------------------------- the board */

/* Directions: the ring around a point, clockwise from north, straight and diagonal ones by
 * turns; then up and down where a board has levels. */
enum { SQUARE_RING = 8, HEX_RING = 12, MAX_RING = HEX_RING, MAX_DIRECTIONS = MAX_RING + 2 };

typedef struct Point {
    const char *name;
    uint16_t file, rank, level; /* from 1; 0 where the board has none */
} Point;

typedef struct Board {
    uint32_t n_points;
    uint16_t files, ranks;   /* 0 for boards of listed points */
    uint16_t levels;         /* 1 or more */
    uint8_t ring;            /* directions around a point: SQUARE_RING or HEX_RING */
    uint8_t n_directions;    /* the ring, then up and down if the board has them */
    const char **file_names; /* `files` of them */
    Point *points;           /* in board order: a1 b1 ... a2 ..., level by level */
    PointId *steps;          /* steps[direction * n_points + point], NO_POINT = none */
    PointId *image;          /* where a point lies for the other side; itself without symmetry */
    PointId *grid;           /* see board_grid -> point or NO_POINT (a hole) */
    uint8_t symmetry;        /* 0 none, 1 mirror, 2 rotate */
    bool turns_levels;       /* the symmetry turns the levels over too */
    bool wrap_files, wrap_ranks;
} Board;

/* Place in Board.grid; file, rank and level from 1. */
static inline size_t board_grid(const Board *b, uint32_t file, uint32_t rank, uint32_t level) {
    return ((size_t)(level - 1) * b->ranks + rank - 1) * b->files + file - 1;
}

/* ------------------------------------------------------------------------ options */

typedef struct Option {
    const char *name, *says, *value, *standard; /* value in force, value by default */
    const char *choices;                        /* "loses, wins, draws" or "1..10" */
} Option;

/* --------------------------------------------------------------------- drawn set-ups */

/* Men of one type that may stand on the same places. Places are bits: indices in the points. */
typedef struct ShuffleGroup {
    uint64_t on;
    uint8_t type, count;
    uint32_t ways; /* the digits that an order has for them (shuffle.h) */
} ShuffleGroup;

typedef struct Shuffle {
    PointId points[MAX_SHUFFLED]; /* where White's men change places; Black's follow */
    ShuffleGroup groups[MAX_SHUFFLED];
    uint32_t n_points, n_groups;
    uint32_t n_orders;
    uint64_t *allowed; /* a bit for each order: the set-ups of the game */
    uint32_t count;    /* of them, at least 1 */
    ExprId such;       /* what they have in common; NO_EXPR: nothing was asked */
} Shuffle;

/* ---------------------------------------------------------------------- the whole */

typedef struct Rules {
    Arena *arena; /* owns everything, this struct included */

    /* identity */
    const char *name, *inventor, *year, *source, *path;
    uint64_t hash; /* of the compiled rules: options included, names of files not */
    Option *options;
    uint32_t n_options;

    /* things */
    Board board;
    uint32_t words; /* of a set: 1, 2, 4 or 16 */
    Type *types;
    uint32_t n_types;
    Drop *drops; /* [type] */
    Mark *marks;
    uint32_t n_marks;
    Counter *counters;
    uint32_t n_counters;
    const char **attribute_names;
    uint32_t n_attributes;
    uint8_t *maps; /* [map * n_types + type] -> type, NO_TYPE = unchanged */
    const char **map_names;
    uint32_t n_maps;
    State start;            /* the beginning of a game */
    const Shuffle *shuffle; /* other beginnings, by number; NULL: none */
    SetId *homes;           /* [type * N_OWNERS + owner]: set-up points */

    /* constant sets, `words` 64-bit words each */
    uint64_t *sets;
    uint32_t n_sets;

    /* movement */
    PathStep *steps;
    uint32_t n_steps;
    Path *paths;
    uint32_t n_paths;
    uint32_t *path_starts;
    uint32_t n_path_starts;
    Component *components;
    uint32_t n_components;
    Castling *castlings;
    uint32_t n_castlings;
    Mover *movers;
    uint32_t n_movers;
    Influence *influences;
    uint32_t n_influences;

    /* tables */
    Family *families;
    uint32_t n_families;
    uint64_t *rows; /* (words + 1) per row */
    uint32_t n_rows;
    uint64_t *targets;  /* sets */
    uint32_t n_targets; /* in sets */
    uint16_t *indices;
    uint32_t n_indices;
    WalkNode *walks;
    uint32_t n_walks;
    uint64_t *leaps;  /* sets */
    uint32_t n_leaps; /* in sets */
    uint32_t *family_refs;
    uint32_t n_family_refs;
    MoveUnit *units;
    uint32_t n_units;
    Shift *shifts;
    uint32_t n_shifts;
    ProgramUnit *programs;
    uint32_t n_programs;
    uint32_t *program_starts;
    uint32_t n_program_starts;
    ProgramNode *program_nodes;
    uint32_t n_program_nodes;
    ProgramEnd *outcomes;
    uint32_t n_outcomes;
    uint16_t *outcome_points; /* a point, perhaps with OUTCOME_EP */
    uint32_t n_outcome_points;
    uint32_t *trie_starts;
    uint32_t n_trie_starts;
    TrieNode *tries; /* the first is an empty trie */
    uint32_t n_tries;
    TrieNode *reverse_tries; /* likewise */
    TrieMore *trie_more;     /* of each */
    uint32_t n_reverse_tries;
    TrieTypes *trie_types;
    uint32_t n_trie_types;
    ReversePlan reverse[2]; /* [side]: as the attacker */
    bool programs_only;     /* asked for at load: every path is run as a program, */
    bool portable;          /* instructions of newer processors are not used, */
    uint32_t least_width;   /* sets have room for so many points */
    TypePlan *plans;        /* [mover]: one for every Mover, reach() arguments included */
    AttackPlan attacks[2];
    AttackPlan bounds[2]; /* what guarded movements could attack at most; none of them is slow */
    LeapAttack *leap_attacks;
    uint32_t n_leap_attacks;
    LineAttack *line_attacks;
    uint32_t n_line_attacks;
    SlowAttack *slow_attacks;
    uint32_t n_slow_attacks;
    uint8_t *type_refs;
    uint32_t n_type_refs;
    uint32_t *line_starts;
    uint32_t n_line_starts;
    uint64_t *line_sets; /* sets: the points between */
    uint8_t *line_hurdles;
    uint32_t n_line_sets;

    /* programs */
    ExprNode *exprs;
    uint32_t n_exprs; /* entry 0 unused */
    Effect *effects;
    uint32_t n_effects;
    Rule *rules;
    uint32_t n_rules;
    Extra *extras;
    uint32_t n_extras;
    Choice *choices;
    uint32_t n_choices;
    Promotion *promotions;
    uint32_t n_promotions;
    Forbid *forbids;
    uint32_t n_forbids;
    Step *turn_steps;      /* the steps of the turn first, then replies, parents first */
    uint32_t n_turn_steps; /* all of them */
    uint32_t n_own_steps;  /* of the turn itself, at least 1 */
    Tier *tiers;
    uint32_t n_tiers;
    ExprId *tier_exprs;
    uint32_t n_tier_exprs;
    Offer *offers;
    uint32_t n_offers;
    End *ends;
    uint32_t n_ends;
    uint8_t safe;                /* CheckSafe */
    uint8_t royals;              /* CheckRoyals */
    const uint8_t *phase_royals; /* [phases over]; `royals` is ROYALS_ALL then. NULL: the same
                                    all the time */
    uint32_t n_phases;
    ExprId check_unless;
    uint8_t ep_until; /* Until */

    /* what the compiler found; picks the fast ways (rules/features.c) */
    uint8_t legality; /* LegalityMethod */
    const char *legality_why;
    uint8_t tried;  /* ACTIONS_*: classes whose actions are expanded one by one */
    bool has_gates; /* and some more while forbids' gates hold */
    bool converts; /* captures are not among them, though some rule converts: what is occupied stays
                      so, and sides change in a way that sets tell */
    bool any_royal;
    bool has_hands;    /* men can be in a hand: positions keep and tell it */
    bool has_drops;    /* and be dropped */
    bool has_bases;    /* the type a man had before promotion is read */
    bool has_neutral;  /* some type is neutral */
    bool has_blocks;   /* points can be blocked */
    bool has_captures; /* effects capture: what an action takes is known once it is made */
    bool has_ep;       /* some component makes e.p. rights */
    bool uses_history; /* repeats or replays are read where perft must know */
    bool plain_turn;   /* one step of exactly one action: no frames, stops or replies */
    bool single_turn;  /* that, but for passes and offers */
    bool uses_last;    /* last.X is read */
    bool takes_back;   /* some effect takes an action back and bars it */
    bool safe_varies;  /* by the step: phases ask for other safety */
    bool has_phases;
    uint32_t phase_counter; /* with phases: how many are over */
    bool reads_turn_start;  /* `unchanged` is asked */
    bool keys_unmoved;      /* `unmoved` of any man is read by an expression */
    bool places_unmoved;    /* some effect puts men that are */
    bool ends_in_perft;     /* some decisive end must be asked at every node */
} Rules;

/* The i-th constant set. */
static inline const uint64_t *rules_set(const Rules *rules, SetId id) {
    return rules->sets + (size_t)id * rules->words;
}
static inline bool words_have(const uint64_t *set, uint32_t point) {
    return (set[point / 64] >> (point % 64)) & 1;
}
/* E.p. rights that a position may hold. In a plain turn they end with the answer: there are
 * those that the last action made, and those that the one before it made while it is judged. */
static inline uint32_t rules_ep_rights(const Rules *rules) {
    bool brief = rules->ep_until == UNTIL_ACTION || rules->ep_until == UNTIL_ANSWER;
    return rules->plain_turn && brief ? 2 : MAX_EP_RIGHTS;
}
/* The i-th way to spell a type in what is read, from 0, its letter; NULL: there are no more. */
static inline const char *type_spelling(const Type *type, uint32_t i) {
    const char *letter = i == 0                  ? type->letter
                         : i <= MAX_LETTERS_READ ? type->letters_read[i - 1]
                                                 : "";
    return *letter ? letter : NULL;
}
/* Words of the sets that have room for so many points. */
static inline uint32_t rules_words(uint32_t n_points) {
    if (n_points <= 64)
        return 1;
    if (n_points <= 128)
        return 2;
    return n_points <= 256 ? 4 : POINTSET_WORDS;
}
/* Paths of a component from a point: [*first, *end). */
static inline void rules_paths(const Rules *rules, const Component *c, uint32_t point,
                               uint32_t *first, uint32_t *end) {
    *first = rules->path_starts[c->first_path + point];
    *end = rules->path_starts[c->first_path + point + 1];
}
static inline void rules_free(Rules *rules) {
    if (rules)
        arena_destroy(rules->arena);
}

#endif
