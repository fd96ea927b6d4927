/* Where each word of expressions may stand, and what is said where it may not. */
#include "lang/expr_tree.h"
#include "rules/expr_info.h"

/* Where a word has a meaning. */
typedef enum Place {
    PLACE_POSITION, /* wherever there is a position */
    PLACE_BOARD,    /* everywhere: the board alone decides */
    PLACE_ACTION,
    PLACE_LOOK_BACK, /* before() */
    PLACE_SELF,
    PLACE_AT,
    PLACE_END,
    PLACE_REPEATS, /* ends and forbids */
    PLACE_FORBID,
    PLACE_RAW,     /* not in movement entries, of which attacks are made */
    PLACE_ATTACKS, /* nor in influences, which attacks ask */
    PLACE_CHECKS,  /* neither there nor in `unless`, of which checks are made */
    PLACE_TRIALS   /* nor inside possible(), which asks for legal actions */
} Place;

static const uint8_t places[EXPR_OP_COUNT] = {
    [EXPR_FROZEN] = PLACE_ATTACKS,
    [EXPR_PERPETUAL] = PLACE_END,
    [EXPR_POSSIBLE] = PLACE_TRIALS,
    [EXPR_SELF] = PLACE_SELF,
    [EXPR_AT] = PLACE_AT,
    [EXPR_FROM] = PLACE_ACTION,
    [EXPR_TO] = PLACE_ACTION,
    [EXPR_CAPTURED] = PLACE_ACTION,
    [EXPR_PASSED] = PLACE_ACTION,
    [EXPR_LINK] = PLACE_ACTION,
    [EXPR_MOVER] = PLACE_ACTION,
    [EXPR_PARTNER] = PLACE_ACTION,
    [EXPR_PARTNER_FROM] = PLACE_ACTION,
    [EXPR_IS_MOVE] = PLACE_ACTION,
    [EXPR_IS_DROP] = PLACE_ACTION,
    [EXPR_IS_CASTLE] = PLACE_ACTION,
    [EXPR_IS_CAPTURE] = PLACE_ACTION,
    [EXPR_IS_PROMOTION] = PLACE_ACTION,
    [EXPR_IS_PASS] = PLACE_ACTION,
    [EXPR_IS_STOP] = PLACE_ACTION,
    [EXPR_IS_EP] = PLACE_ACTION,
    [EXPR_OFFERS_EP] = PLACE_ACTION,
    [EXPR_GIVES_CHECK] = PLACE_ACTION,
    [EXPR_FINAL] = PLACE_ACTION,
    [EXPR_ALTERNATIVES] = PLACE_ACTION,
    [EXPR_BEFORE] = PLACE_LOOK_BACK,
    [EXPR_ATTACKS] = PLACE_ATTACKS,
    [EXPR_ATTACKERS] = PLACE_ATTACKS,
    [EXPR_RAW_ATTACKERS] = PLACE_RAW,
    [EXPR_IN_CHECK] = PLACE_CHECKS,
    [EXPR_CHECKMATED] = PLACE_END,
    [EXPR_STALEMATED] = PLACE_END,
    [EXPR_REPEATS] = PLACE_REPEATS,
    [EXPR_REPLAYS] = PLACE_FORBID,
    [EXPR_SHIFT] = PLACE_BOARD,
    [EXPR_NEIGHBOURS] = PLACE_BOARD,
    [EXPR_BETWEEN] = PLACE_BOARD,
    [EXPR_BEYOND] = PLACE_BOARD,
    [EXPR_RUN] = PLACE_BOARD,
    [EXPR_FILE_OF] = PLACE_BOARD,
    [EXPR_RANK_OF] = PLACE_BOARD,
    [EXPR_THOSE] = PLACE_BOARD,
    [EXPR_COUNT] = PLACE_BOARD,
    [EXPR_SUM] = PLACE_BOARD,
    [EXPR_FILE] = PLACE_BOARD,
    [EXPR_RANK] = PLACE_BOARD,
    [EXPR_LEVEL] = PLACE_BOARD,
};

static bool place_allows(Place place, unsigned scope) {
    if (place == PLACE_TRIALS && (scope & SCOPE_TRIED))
        return false;
    if (scope & SCOPE_EVERY)
        return true;
    switch (place) {
    case PLACE_BOARD:
        return true;
    case PLACE_ACTION:
    case PLACE_LOOK_BACK:
        return scope & SCOPE_ACTION;
    case PLACE_SELF:
        return scope & SCOPE_SELF;
    case PLACE_AT:
        return scope & SCOPE_AT;
    case PLACE_END:
        return scope & SCOPE_END;
    case PLACE_REPEATS:
        return scope & (SCOPE_END | SCOPE_FORBID);
    case PLACE_FORBID:
        return scope & SCOPE_FORBID;
    case PLACE_RAW:
        return (scope & SCOPE_INFLUENCE) || !(scope & (SCOPE_STATIC | SCOPE_SELF));
    case PLACE_ATTACKS:
        return !(scope & (SCOPE_STATIC | SCOPE_SELF));
    case PLACE_CHECKS:
    case PLACE_TRIALS:
        return !(scope & (SCOPE_STATIC | SCOPE_SELF | SCOPE_SAFETY));
    case PLACE_POSITION:
        break;
    }
    return !(scope & SCOPE_STATIC);
}

static const char *place_text(Place place) {
    switch (place) {
    case PLACE_ACTION:
        return "rules at: action, extras, forbid and what a step does after an action (elsewhere "
               "`last.` tells of the latest action)";
    case PLACE_LOOK_BACK:
        return "rules at: action, extras, forbid and what a step does after an action";
    case PLACE_SELF:
        return "movement entries and influences";
    case PLACE_AT:
        return "the choices and effects of an extra";
    case PLACE_END:
        return "ends";
    case PLACE_REPEATS:
        return "ends and forbid";
    case PLACE_FORBID:
        return "forbid";
    case PLACE_RAW:
        return "influences, rules, extras, forbid, ends and `unless` (attacks are made of "
               "movements)";
    case PLACE_ATTACKS:
        return "rules, extras, forbid, ends and `unless` (attacks are made of movements and "
               "influences)";
    case PLACE_CHECKS:
        return "rules, extras, forbid and ends (checks are made of movements and `unless`)";
    case PLACE_TRIALS:
        return "rules, turns, extras, forbid and ends, not inside another `possible`";
    default:
        return "places where men stand on the board (not in zones, holes and set-ups)";
    }
}

bool expr_check_place(Parser *p, uint32_t op, Span span) {
    Place place = (Place)places[op];
    if (place_allows(place, p->scope))
        return true;
    Diag *diag = diag_add(p->c->diags, DIAG_EXPR_PLACE, span, "`%s` has no meaning here",
                          expr_info((uint8_t)op)->word);
    diag_expected(p->c->diags, diag, "it stands in %s", place_text(place));
    return false;
}

bool expr_check_position(Parser *p, const Symbol *symbol, Span span) {
    if (!(p->scope & SCOPE_STATIC))
        return true;
    Diag *diag = diag_add(p->c->diags, DIAG_EXPR_PLACE, span, "the %s `%s` has no meaning here",
                          symbol_kind_text((SymbolKind)symbol->kind), symbol->name);
    diag_expected(p->c->diags, diag, "something of the board alone");
    return false;
}

bool expr_is_of_action(uint32_t op) {
    return places[op] == PLACE_ACTION;
}
