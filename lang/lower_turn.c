/* The turn. This version plays turns of one action; anything else is refused with its
 * place, so that no file plays as something it does not say. */
#include "lang/lower.h"

static void refuse(Compiler *c, Span span, const char *what) {
    diag_add(c->diags, DIAG_NOT_SUPPORTED, span, "%s not supported yet", what);
}

static void lower_moves_of_turn(Compiler *c, const Node *moves) {
    if (node_is(moves, "1"))
        return;
    if (moves->kind == NODE_SCALAR && moves->length == 0)
        diag_add(c->diags, DIAG_TURN_BAD, moves->span, "a turn without a number of actions");
    else
        refuse(c, moves->span, "turns of another length than one action are");
}

void lower_turn(Compiler *c) {
    const Node *turn = node_get(c->root, "turn");
    if (!turn)
        return;
    if (turn->kind == NODE_LIST) {
        refuse(c, turn->span, "turns of several steps are");
        return;
    }
    for (uint32_t i = 0; turn->kind == NODE_MAP && i < turn->count; i++) {
        if (node_is(turn->pairs[i].key, "moves"))
            lower_moves_of_turn(c, turn->pairs[i].value);
    }
}
