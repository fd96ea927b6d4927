/* Influences: what freezes men, lets them move as others do, or adds to their moves. Whom they
 * concern is read with raw attacks alone, so that attacks, which ask them, ask nothing in
 * turn. */
#include "lang/expr_tree.h"
#include "lang/lower.h"

enum { SCOPE_WHO = SCOPE_SELF | SCOPE_INFLUENCE };

/* Says the entry exactly one thing? `frozen: false` says nothing. */
static bool says_one_thing(Compiler *c, const Node *entry, bool frozen) {
    int kinds = frozen + !!node_get(entry, "as") + !!node_get(entry, "add");
    if (kinds <= 1)
        return kinds == 1;
    Diag *diag = diag_add(c->diags, DIAG_BAD_VALUE, entry->span, "an influence that says %s things",
                          kinds == 2 ? "two" : "three");
    diag_expected(c->diags, diag, "exactly one of frozen, as, add");
    return false;
}

static void lower_added(Compiler *c, const Node *add, Influence *influence) {
    influence->kind = INFLUENCE_ADD;
    for (int side = 0; side < 2; side++) {
        const Node *moves = lower_for_side(add, side);
        influence->mover[side] = lower_added_moves(c, moves, side);
        influence->text[side] = lower_moves_text(c, moves);
    }
}

static void lower_influence(Compiler *c, const char *name, const Node *entry) {
    const Node *who = node_get(entry, "who"), *as = node_get(entry, "as");
    const Node *add = node_get(entry, "add"), *frozen = node_get(entry, "frozen");
    Influence influence = {.name = name, .kind = INFLUENCE_FROZEN};
    const Expr *men = who ? expr_tree(c, who, EXPR_SET, SCOPE_WHO) : NULL;
    men = expr_wanting(c, who, men, WHO_SOMEBODY, "this influence is about nobody");
    influence.who = expr_emit(c, men);
    influence.when = lower_when(c, node_get(entry, "when"), SCOPE_WHO);
    bool played = says_one_thing(c, entry, frozen && lower_flag(c, frozen, false));
    if (as) {
        influence.kind = INFLUENCE_AS;
        influence.as = expr_compile(c, as, EXPR_SET, SCOPE_WHO);
    }
    if (add)
        lower_added(c, add, &influence);
    if (played && !lower_never_holds(c, influence.when))
        vec_push(c->builder.arena, &c->builder.influences, influence);
}

void lower_influences(Compiler *c) {
    lower_collection(c, "influence", MAX_INFLUENCES, lower_influence);
}
