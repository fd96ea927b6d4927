/* What a program that draws or drives a game asks of its rules: the board as a grid, the kinds of
 * men, the parts of an action. */
#include <string.h>

#include "api/internal.h"

/* ------------------------------------------------------------------------------- the board */

static PointId grid_at(const Board *board, int file, int rank) {
    if (file < 1 || rank < 1 || file > board->files || rank > board->ranks)
        return NO_POINT;
    return board->grid[board_grid(board, (uint32_t)file, (uint32_t)rank, 1)];
}

/* Does every step lead to the next square of its direction, and to no other place? */
static bool steps_are_plain(const Board *board) {
    static const int8_t files[SQUARE_RING] = {0, 1, 1, 1, 0, -1, -1, -1};
    static const int8_t ranks[SQUARE_RING] = {1, 1, 0, -1, -1, -1, 0, 1};
    for (uint32_t p = 0; p < board->n_points; p++) {
        const Point *point = &board->points[p];
        for (uint32_t d = 0; d < SQUARE_RING; d++)
            if (board->steps[d * board->n_points + p] !=
                grid_at(board, point->file + files[d], point->rank + ranks[d]))
                return false;
    }
    return true;
}

ferz_board ferz_rules_board(const ferz_rules *rules) {
    const Board *board = &rules->rules->board;
    bool squares = board->files > 0 && board->ring == SQUARE_RING;
    return (ferz_board){
        .files = board->files,
        .ranks = board->ranks,
        .levels = board->levels,
        .squares = squares,
        .plain = squares && board->levels == 1 &&
                 board->n_points == (uint32_t)board->files * board->ranks && steps_are_plain(board),
    };
}

/* --------------------------------------------------------------------------------- the men */

size_t ferz_rules_piece_count(const ferz_rules *rules) {
    return rules->rules->n_types;
}

bool ferz_rules_piece(const ferz_rules *rules, size_t index, ferz_piece *piece) {
    if (index >= rules->rules->n_types)
        return false;
    const Type *type = &rules->rules->types[index];
    *piece = (ferz_piece){
        .name = type->name,
        .letter = type->letter,
        .moves = {type->betza[SIDE_WHITE], type->betza[SIDE_BLACK]},
        .royal = {type->royal[SIDE_WHITE], type->royal[SIDE_BLACK]},
        .promotes = {type->promotion[SIDE_WHITE] != NO_INDEX,
                     type->promotion[SIDE_BLACK] != NO_INDEX},
        .dropped = rules->rules->drops && rules->rules->drops[index].allowed,
        .neutral = type->neutral,
    };
    return true;
}

/* ----------------------------------------------------------------------------- the actions */

static const char *point_name(const ferz_game *game, PointId point) {
    return point == NO_POINT ? "" : game->rules->rules->board.points[point].name;
}

static ferz_action_kind kind_of(const Action *action) {
    static const ferz_action_kind kinds[] = {
        [ACTION_MOVE] = FERZ_MOVE, [ACTION_CASTLE] = FERZ_CASTLING, [ACTION_PASS] = FERZ_PASS,
        [ACTION_STOP] = FERZ_STOP, [ACTION_OFFER] = FERZ_OFFER,     [ACTION_DROP] = FERZ_DROP};
    return kinds[action->kind];
}

bool ferz_game_action(ferz_game *game, size_t index, ferz_action *action) {
    ActionList list = game_list(game);
    if (index >= list.count)
        return false;
    const Action *own = &list.actions[index];
    bool man = action_is_mans(own);
    *action = (ferz_action){
        .kind = kind_of(own),
        .from = point_name(game, man && own->kind != ACTION_DROP ? own->from : NO_POINT),
        .to = point_name(game, man ? own->to : NO_POINT),
        .partner = point_name(game, own->kind == ACTION_CASTLE ? own->partner_from : NO_POINT),
        .victim = point_name(game, man ? own->victim : NO_POINT),
        .captures = man ? action_captures(own) : 0,
        .choices = own->n_extras,
        .promotes = (own->flags & ACTION_PROMOTES) != 0,
    };
    return true;
}

bool ferz_game_man(const ferz_game *game, const char *point, ferz_man *man) {
    const Rules *rules = game->rules->rules;
    State state;
    game_get(game->game, &state);
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        if (strcmp(rules->board.points[p].name, point) != 0)
            continue;
        if (state.men[p].type == NO_TYPE)
            return false;
        const Type *type = &rules->types[state.men[p].type];
        *man = (ferz_man){type->name, type->letter, state.men[p].owner};
        return true;
    }
    return false;
}
