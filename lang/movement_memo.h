/* Walks that were made before: the same move, of the same side, on the same board leads to the
 * same paths, also in a reading of the file with other options. */
#ifndef FERZ_LANG_MOVEMENT_MEMO_H
#define FERZ_LANG_MOVEMENT_MEMO_H

#include "lang/movement_walk.h"
#include "rules/builder.h"

/* What a walk depends on, twice hashed apart. */
typedef struct WalkKey {
    uint64_t a, b;
} WalkKey;

typedef struct WalkDone {
    WalkKey key;
    uint32_t first_path; /* as of a component of the builder */
    bool program;        /* as Walker.program */
} WalkDone;

typedef struct WalkMemo {
    VEC(WalkDone) walks;
} WalkMemo;

/* Of the board alone, for the keys of walks on it. */
WalkKey memo_board(const Board *board);
/* False where the walk depends on more than a key holds. `from`: where men set out, or NULL. */
bool memo_key(const Walker *walker, WalkKey board, const PointSet *from, WalkKey *key);
/* NULL: it was not made. */
const WalkDone *memo_find(const WalkMemo *memo, WalkKey key);
void memo_add(WalkMemo *memo, Arena *arena, WalkDone done);

#endif
