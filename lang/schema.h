/* The table of keys: which keys a map may have, what their values look like, which are not
 * played yet. keys.def is the one list; the check, the reference and the nearest-word hints
 * read it. */
#ifndef FERZ_LANG_SCHEMA_H
#define FERZ_LANG_SCHEMA_H

#include "lang/merge.h"

/* The maps of the language. */
typedef enum KeyContext {
    CONTEXT_NONE,
    CONTEXT_FILE,
    CONTEXT_OPTION,
    CONTEXT_BOARD,
    CONTEXT_LINES,
    CONTEXT_LINK,
    CONTEXT_PIECE,
    CONTEXT_PROMOTES,
    CONTEXT_TARGET,
    CONTEXT_ENTRY,
    CONTEXT_ONWARD,
    CONTEXT_DROP,
    CONTEXT_MARK,
    CONTEXT_COUNTER,
    CONTEXT_SHUFFLE,
    CONTEXT_EP,
    CONTEXT_INFLUENCE,
    CONTEXT_RULE,
    CONTEXT_EXTRA,
    CONTEXT_CHOICE,
    CONTEXT_TURN, /* a step of the turn, or a reply */
    CONTEXT_RANGE,
    CONTEXT_TIER,
    CONTEXT_CHECK,
    CONTEXT_OFFER,
    CONTEXT_PHASE,
    CONTEXT_FORBID,
    CONTEXT_END,
    CONTEXT_EFFECT,
    CONTEXT_MOVE,
    CONTEXT_PLACE,
    CONTEXT_HAND,
    CONTEXT_BECOME
} KeyContext;

/* What values look like; each has a check and a name in schema.c. */
typedef enum KeyShape {
    SHAPE_ANY,
    SHAPE_TEXT,
    SHAPE_NAME,
    SHAPE_NUMBER,
    SHAPE_FLAG,
    SHAPE_WORD,
    SHAPE_SET,
    SHAPE_CONDITION,
    SHAPE_MAP,      /* of the child context */
    SHAPE_LIST,     /* of maps of the child context */
    SHAPE_NAMED,    /* names to maps of the child context */
    SHAPE_FACTS,    /* any keys to texts */
    SHAPE_FILES,    /* gone after merging */
    SHAPE_CHOICES,  /* checked by the merge */
    SHAPE_ZONES,    /* names to sets, perhaps per side */
    SHAPE_COUNTERS, /* names to numbers or maps of the child context */
    SHAPE_MAPS,     /* names to maps of type to type */
    SHAPE_HANDS,    /* each, white, black, neutral to maps of type to number or many */
    SHAPE_SETUP,    /* a text, or maps of type to set per side */
    SHAPE_POINTS,   /* names to maps of direction to point */
    SHAPE_DEFINE,   /* NAME or NAME(a, b) to expressions */
    SHAPE_MOVES,    /* a text, or a list of texts and maps of the child context */
    SHAPE_TARGETS,  /* a name, or a list of names and maps of the child context */
    SHAPE_CHOOSE,   /* a list of types, or names to maps of the child context */
    SHAPE_EFFECTS,  /* a list of effects */
    SHAPE_TURN,     /* a map of the child context, or a list of them */
    SHAPE_RANGE,    /* a text, or a map of the child context */
    SHAPE_TIERS,    /* a text or a map of the child context, or a list of these */
    SHAPE_EXPRS,    /* a text, or a list of texts */
    SHAPE_RESULT,
    SHAPE_PAIR,    /* a list of two sets */
    SHAPE_SETS,    /* names to sets */
    SHAPE_PLACES,  /* a list of types, or types with sets */
    SHAPE_NUMBERS, /* names to number expressions */
    SHAPE_COUNT
} KeyShape;

enum { KEY_REQUIRED = 1, KEY_ONE_OF = 2, KEY_SIDES = 4, KEY_NAMES = 8 };

typedef struct KeyRow {
    uint8_t context; /* KeyContext */
    uint8_t shape;   /* KeyShape */
    uint8_t child;   /* KeyContext */
    uint8_t flags;   /* KEY_* */
    bool later;      /* not played yet */
    const char *key;
    const char *words;
    const char *doc;
} KeyRow;

/* Reports every unknown key, missing key, wrong shape and unsupported part of the tree.
 * True when nothing was reported as an error. */
bool schema_check(const Node *root, Diagnostics *diags);

/* Reports the unknown keys of one file before it is merged. The check of the merged tree
 * finds them again, which is told once. */
void schema_check_keys(const Node *root, Diagnostics *diags);

/* The rows of keys.def in its order, static. */
const KeyRow *schema_rows(size_t *count);
/* Whether a key of the file is a collection whose keys are names that files make up. */
bool schema_is_collection(const char *root_key);
/* What an entry of such a collection lacks, as words of a message ("`when` and `result`"),
 * or NULL when it is complete or its shape says nothing. */
const char *schema_missing(Arena *arena, const char *collection, const Node *entry);

#endif
