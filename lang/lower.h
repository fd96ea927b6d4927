/* Lowering: the stages from the checked tree to the pools of the rules, called one after
 * the other by compile.c. Each reports what it finds and goes on where that makes sense;
 * the tree is taken to have passed schema_check. */
#ifndef FERZ_LANG_LOWER_H
#define FERZ_LANG_LOWER_H

#include "lang/compiler.h"
#include "lang/expr_tree.h"
#include "lang/symbols.h"

/* ------------------------------------------------- values (lower_values.c) */

/* A map with no keys but `white` and `black`. */
bool lower_is_per_side(const Node *node);
/* What a key holds for the side: of a map per side its part, or the other side's part when
 * it gives but one; else the node itself. */
const Node *lower_for_side(const Node *node, int side);
bool lower_flag(Compiler *c, const Node *node, bool standard);
bool lower_number(Compiler *c, const Node *node, int32_t low, int32_t high, int32_t *out);
/* Did the schema or somebody else report an error at exactly this place? */
bool lower_is_reported(const Compiler *c, Span span);
/* Index of the scalar among the words, or -1 after a diagnostic. */
int lower_choice(Compiler *c, const Node *node, const char *const *words, size_t count);
/* action, answer, turn, none. */
uint8_t lower_until(Compiler *c, const Node *node, Until standard);
/* A copy of a scalar's text in the arena of the rules; NULL of NULL. */
const char *lower_text(Compiler *c, const Node *node);
/* Reports a key that should be there; the schema does so first, this is the last net. */
void lower_missing(Compiler *c, const Node *map, const char *key);

/* ------------------------------------------------------------------- stages */

/* Board, names, holes, zones, lines, links. False when there is no board to go on with. */
bool lower_board(Compiler *c);
void lower_marks(Compiler *c);
void lower_counters(Compiler *c);
void lower_maps(Compiler *c);
void lower_types(Compiler *c);   /* letters, titles, royals, attributes */
void lower_setup(Compiler *c);   /* start and homes */
void lower_shuffle(Compiler *c); /* drawn set-ups */
void lower_hands(Compiler *c);   /* of the beginning */
void lower_drops(Compiler *c);
void lower_moves(Compiler *c); /* movers of every type and side */
void lower_influences(Compiler *c);
void lower_promotions(Compiler *c);
void lower_rules(Compiler *c); /* rules, extras, forbid, end, check, ep */
void lower_turn(Compiler *c);
/* The CheckSafe of a `check`, which may be NULL. */
uint8_t lower_safe(Compiler *c, const Node *check);
/* Refuses what could outgrow the arrays of play; after all else. */
void lower_bounds(Compiler *c);
/* Warns of what never can happen; after all else. */
void lower_never(Compiler *c);
/* Definitions that nothing mentions are read too, so that their errors show. */
void lower_definitions(Compiler *c);

/* The entries of a named collection at the top of the file, in order, `most` of them. */
typedef void EntryLowering(Compiler *c, const char *name, const Node *entry);
void lower_collection(Compiler *c, const char *key, uint32_t most, EntryLowering *lower);
/* A mover of the side for entries that belong to no type; castling among them is refused. */
uint32_t lower_added_moves(Compiler *c, const Node *moves, int side);
/* What the file says of a movement, in one line for people. */
const char *lower_moves_text(Compiler *c, const Node *moves);
/* ------------------------------------------------- phases (lower_phases.c) */

uint32_t phase_count(const Compiler *c);
/* What a phase puts in place of the file's key, or NULL. */
const Node *phase_part(const Compiler *c, uint32_t phase, const char *key);
/* While what the phase puts in place of the key counts; of phase_count() what the file says
 * itself. NULL: always. */
const Expr *phase_guard(Compiler *c, uint32_t phase, const char *key);
/* Both conditions; NULL always holds. */
const Expr *phase_both(Compiler *c, const Expr *guard, const Expr *tree);
/* `inside` during the phase, else `outside`. */
const Expr *phase_choose(Compiler *c, uint32_t phase, const Expr *inside, const Expr *outside);
void lower_phases(Compiler *c); /* when they end; before all other rules */

/* NO_EXPR stands for a condition that always holds (or is not given). */
ExprId lower_when(Compiler *c, const Node *when, unsigned scope);
/* Entries that can never come true are left out: a switch often leaves `when: none`. */
bool lower_never_holds(const Compiler *c, ExprId when);
/* A `do` list: effects appended to the builder. */
EffectList lower_effects(Compiler *c, const Node *list, unsigned scope);
/* The most points that a set can have at a time, as far as its form tells. */
uint32_t lower_most_points(const Compiler *c, const Expr *set);
/* Index of the map named by the scalar, or -1 (no diagnostic). */
int lower_find_map(const Compiler *c, const Node *scalar);

#endif
