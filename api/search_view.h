/* What play/ sees of the library besides ferz.h: the core of a game, for searches that make
 * millions of actions without texts, lists kept in handles, or checks made twice. The only
 * header through which that layer reaches below the public one. */
#ifndef FERZ_API_SEARCH_VIEW_H
#define FERZ_API_SEARCH_VIEW_H

#include "ferz.h"
#include "interp/evaluate.h"
#include "interp/game.h"
#include "rules/expr_info.h"
#include "rules/rules.h"
#include "rules/tables.h"

const Rules *view_rules(const ferz_rules *rules);
/* The rules that a game was made of. */
const ferz_rules *view_game_rules(const ferz_game *game);
/* The core of a game. Whoever plays and undoes with it leaves it where it was. */
Game *view_game(ferz_game *game);
/* Actions that the game has room for. */
uint32_t view_plies_left(const ferz_game *game);

#endif
