/* Expressions, effects and sets in the language's own words. */
#include "rules/dump_parts.h"
#include "rules/expr_info.h"
#include "rules/geometry.h"

/* How tightly an operator binds; the grammar's levels from outside in. */
enum {
    LEVEL_ANY,
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_NOT,
    LEVEL_COMPARE,
    LEVEL_SUM,
    LEVEL_TERM,
    LEVEL_UNARY,
    LEVEL_PRIMARY
};

const char *dump_whose(uint8_t whose) {
    static const char *const words[] = {"us", "them", "white", "black"};
    return words[whose];
}

void dump_modes(uint8_t modes, Sink *sink) {
    static const char *const words[] = {"move", "capture", "ep", "friend", "royal", "like"};
    const char *between = "";
    for (uint32_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (modes >> i & 1) {
            sink_printf(sink, "%s%s", between, words[i]);
            between = " ";
        }
}

/* ------------------------------------------------------------------------ sets */

static void dump_line_name(const Board *board, uint32_t line, bool ranks, Sink *sink) {
    if (ranks)
        sink_printf(sink, "%u", (unsigned)line);
    else
        sink_text(sink, board->file_names[line - 1]);
}

static uint32_t run_end(const bool *lines, uint32_t n_lines, uint32_t line) {
    while (line < n_lines && lines[line + 1])
        line++;
    return line;
}

static void dump_lines(const Board *board, const bool *lines, bool ranks, bool bracketed,
                       Sink *sink) {
    uint32_t n_lines = ranks ? board->ranks : board->files;
    uint32_t runs = 0, written = 0;
    for (uint32_t i = 1; i <= n_lines; i++)
        runs += lines[i] && !lines[i - 1];
    bracketed = bracketed && runs > 1;
    sink_text(sink, bracketed ? "(" : "");
    for (uint32_t i = 1; i <= n_lines; i++) {
        if (!lines[i])
            continue;
        uint32_t end = run_end(lines, n_lines, i);
        sink_printf(sink, "%s%s(", written++ ? " | " : "", ranks ? "ranks" : "files");
        dump_line_name(board, i, ranks, sink);
        if (end > i) {
            sink_text(sink, "..");
            dump_line_name(board, end, ranks, sink);
        }
        sink_char(sink, ')');
        i = end;
    }
    sink_text(sink, bracketed ? ")" : "");
}

static void dump_points(const Rules *rules, const uint64_t *set, Sink *sink) {
    const char *between = "";
    sink_text(sink, "points(");
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        if (words_have(set, p)) {
            sink_printf(sink, "%s%s", between, rules->board.points[p].name);
            between = " ";
        }
    sink_char(sink, ')');
}

enum { FEW_POINTS = 8 }; /* that many are named one by one */

/* Whether the set is all points of some files on some ranks; gives these. */
static bool set_is_product(const Rules *rules, const uint64_t *set, bool *files, bool *ranks) {
    const Board *board = &rules->board;
    for (uint32_t p = 0; p < board->n_points && board->files; p++)
        if (words_have(set, p)) {
            files[board->points[p].file] = true;
            ranks[board->points[p].rank] = true;
        }
    for (uint32_t p = 0; p < board->n_points; p++)
        if ((files[board->points[p].file] && ranks[board->points[p].rank]) != words_have(set, p))
            return false;
    return board->files > 0;
}

static void dump_points_or_product(const Rules *rules, const uint64_t *set, uint32_t count,
                                   bool bracketed, Sink *sink) {
    bool files[MAX_FILES + 2] = {false}, ranks[MAX_RANKS + 2] = {false};
    if (count <= FEW_POINTS || !set_is_product(rules, set, files, ranks)) {
        dump_points(rules, set, sink);
        return;
    }
    sink_text(sink, bracketed ? "(" : "");
    dump_lines(&rules->board, files, false, true, sink);
    sink_text(sink, " & ");
    dump_lines(&rules->board, ranks, true, true, sink);
    sink_text(sink, bracketed ? ")" : "");
}

void dump_set(const Rules *rules, const uint64_t *set, bool bracketed, Sink *sink) {
    bool lines[LINES_ROOM];
    uint32_t count = 0;
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        count += words_have(set, p);
    if (count == 0 || count == rules->board.n_points)
        sink_text(sink, count ? "any" : "none");
    else if (geometry_whole_lines(&rules->board, set, true, lines))
        dump_lines(&rules->board, lines, true, bracketed, sink);
    else if (geometry_whole_lines(&rules->board, set, false, lines))
        dump_lines(&rules->board, lines, false, bracketed, sink);
    else
        dump_points_or_product(rules, set, count, bracketed, sink);
}

void dump_set_id(const Rules *rules, SetId id, Sink *sink) {
    if (id == NO_SET)
        sink_char(sink, '-');
    else
        dump_set(rules, rules_set(rules, id), false, sink);
}

/* ----------------------------------------------------------------- expressions */

static void dump_at(const Rules *rules, ExprId id, int level, Sink *sink);

static int level_of(const Rules *rules, const ExprNode *node) {
    switch (node->op) {
    case EXPR_IF:
        return LEVEL_ANY;
    case EXPR_OR:
        return LEVEL_OR;
    case EXPR_AND:
        return LEVEL_AND;
    case EXPR_NOT:
        return LEVEL_NOT;
    case EXPR_UNION:
    case EXPR_WITHOUT:
    case EXPR_ADD:
    case EXPR_SUBTRACT:
        return LEVEL_SUM;
    case EXPR_INTERSECT:
    case EXPR_MULTIPLY:
    case EXPR_DIVIDE:
    case EXPR_REMAINDER:
        return LEVEL_TERM;
    case EXPR_COMPLEMENT:
    case EXPR_NEGATE:
        return LEVEL_UNARY;
    case EXPR_NONEMPTY: /* a set stands for itself as a condition */
        return level_of(rules, &rules->exprs[node->a]);
    default:
        return node->op >= EXPR_EQUAL && node->op <= EXPR_SET_UNEQUAL ? LEVEL_COMPARE
                                                                      : LEVEL_PRIMARY;
    }
}

/* Chains lean to the left, so the right operand of an equal level is bracketed. */
static void dump_binary(const Rules *rules, const ExprNode *node, int level, Sink *sink) {
    dump_at(rules, node->a, level == LEVEL_COMPARE ? LEVEL_SUM : level, sink);
    sink_printf(sink, " %s ", expr_info(node->op)->word);
    dump_at(rules, node->b, level + 1, sink);
}

static void dump_if(const Rules *rules, const ExprNode *node, Sink *sink) {
    dump_at(rules, node->a, LEVEL_OR, sink);
    sink_text(sink, " ? ");
    dump_at(rules, node->b, LEVEL_ANY, sink);
    sink_text(sink, " : ");
    dump_at(rules, node->c, LEVEL_ANY, sink);
}

static void dump_symbol(const Rules *rules, const ExprNode *node, Sink *sink) {
    int level = level_of(rules, node);
    if (node->op == EXPR_IF) {
        dump_if(rules, node, sink);
    } else if (expr_operands(node) == 2) {
        dump_binary(rules, node, level, sink);
    } else {
        sink_text(sink, expr_info(node->op)->word);
        sink_text(sink, node->op == EXPR_NOT ? " " : "");
        dump_at(rules, node->a, level, sink);
    }
}

/* Names of binding slots; the text's own names are gone. */
static char slot_name(const ExprNode *node) {
    static const char names[MAX_BINDINGS + 1] = "xyzuvwst";
    return names[node->value];
}

static bool texts_repeat(const Rules *rules, const Mover *mover, uint32_t i) {
    const char *text = rules->components[mover->first_component + i].text;
    for (uint32_t k = 0; k < i; k++) {
        const char *other = rules->components[mover->first_component + k].text;
        if (other && strcmp(text, other) == 0)
            return true;
    }
    return false;
}

void dump_mover_text(const Rules *rules, uint32_t mover, Sink *sink) {
    const Mover *m = &rules->movers[mover];
    for (uint32_t i = 0; i < m->n_components; i++) {
        const char *text = rules->components[m->first_component + i].text;
        if (text && !texts_repeat(rules, m, i))
            sink_text(sink, text);
    }
}

/* The word of a direction: the board's own, or as the acting side sees it. */
static void dump_direction_word(const Rules *rules, const ExprNode *node, Sink *sink) {
    const Board *board = &rules->board;
    uint32_t white = (uint32_t)node->value;
    sink_text(sink,
              node->c == white ? geometry_word(board, white) : geometry_own_word(board, white));
}

/* What stands before the operands inside the brackets of a call. */
static void dump_call_head(const Rules *rules, const ExprNode *node, Sink *sink) {
    switch (node->op) {
    case EXPR_REACH:
    case EXPR_FLOOD:
        dump_mover_text(rules, (uint32_t)node->value, sink);
        sink_text(sink, ", ");
        break;
    case EXPR_SHIFT:
        dump_direction_word(rules, node, sink);
        sink_text(sink, ", ");
        break;
    case EXPR_THOSE:
    case EXPR_SUM:
        sink_printf(sink, "%c in ", slot_name(node));
        break;
    case EXPR_PERPETUAL:
        sink_printf(sink, "%s, ", dump_whose(node->side));
        break;
    default:
        break;
    }
}

static void dump_call(const Rules *rules, const ExprNode *node, const char *word, Sink *sink) {
    sink_printf(sink, "%s(", word);
    dump_call_head(rules, node, sink);
    for (uint32_t i = 0; i < expr_operands(node); i++) {
        sink_text(sink, i ? ", " : "");
        dump_at(rules, expr_operand(node, i), LEVEL_ANY, sink);
    }
    sink_char(sink, ')');
}

/* A word that may name a side: `word` alone is ours. */
static void dump_sided(const char *word, const ExprNode *node, Sink *sink) {
    sink_text(sink, word);
    if (node->side != WHOSE_US)
        sink_printf(sink, "(%s)", dump_whose(node->side));
}

static void dump_side_set(const Rules *rules, const ExprNode *node, Sink *sink) {
    sink_text(sink, "{white: ");
    dump_set(rules, rules_set(rules, (SetId)node->value), false, sink);
    sink_text(sink, ", black: ");
    dump_set(rules, rules_set(rules, node->b), false, sink);
    dump_sided("}", node, sink);
}

static void dump_let(const Rules *rules, const ExprNode *node, Sink *sink) {
    sink_printf(sink, "let(%c = ", slot_name(node));
    dump_at(rules, node->a, LEVEL_ANY, sink);
    sink_text(sink, ", ");
    dump_at(rules, node->b, LEVEL_ANY, sink);
    sink_char(sink, ')');
}

static void dump_in_hand(const Rules *rules, const ExprNode *node, Sink *sink) {
    static const char *const sides[] = {"us", "them", "white", "black"};
    sink_printf(sink, "in_hand(%s", node->c ? "neutral" : sides[node->side & 3]);
    if (node->value == IN_HAND_CHOSEN)
        sink_text(sink, ", chosen");
    else if (node->value != IN_HAND_ALL)
        sink_printf(sink, ", %s", rules->types[node->value].name);
    sink_char(sink, ')');
}

static void dump_inner(const Rules *rules, const ExprNode *node, int level, Sink *sink) {
    switch (node->op) {
    case EXPR_CONST_SET:
        dump_set(rules, rules_set(rules, (SetId)node->value), level > LEVEL_SUM, sink);
        break;
    case EXPR_SIDE_SET:
        dump_side_set(rules, node, sink);
        break;
    case EXPR_CONST_NUM:
        sink_printf(sink, "%d", (int)node->value);
        break;
    case EXPR_CONST_COND:
        sink_text(sink, node->value ? "any" : "none");
        break;
    case EXPR_TYPE_SET:
        sink_text(sink, rules->types[node->value].name);
        break;
    case EXPR_MARK_SET:
        sink_text(sink, rules->marks[node->value].name);
        break;
    case EXPR_BOUND:
        sink_char(sink, slot_name(node));
        break;
    case EXPR_LET:
        dump_let(rules, node, sink);
        break;
    case EXPR_ATTRIBUTE:
        dump_call(rules, node, rules->attribute_names[node->value], sink);
        break;
    case EXPR_COUNTER:
        dump_sided(rules->counters[node->value].name, node, sink);
        break;
    case EXPR_NONEMPTY:
        dump_at(rules, node->a, level, sink);
        break;
    case EXPR_LAST:
        sink_text(sink, "last.");
        dump_at(rules, node->a, LEVEL_PRIMARY, sink);
        break;
    default:
        sink_text(sink, expr_info(node->op)->word);
        break;
    }
}

static void dump_node(const Rules *rules, const ExprNode *node, int level, Sink *sink) {
    const ExprInfo *info = expr_info(node->op);
    switch (info->kind) {
    case EXPR_LEAF:
        sink_text(sink, info->word);
        break;
    case EXPR_SYMBOL:
        dump_symbol(rules, node, sink);
        break;
    case EXPR_INNER:
        dump_inner(rules, node, level, sink);
        break;
    case EXPR_CALL:
        if (node->op == EXPR_IN_CHECK)
            dump_sided(info->word, node, sink);
        else if (node->op == EXPR_IN_HAND)
            dump_in_hand(rules, node, sink);
        else
            dump_call(rules, node, info->word, sink);
        break;
    }
}

/* Recursion is bounded by the depth that the verifier proves. */
static void dump_at(const Rules *rules, ExprId id, int level, Sink *sink) {
    const ExprNode *node = &rules->exprs[id];
    bool brackets = node->op != EXPR_NONEMPTY && level_of(rules, node) < level;
    sink_text(sink, brackets ? "(" : "");
    dump_node(rules, node, brackets ? LEVEL_ANY : level, sink);
    sink_text(sink, brackets ? ")" : "");
}

void rules_dump_expr(const Rules *rules, ExprId expr, Sink *sink) {
    if (expr == NO_EXPR)
        sink_text(sink, "any");
    else
        dump_at(rules, expr, LEVEL_ANY, sink);
}

/* --------------------------------------------------------------------- effects */

static const char *effect_word(uint8_t op) {
    static const char *const words[EFFECT_COUNT] = {
#define EFFECT(name, key, status) [EFFECT_##name] = key,
#include "rules/effects.def"
#undef EFFECT
    };
    return words[op];
}

static const char *owner_word(uint8_t owner) {
    static const char *const words[] = {"us", "them", "white", "black", "other", "neutral"};
    return words[owner];
}

static const char *what_word(const Rules *rules, const Effect *effect) {
    switch (effect->what) {
    case WHAT_TYPE:
        return rules->types[effect->type].name;
    case WHAT_MAP:
        return rules->map_names[effect->type];
    default:
        return effect->what == WHAT_CHOSEN ? "chosen" : "captured";
    }
}

static void dump_pair(const Rules *rules, const Effect *effect, const char *const words[4],
                      Sink *sink) {
    sink_text(sink, words[0]);
    rules_dump_expr(rules, effect->a, sink);
    sink_text(sink, words[1]);
    rules_dump_expr(rules, effect->b, sink);
    sink_text(sink, words[2]);
}

static void dump_named(const Rules *rules, const char *name, ExprId value, Sink *sink) {
    sink_printf(sink, "{%s: ", name);
    rules_dump_expr(rules, value, sink);
    sink_char(sink, '}');
}

/* A counter, or a number of the frame. */
static const char *target_word(const Rules *rules, uint16_t target) {
    if (target == TARGET_MIN || target == TARGET_MAX)
        return target == TARGET_MIN ? "min" : "max";
    return rules->counters[target].name;
}

static void dump_placing(const Rules *rules, const Effect *effect, Sink *sink) {
    bool becomes = effect->op == EFFECT_BECOME;
    sink_printf(sink, "{%s: %s", becomes ? "type" : "piece", what_word(rules, effect));
    if (!becomes)
        sink_printf(sink, ", owner: %s", owner_word(effect->owner));
    sink_text(sink, ", at: ");
    rules_dump_expr(rules, effect->a, sink);
    sink_text(sink, effect->from_hand ? ", from: hand" : "");
    sink_text(sink, effect->unmoved ? ", unmoved: true}" : "}");
}

static void dump_handing(const Rules *rules, const Effect *effect, Sink *sink) {
    sink_printf(sink, "{piece: %s, owner: %s, count: ", what_word(rules, effect),
                owner_word(effect->owner));
    rules_dump_expr(rules, effect->a, sink);
    if (effect->target == AS_BASE)
        sink_text(sink, ", as: base");
    else if (effect->target >= AS_MAP)
        sink_printf(sink, ", as: %s", rules->map_names[effect->target - AS_MAP]);
    sink_char(sink, '}');
}

static void dump_effect_value(const Rules *rules, const Effect *effect, Sink *sink) {
    switch (effect->op) {
    case EFFECT_SWAP:
        dump_pair(rules, effect, (const char *const[4]){"[", ", ", "]"}, sink);
        break;
    case EFFECT_MOVE:
        dump_pair(rules, effect, (const char *const[4]){"{from: ", ", to: ", "}"}, sink);
        break;
    case EFFECT_PLACE:
    case EFFECT_BECOME:
        dump_placing(rules, effect, sink);
        break;
    case EFFECT_HAND:
        dump_handing(rules, effect, sink);
        break;
    case EFFECT_CONVERT:
        rules_dump_expr(rules, effect->a, sink);
        sink_printf(sink, ", to: %s", owner_word(effect->owner));
        break;
    case EFFECT_MARK:
    case EFFECT_UNMARK:
        dump_named(rules, rules->marks[effect->target].name, effect->a, sink);
        break;
    case EFFECT_SET:
    case EFFECT_ADD:
        dump_named(rules, target_word(rules, effect->target), effect->a, sink);
        break;
    case EFFECT_WIN:
        sink_text(sink, owner_word(effect->owner));
        break;
    default:
        rules_dump_expr(rules, effect->a, sink);
        break;
    }
}

void rules_dump_effect(const Rules *rules, const Effect *effect, Sink *sink) {
    bool word_only = effect->op == EFFECT_DRAW || effect->op == EFFECT_TAKE_BACK;
    sink_printf(sink, "{%s", effect_word(effect->op));
    if (!word_only) {
        sink_text(sink, ": ");
        dump_effect_value(rules, effect, sink);
    }
    if (effect->when != NO_EXPR) {
        sink_text(sink, ", when: ");
        rules_dump_expr(rules, effect->when, sink);
    }
    sink_char(sink, '}');
}
