/* Every bound of ferz, each with its reason. Untrusted text meets the bound as a
 * diagnostic or a status. */
#ifndef FERZ_BASE_LIMITS_H
#define FERZ_BASE_LIMITS_H

enum {
    /* Text of variant files. */
    MAX_SOURCE_BYTES = 1 << 20, /* one file; the largest shipped file is a hundredth of it */
    MAX_SOURCES = 64,           /* files of one game, parents included */
    MAX_EXTENDS_DEPTH = 16,     /* chain of parents */
    MAX_YAML_DEPTH = 64,        /* libyaml's flow nesting is quadratic beyond */
    MAX_YAML_NODES = 200000,    /* scalars, lists and maps of one file */
    MAX_MAP_KEYS = 2048,        /* of one map, twice the points of the widest board; merging is
                                   quadratic in it */
    MAX_NAME_BYTES = 63,        /* names of types, zones, rules ... */
    MAX_DIAGNOSTICS = 200,      /* reported per load; the rest is counted */

    /* Expressions and movement strings. */
    MAX_EXPR_BYTES = 8192,       /* one expression */
    MAX_EXPR_DEPTH = 64,         /* nesting, so that evaluation recurses boundedly */
    MAX_EXPR_NODES = 60000,      /* of one game */
    MAX_DEFINE_DEPTH = 32,       /* definitions inside definitions */
    MAX_BINDINGS = 8,            /* names bound by `those` and `sum` at one place */
    MAX_EXPR_STEPS = 1 << 26,    /* nodes visited by one evaluation: about a second at worst */
    MAX_FOLD_STEPS = 2000000,    /* nodes visited while constants of one game are folded */
    MAX_BETZA_BYTES = 2048,      /* one movement string */
    MAX_BETZA_MOVES = 256,       /* moves of one string */
    MAX_BETZA_LEGS = 8,          /* legs of one move */
    MAX_ATOM_WORDS = 64,         /* directions of an atom of the board */
    MAX_BETZA_RANGE = 1024,      /* steps; no board has a longer line */
    MAX_LEAP = 64,               /* coordinate of a custom leaper */
    MAX_POINT_PATHS = 100000,    /* ways of one move from one point: chains multiply */
    MAX_POINT_STEPS = 2000000,   /* points passed by all of them */
    MAX_WALK_STRIDES = 20000000, /* of one move over the board: about a second of walking */

    /* Games. */
    MAX_POINTS = 1024, /* the widest point set */
    MAX_FILES = 52,    /* files are a letter, or a and a letter */
    MAX_HEX_SIDE = 18, /* the largest with no more than MAX_POINTS points */
    MAX_LEVELS = 26,   /* levels are letters */
    MAX_RANKS = 512,
    MAX_TYPES = 120,      /* a man is one byte of the mailbox */
    MAX_LETTERS_READ = 4, /* of a type, besides its own: programs differ in one or two */
    MAX_MARKS = 16,
    MAX_COUNTERS = 32,
    MAX_ATTRIBUTES = 32,
    MAX_ZONES = 128,
    MAX_OPTIONS = 64,
    MAX_RULES = 64,        /* of each kind: rules, extras, forbid, end */
    MAX_INFLUENCES = 32,   /* of one game; each keeps a set while attacks are asked */
    MAX_EFFECTS = 2048,    /* of one game */
    MAX_COMPONENTS = 2048, /* movement components of one game, sides counted apart */
    MAX_PATHS = 4000000,   /* of one game */
    MAX_FAMILIES = 512,
    MAX_LIKE_DEPTH = 8,    /* `like` inside `like` */
    FAMILY_MASK_BITS = 16, /* a table row enumerates the subsets of its mask */

    MAX_SHUFFLED = 64,            /* men that change places in drawn set-ups: bits of a word */
    MAX_SHUFFLES = 1 << 18,       /* their orders, each of which is looked at while loading */
    MAX_SHUFFLE_STEPS = 10000000, /* parts of the conditions on all of them: about a second */

    MAX_HAND = 1000, /* men of one type in one hand; no board holds so many */

    MAX_TURN_STEPS = 64,  /* steps and replies of one game */
    MAX_TIERS = 128,      /* of one game */
    MAX_OFFERS = 64,      /* of one game */
    MAX_BARS = 32,        /* actions taken back in one turn */
    MAX_TIER_EXPRS = 512, /* numbers and sets that pick inside tiers */

    /* Play. */
    MAX_FRAMES = 9,            /* a turn and replies eight deep */
    MAX_SETTLE = 64,           /* automatic stops and steps passed over in a row */
    MAX_EXTRAS = 4,            /* open choices taken by one action */
    MAX_LISTED = 64,           /* choices listed by one extra or promotion */
    MAX_CHOICES = 1024,        /* open at once: one per point of the widest board */
    MAX_CAPTURED = 48,         /* by one action, and points that tell its way: no side of a
                                  shipped game whose captures go on has more than 42 men */
    MAX_CHAIN_LINKS = 200,     /* of one chain: bounds the recursion */
    MAX_CHAIN_TRIES = 1 << 20, /* links tried for one man: well under a second */
    MAX_MAN_ACTIONS = 4096,    /* of one man by path programs: a power of two; more are lost */
    MAX_EP_RIGHTS = 32,        /* alive at a time: two ranks of men on sixteen files */
    MAX_CASTLE_PAIRS = 2048,   /* two entries of each side for every man of the widest board */
    MAX_EP_POINTS = 4,         /* points of one right */
    MAX_LINES = 64,            /* lines through royals that one position may have */
    MAX_PERFT_DEPTH = 64,
    MAX_THREADS = 256,     /* of one count: each has a game, some megabytes of which are used */
    MAX_TEXT_FEN = 8192,   /* a position text */
    MAX_TEXT_ACTION = 512, /* an action's text: all its captures and its way may be named */

    /* Protocols. */
    MAX_PROTOCOL_LINE = 1 << 20, /* bytes of one line: a hundred thousand moves; the rest is lost */
    MAX_PROTOCOL_WAITING = 256,  /* lines read ahead; with more, what runs is stopped */
    MAX_PROTOCOL_NAMES = 1024,   /* rows of the table of names that other programs use */

    /* Game collections. */
    PGN_BUFFER_BYTES = 1 << 18,   /* read at once; comments longer than half of it come in pieces */
    MAX_PGN_TAGS = 256,           /* of one game; no program writes a tenth of it */
    MAX_PGN_TAG_BYTES = 1 << 16,  /* of all of them: a position text fits in */
    MAX_PGN_DEPTH = 64,           /* variations in variations */
    MAX_PGN_SAVED = 1024,         /* actions that open variations have set aside */
    MAX_PGN_KEPT_BYTES = 1 << 24, /* of one game's text, where it is kept */
    MAX_PGN_LEGAL_SHOWN = 12      /* legal actions that a message names */
};

/* Actions of one position: bounds the buffers that callers hand in. */
#define MAX_ACTIONS 16384u
/* Memory reserved (not used) for one compile and for one compiled game. */
#define ARENA_RESERVE ((size_t)512 << 20)
/* Trees of a game's files; one more file of the largest size still fits the reservation. */
#define MAX_MERGE_BYTES ((size_t)64 << 20)
/* Bytes that the tables of one game may take. */
#define MAX_TABLE_BYTES ((size_t)256 << 20)
/* Stack of a thread: what a program's first one has on most systems. */
#define THREAD_STACK_BYTES ((size_t)8 << 20)
/* Actions of one game before its history is full. */
#define DEFAULT_MAX_PLIES 4096u

#endif
