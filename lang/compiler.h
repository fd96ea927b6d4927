/* Compiler: what the stages of lowering share while one game is compiled. */
#ifndef FERZ_LANG_COMPILER_H
#define FERZ_LANG_COMPILER_H

#include "base/diag.h"
#include "base/vec.h"
#include "lang/betza.h"
#include "lang/merge.h"
#include "lang/movement_memo.h"
#include "rules/builder.h"

typedef struct Symbols Symbols; /* lang/symbols.h: names of types, zones, marks ... */

/* A set that is never of use, found where its text was read and told after all else. */
typedef struct NeverSet {
    Span span;
    const char *says; /* what its points should be; NULL: it never has any */
} NeverSet;

typedef struct Compiler {
    Arena *scratch; /* gone after the compile */
    Diagnostics *diags;
    const Merged *merged;
    const Node *root;
    RulesBuilder builder;
    Rules *rules; /* == builder.rules; its arena keeps names and tables */
    Symbols *symbols;
    BetzaGround ground; /* of the board, for movement strings */
    WalkMemo walks;
    Arena *walk_arena; /* of the walk at hand; NULL before the first */
    WalkKey board_key; /* of the board, once some movement is walked */
    bool board_known;
    const struct Compiler *first; /* in a reading with another option: the one before, whose
                                     walks need not be made again; else NULL */
    const PointSet *whereabouts;  /* in lower_never: all points where men can be, or NULL */
    VEC(NeverSet) never;          /* in scratch */
    uint32_t phase; /* whose collection or turn is being lowered; phase_count(): the file's */
} Compiler;

#endif
