/* Expressions: every operator typed once, precedence, folding, scopes, each kind of error
 * with its printed place. Expected sets and numbers are worked out by hand on the board of
 * the small game below. */
#include "lang_fixture.h"

#include "lang/expr_tree.h"
#include "lang/lower.h"
#include "rules/expr_info.h"

/* A 4x3 board: points a1 .. d3, of which the last three ranks matter little. */
static const char game_text[] =
    "ferz: 1\n"
    "board: {shape: square, files: 4, ranks: 3, symmetry: mirror}\n"
    "zones: {far: {white: ranks(3)}, edge: files(a) | files(d), dark: (file + rank) % 2 == 0,\n"
    "        cross: far | far(them)}\n"
    "marks: {spent: {on: piece}}\n"
    "counters: {clock: {}, checks: {per: side}}\n"
    "define: {corner: edge & cross, near(x): \"x | shift(n, x)\", twice(x): near(near(x)),\n"
    "         loop: not pool, pool: loop}\n"
    "pieces:\n"
    "  king: {letter: K, moves: K, royal: true, strength: 3}\n"
    "  rook: {letter: R, moves: R}\n"
    "setup: 1k2/4/1K1R\n";

typedef struct ExprFixture {
    Fixture *base;
    MemoryFile files[2];
    Merged merged;
    Compiler c;
    Rules rules;
    Arena *scratch, *arena;
    char source[4096];
} ExprFixture;

static int set_up(void **state) {
    ExprFixture *x = calloc(1, sizeof *x);
    assert_non_null(x);
    x->base = fixture_new();
    x->scratch = arena_create(ARENA_RESERVE);
    x->arena = arena_create(ARENA_RESERVE);
    assert_true(x->scratch && x->arena);
    MergeRequest request = {.name = "small", .text = game_text, .text_size = sizeof game_text - 1};
    assert_true(merge_load(&request, x->base->arena, &x->base->diags, &x->merged));
    x->c = (Compiler){.scratch = x->scratch,
                      .diags = &x->base->diags,
                      .merged = &x->merged,
                      .root = x->merged.root,
                      .rules = &x->rules};
    builder_init(&x->c.builder, x->arena, &x->rules);
    assert_true(lower_board(&x->c));
    lower_marks(&x->c);
    lower_counters(&x->c);
    lower_types(&x->c);
    assert_clean(x->base);
    *state = x;
    return 0;
}

static int tear_down(void **state) {
    ExprFixture *x = *state;
    arena_destroy(x->scratch);
    arena_destroy(x->arena);
    fixture_free(x->base);
    free(x);
    return 0;
}

/* The text as a scalar of a file of its own, `test.yaml`. */
static const Node *scalar(ExprFixture *x, const char *text) {
    SourceSet *sources = x->base->diags.sources;
    sources->count = 1; /* the game stays, the text before this one goes */
    const char *kept = arena_printf(x->base->arena, "when: \"%s\"\n", text);
    uint32_t source = source_add(sources, "test.yaml", kept, strlen(kept));
    const Node *root = yaml_tree_read(x->base->arena, &x->base->diags, source);
    assert_non_null(root);
    return node_get(root, "when");
}

/* ---------------------------------------------------------------- trees as one text */

static void show_points(Sink *sink, const Board *board, const PointSet *set) {
    const char *gap = "";
    sink_char(sink, '{');
    for (uint32_t p = pointset_next(set, 0); p < MAX_POINTS; p = pointset_next(set, p + 1)) {
        sink_printf(sink, "%s%s", gap, board->points[p].name);
        gap = " ";
    }
    sink_char(sink, '}');
}

static void show_set(Sink *sink, const Board *board, const Expr *e) {
    show_points(sink, board, e->set[0]);
    if (pointset_equal(e->set[0], e->set[1]))
        return;
    sink_char(sink, '/');
    show_points(sink, board, e->set[1]);
}

/* (word [value] operands), constants as they are written. */
static void show(Sink *sink, const ExprFixture *x, const Expr *e) {
    static const char *const sides[] = {"", " them", " white", " black"};
    if (e->op == EXPR_CONST_SET) {
        show_set(sink, &x->rules.board, e);
    } else if (e->op == EXPR_CONST_NUM) {
        sink_printf(sink, "%d", e->value);
    } else if (e->op == EXPR_CONST_COND) {
        sink_text(sink, e->value ? "true" : "false");
    } else {
        bool named = e->op == EXPR_TYPE_SET || e->op == EXPR_MARK_SET || e->op == EXPR_COUNTER ||
                     e->op == EXPR_ATTRIBUTE || e->op == EXPR_BOUND || e->op == EXPR_LET ||
                     e->op == EXPR_THOSE || e->op == EXPR_SUM || e->op == EXPR_IN_HAND;
        const Expr *operands[] = {e->a, e->b, e->c};
        sink_printf(sink, "(%s%s", expr_info(e->op)->word, sides[e->side]);
        if (named)
            sink_printf(sink, " %d", e->value);
        if (e->op == EXPR_SHIFT)
            sink_printf(sink, " %d/%u", e->value, e->other);
        for (int i = 0; i < 3 && operands[i]; i++) {
            sink_char(sink, ' ');
            show(sink, x, operands[i]);
        }
        sink_char(sink, ')');
    }
}

static void assert_tree(ExprFixture *x, const char *text, ExprType want, unsigned scope,
                        const char *expected) {
    char shown[2048] = "(nothing)";
    Sink sink = sink_over(shown, sizeof shown);
    const Expr *tree = expr_tree(&x->c, scalar(x, text), want, scope);
    if (!tree)
        fail_msg("%s: %s", text, fixture_print(x->base));
    show(&sink, x, tree);
    if (strcmp(shown, expected) != 0)
        fail_msg("%s\n  is  %s\n  not %s", text, shown, expected);
    assert_int_not_equal(expr_emit(&x->c, tree), NO_EXPR);
}

/* ------------------------------------------------------------------- every operator */

enum { EVERYWHERE = SCOPE_ACTION | SCOPE_AT | SCOPE_END | SCOPE_FORBID };

typedef struct Row {
    const char *text;
    ExprType type;
    const char *tree;
} Row;

static const Row rows[] = {
    {"far", EXPR_SET, "{a3 b3 c3 d3}/{a1 b1 c1 d1}"},
    {"b2", EXPR_SET, "{b2}"},
    {"7", EXPR_NUMBER, "7"},
    {"king", EXPR_SET, "(type 0)"},
    {"spent", EXPR_SET, "(mark 0)"},
    {"empty", EXPR_SET, "(empty)"},
    {"occupied", EXPR_SET, "(occupied)"},
    {"friends", EXPR_SET, "(friends)"},
    {"enemies", EXPR_SET, "(enemies)"},
    {"white", EXPR_SET, "(white)"},
    {"black", EXPR_SET, "(black)"},
    {"neutral", EXPR_SET, "(neutral)"},
    {"in_hand(us)", EXPR_NUMBER, "(in_hand -1)"},
    {"in_hand(them, king)", EXPR_NUMBER, "(in_hand them 0)"},
    {"in_hand(neutral, chosen)", EXPR_NUMBER, "(in_hand -2)"},
    {"royal", EXPR_SET, "(royal)"},
    {"unmoved", EXPR_SET, "(unmoved)"},
    {"frozen", EXPR_SET, "(frozen)"},
    {"at", EXPR_SET, "(at)"},
    {"from", EXPR_SET, "(from)"},
    {"to", EXPR_SET, "(to)"},
    {"captured", EXPR_SET, "(captured)"},
    {"passed", EXPR_SET, "(passed)"},
    {"mover", EXPR_SET, "(mover)"},
    {"partner", EXPR_SET, "(partner)"},
    {"partner_from", EXPR_SET, "(partner_from)"},
    {"from | to", EXPR_SET, "(| (from) (to))"},
    {"from & to", EXPR_SET, "(& (from) (to))"},
    {"from - to", EXPR_SET, "(- (from) (to))"},
    {"~from", EXPR_SET, "(~ (from))"},
    {"reach(N, to)", EXPR_SET, "(reach (to))"},
    {"reach((1,2), to)", EXPR_SET, "(reach (to))"},
    {"flood(W, to, empty)", EXPR_SET, "(flood (to) (empty))"},
    {"attacks(to)", EXPR_SET, "(attacks (to))"},
    {"attackers(to)", EXPR_SET, "(attackers (to))"},
    {"raw_attackers(to)", EXPR_SET, "(raw_attackers (to))"},
    {"shift(f, to)", EXPR_SET, "(shift 0/4 (to))"},
    {"shift(ne, to)", EXPR_SET, "(shift 1/1 (to))"},
    {"between(from, to)", EXPR_SET, "(between (from) (to))"},
    {"beyond(from, to)", EXPR_SET, "(beyond (from) (to))"},
    {"run(from, to, empty)", EXPR_SET, "(run (from) (to) (empty))"},
    {"file_of(to)", EXPR_SET, "(file_of (to))"},
    {"rank_of(to)", EXPR_SET, "(rank_of (to))"},
    {"kin(to)", EXPR_SET, "(kin (to))"},
    {"allies(to)", EXPR_SET, "(allies (to))"},
    {"home(to)", EXPR_SET, "(home (to))"},
    {"those(x in friends, attackers(x))", EXPR_SET,
     "(those 0 (friends) (not-empty (attackers (bound 0))))"},
    {"count(friends)", EXPR_NUMBER, "(count (friends))"},
    {"sum(x in friends, strength(x))", EXPR_NUMBER, "(sum 0 (friends) (attribute 0 (bound 0)))"},
    {"file(to)", EXPR_NUMBER, "(file (to))"},
    {"link(captured)", EXPR_NUMBER, "(link (captured))"},
    {"rank(to)", EXPR_NUMBER, "(rank (to))"},
    {"level(to)", EXPR_NUMBER, "(level (to))"},
    {"strength(to)", EXPR_NUMBER, "(attribute 0 (to))"},
    {"clock", EXPR_NUMBER, "(counter 0)"},
    {"checks", EXPR_NUMBER, "(counter 1)"},
    {"checks(them)", EXPR_NUMBER, "(counter them 1)"},
    {"turn", EXPR_NUMBER, "(turn)"},
    {"done", EXPR_NUMBER, "(done)"},
    {"min", EXPR_NUMBER, "(min)"},
    {"max", EXPR_NUMBER, "(max)"},
    {"alternatives", EXPR_NUMBER, "(alternatives)"},
    {"barred", EXPR_NUMBER, "(barred)"},
    {"repeats", EXPR_NUMBER, "(repeats)"},
    {"replays", EXPR_NUMBER, "(replays)"},
    {"turn + 1", EXPR_NUMBER, "(+ (turn) 1)"},
    {"turn - 1", EXPR_NUMBER, "(- (turn) 1)"},
    {"turn * 2", EXPR_NUMBER, "(* (turn) 2)"},
    {"turn / 2", EXPR_NUMBER, "(/ (turn) 2)"},
    {"turn % 2", EXPR_NUMBER, "(% (turn) 2)"},
    {"-turn", EXPR_NUMBER, "(- (turn))"},
    {"not capture", EXPR_CONDITION, "(not (capture))"},
    {"drop and pass", EXPR_CONDITION, "(and (drop) (pass))"},
    {"stop or final", EXPR_CONDITION, "(or (stop) (final))"},
    {"to", EXPR_CONDITION, "(not-empty (to))"},
    {"turn == 1", EXPR_CONDITION, "(== (turn) 1)"},
    {"turn != 1", EXPR_CONDITION, "(!= (turn) 1)"},
    {"turn < 1", EXPR_CONDITION, "(< (turn) 1)"},
    {"turn <= 1", EXPR_CONDITION, "(<= (turn) 1)"},
    {"turn > 1", EXPR_CONDITION, "(> (turn) 1)"},
    {"turn >= 1", EXPR_CONDITION, "(>= (turn) 1)"},
    {"from == to", EXPR_CONDITION, "(== (from) (to))"},
    {"from != to", EXPR_CONDITION, "(!= (from) (to))"},
    {"move", EXPR_CONDITION, "(move)"},
    {"castle", EXPR_CONDITION, "(castle)"},
    {"promotes", EXPR_CONDITION, "(promotes)"},
    {"ep", EXPR_CONDITION, "(ep)"},
    {"offers_ep", EXPR_CONDITION, "(offers_ep)"},
    {"check", EXPR_CONDITION, "(check)"},
    {"in_check", EXPR_CONDITION, "(in_check)"},
    {"in_check(them)", EXPR_CONDITION, "(in_check them)"},
    {"unchanged", EXPR_CONDITION, "(unchanged)"},
    {"checkmated", EXPR_CONDITION, "(checkmated)"},
    {"stalemated", EXPR_CONDITION, "(stalemated)"},
    {"check ? 1 : turn", EXPR_NUMBER, "(?: (check) 1 (turn))"},
    {"before(from & rook)", EXPR_SET, "(before (& (from) (type 1)))"},
    {"possible(ep)", EXPR_CONDITION, "(possible (ep))"},
    {"perpetual(us, check)", EXPR_CONDITION, "(perpetual (check))"},
    {"last.mover", EXPR_SET, "(last (mover))"},
    {"last.capture", EXPR_CONDITION, "(last (capture))"},
    {"blocked", EXPR_SET, "(blocked)"},
    {"neighbours(to)", EXPR_SET, "(neighbours (to))"},
    {"near(to)", EXPR_SET, "(let 0 (to) (| (bound 0) (shift 0/0 (bound 0))))"},
};

static void test_every_operator_is_read_with_its_type(void **state) {
    ExprFixture *x = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_tree(x, rows[i].text, rows[i].type, EVERYWHERE, rows[i].tree);
    assert_tree(x, "self", EXPR_SET, SCOPE_SELF, "(self)");
    assert_clean(x->base);
}

/* Nothing is left out of the table above. */
static void test_every_word_has_a_row(void **state) {
    (void)state;
    for (uint8_t op = 0; op < EXPR_OP_COUNT; op++) {
        const ExprInfo *info = expr_info(op);
        bool found = info->kind != EXPR_LEAF && info->kind != EXPR_CALL;
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            found = found || strstr(rows[i].text, info->word);
        if (!found && strcmp(info->word, "self") != 0)
            fail_msg("no row for `%s`", info->word);
    }
}

/* ------------------------------------------------------------------------ precedence */

static void test_operators_bind_as_the_grammar_says(void **state) {
    ExprFixture *x = *state;
    static const Row cases[] = {
        {"from | to & captured", EXPR_SET, "(| (from) (& (to) (captured)))"},
        {"from - to | captured", EXPR_SET, "(| (- (from) (to)) (captured))"},
        {"~from & to", EXPR_SET, "(& (~ (from)) (to))"},
        {"turn - 1 - 2", EXPR_NUMBER, "(- (- (turn) 1) 2)"},
        {"turn + 2 * done", EXPR_NUMBER, "(+ (turn) (* 2 (done)))"},
        {"- turn * 2", EXPR_NUMBER, "(* (- (turn)) 2)"},
        {"not check and move or drop", EXPR_CONDITION, "(or (and (not (check)) (move)) (drop))"},
        {"not turn == 1", EXPR_CONDITION, "(not (== (turn) 1))"},
        {"turn + 1 < done and move", EXPR_CONDITION, "(and (< (+ (turn) 1) (done)) (move))"},
        {"check ? 1 : move ? 2 : 3", EXPR_NUMBER, "(?: (check) 1 (?: (move) 2 3))"},
        {"move or drop ? 1 : 2", EXPR_NUMBER, "(?: (or (move) (drop)) 1 2)"},
        {"check ? from : move", EXPR_CONDITION, "(?: (check) (not-empty (from)) (move))"},
        {"(from | to) & captured", EXPR_SET, "(& (| (from) (to)) (captured))"},
        {"from and not to", EXPR_CONDITION, "(and (not-empty (from)) (not (not-empty (to))))"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_tree(x, cases[i].text, cases[i].type, EVERYWHERE, cases[i].tree);
}

/* --------------------------------------------------------------------------- folding */

static void test_what_the_board_decides_is_one_constant(void **state) {
    ExprFixture *x = *state;
    static const Row cases[] = {
        {"none", EXPR_CONDITION, "false"},
        {"any", EXPR_CONDITION, "true"},
        {"ranks(3)", EXPR_SET, "{a3 b3 c3 d3}"},
        {"files(a..b) & ranks(1..2)", EXPR_SET, "{a1 b1 a2 b2}"},
        {"points(a1 d3)", EXPR_SET, "{a1 d3}"},
        {"~files(b..d)", EXPR_SET, "{a1 a2 a3}"},
        {"far(them)", EXPR_SET, "{a1 b1 c1 d1}/{a3 b3 c3 d3}"},
        {"far(black)", EXPR_SET, "{a1 b1 c1 d1}"},
        {"cross - files(b..c)", EXPR_SET, "{a1 d1 a3 d3}"},
        {"corner", EXPR_SET, "{a1 d1 a3 d3}"},
        {"dark", EXPR_SET, "{a1 c1 b2 d2 a3 c3}"},
        {"shift(f, b2)", EXPR_SET, "{b3}/{b1}"},
        {"shift(nw, b2 | a1)", EXPR_SET, "{a3}"},
        {"neighbours(a1)", EXPR_SET, "{b1 a2 b2}"},
        {"between(a1, d1)", EXPR_SET, "{b1 c1}"},
        {"between(a1, c2)", EXPR_SET, "{}"},
        {"beyond(a1, b2)", EXPR_SET, "{c3}"},
        {"run(a1, b1, any)", EXPR_SET, "{c1 d1}"},
        {"run(a1, b1, c1 | c2)", EXPR_SET, "{c1}"},
        {"file_of(b2) & rank_of(a3)", EXPR_SET, "{b3}"},
        {"those(x in any, file(x) == rank(x))", EXPR_SET, "{a1 b2 c3}"},
        {"count(edge)", EXPR_NUMBER, "6"},
        {"sum(x in edge, rank(x))", EXPR_NUMBER, "12"},
        {"rank(c3 | b2)", EXPR_NUMBER, "2"},
        {"count(far)", EXPR_NUMBER, "4"},
        {"near(a1)", EXPR_SET, "{a1 a2}"},
        {"twice(a1)", EXPR_SET, "{a1 a2 a3}"},
        {"near(edge) & corner == corner", EXPR_CONDITION, "true"},
        {"a1 | b2 == b2 | a1", EXPR_CONDITION, "true"},
        {"2 + 3 * 4", EXPR_NUMBER, "14"},
        {"7 / 0 + 7 % 0", EXPR_NUMBER, "0"},
        {"-7 / 2", EXPR_NUMBER, "-3"},
        {"2147483647 + 1", EXPR_NUMBER, "2147483647"},
        {"-2147483647 - 2", EXPR_NUMBER, "-2147483648"},
        {"65536 * 65536", EXPR_NUMBER, "2147483647"},
        {"1 < 2 and not 2 < 1", EXPR_CONDITION, "true"},
        {"1 > 2 ? turn : 5", EXPR_NUMBER, "5"},
        /* one known operand decides, or says nothing */
        {"none and check", EXPR_CONDITION, "false"},
        {"check or any", EXPR_CONDITION, "true"},
        {"check and any", EXPR_CONDITION, "(check)"},
        {"to & none", EXPR_SET, "{}"},
        {"to & any | none", EXPR_SET, "(to)"},
        {"to - none", EXPR_SET, "(to)"},
        {"those(x in none, attackers(x))", EXPR_SET, "{}"},
        {"before(ranks(1))", EXPR_SET, "{a1 b1 c1 d1}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_tree(x, cases[i].text, cases[i].type, EVERYWHERE, cases[i].tree);
}

static void test_numbers_that_differ_by_side_stay_expressions(void **state) {
    ExprFixture *x = *state;
    assert_tree(x, "rank(far)", EXPR_NUMBER, EVERYWHERE, "(rank {a3 b3 c3 d3}/{a1 b1 c1 d1})");
}

static void test_a_static_set_is_read_for_the_side_asked(void **state) {
    ExprFixture *x = *state;
    PointSet set;
    assert_true(expr_static_set(&x->c, scalar(x, "far & files(a) | b2"), SIDE_BLACK, &set));
    assert_int_equal(pointset_count(&set), 2);
    assert_true(pointset_has(&set, 0)); /* a1 */
    assert_true(pointset_has(&set, 5)); /* b2 */
    assert_true(expr_static_set(&x->c, scalar(x, "rank == 2 and file > 2"), SIDE_WHITE, &set));
    assert_int_equal(pointset_count(&set), 2);
    assert_true(pointset_has(&set, 6) && pointset_has(&set, 7)); /* c2 d2 */
}

static void test_slots_of_bound_names_nest_and_are_given_back(void **state) {
    ExprFixture *x = *state;
    assert_tree(x,
                "those(x in friends, those(y in enemies, x == y)) | those(z in friends, z == to)",
                EXPR_SET, EVERYWHERE,
                "(| (those 0 (friends) (not-empty (those 1 (enemies) (== (bound 0) (bound 1))))) "
                "(those 0 (friends) (== (bound 0) (to))))");
    assert_tree(x, "those(x in friends, near(x))", EXPR_SET, EVERYWHERE,
                "(those 0 (friends) (not-empty (let 1 (bound 0) (| (bound 1) (shift 0/0 (bound "
                "1))))))");
}

/* ---------------------------------------------------------------------------- errors */

typedef struct Refusal {
    const char *text;
    ExprType want;
    unsigned scope;
    DiagCode code;
    const char *marked; /* the text under the caret */
    const char *says;   /* part of the printed diagnostic */
} Refusal;

static void assert_refused(const Refusal *r) {
    void *state = NULL;
    assert_int_equal(set_up(&state), 0);
    ExprFixture *x = state;
    const Node *node = scalar(x, r->text);
    assert_null(expr_tree(&x->c, node, r->want, r->scope));
    const char *printed = fixture_print(x->base);
    if (x->base->diags.count != 1 || x->base->diags.items[0].code != r->code ||
        !strstr(printed, r->says))
        fail_msg("%s: wanted %s `%s`, got\n%s", r->text, diag_code_text(r->code), r->says, printed);
    Span span = x->base->diags.items[0].span;
    const Source *source = &x->base->sources.items[span.source];
    size_t length = span.end - span.begin;
    if (length != strlen(r->marked) || memcmp(source->text + span.begin, r->marked, length) != 0)
        fail_msg("%s: the caret is under `%.*s`", r->text, (int)length, source->text + span.begin);
    tear_down(&state);
}

static void test_each_error_names_its_place(void **state) {
    (void)state;
    static const Refusal cases[] = {
        {"to &", EXPR_SET, EVERYWHERE, DIAG_EXPR_SYNTAX, "", "ends too early"},
        {"to $ from", EXPR_SET, EVERYWHERE, DIAG_EXPR_SYNTAX, "$", "cannot stand here"},
        {"to from", EXPR_SET, EVERYWHERE, DIAG_EXPR_SYNTAX, "from", "an operator"},
        {"(to", EXPR_SET, EVERYWHERE, DIAG_EXPR_SYNTAX, "", "`)`"},
        {"1e3", EXPR_NUMBER, EVERYWHERE, DIAG_EXPR_SYNTAX, "1e3", "is no number"},
        {"99999999999", EXPR_NUMBER, EVERYWHERE, DIAG_EXPR_SYNTAX, "99999999999", "is no number"},
        {"1 < 2 < 3", EXPR_CONDITION, EVERYWHERE, DIAG_EXPR_SYNTAX, "<", "an operator"},
        {"check ? 1", EXPR_NUMBER, EVERYWHERE, DIAG_EXPR_SYNTAX, "", "`:`"},
        {"those(x, to)", EXPR_SET, EVERYWHERE, DIAG_EXPR_SYNTAX, ",", "`in`"},
        {"frends & to", EXPR_SET, EVERYWHERE, DIAG_EXPR_NAME, "frends", "did you mean `friends`?"},
        {"to & kings", EXPR_SET, EVERYWHERE, DIAG_EXPR_NAME, "kings", "did you mean `king`?"},
        {"cuont(to)", EXPR_NUMBER, EVERYWHERE, DIAG_EXPR_NAME, "cuont", "did you mean `count`?"},
        {"to & e9", EXPR_SET, EVERYWHERE, DIAG_POINT_UNKNOWN, "e9", "one of a1 ... d3"},
        {"points(a1 z1)", EXPR_SET, EVERYWHERE, DIAG_POINT_UNKNOWN, "z1", "no point `z1`"},
        {"files(a..e)", EXPR_SET, EVERYWHERE, DIAG_POINT_UNKNOWN, "e", "no file `e`"},
        {"ranks(4)", EXPR_SET, EVERYWHERE, DIAG_POINT_UNKNOWN, "4", "no rank `4`"},
        {"to + 1", EXPR_NUMBER, EVERYWHERE, DIAG_EXPR_TYPE, "to", "a set where `+` wants a number"},
        {"to | turn", EXPR_SET, EVERYWHERE, DIAG_EXPR_TYPE, "turn",
         "a number where `|` wants a set"},
        {"to == 1", EXPR_CONDITION, EVERYWHERE, DIAG_EXPR_TYPE, "1",
         "a number where `==` wants a set"},
        {"from < 2", EXPR_CONDITION, EVERYWHERE, DIAG_EXPR_TYPE, "from", "a set where `<` wants"},
        {"turn and move", EXPR_CONDITION, EVERYWHERE, DIAG_EXPR_TYPE, "turn",
         "a number where `and` wants a condition"},
        {"count(turn)", EXPR_NUMBER, EVERYWHERE, DIAG_EXPR_TYPE, "turn", "count wants a set"},
        {"check", EXPR_SET, EVERYWHERE, DIAG_EXPR_TYPE, "check", "a condition where this place"},
        {"move ? 1 : to", EXPR_NUMBER, EVERYWHERE, DIAG_EXPR_TYPE, "to", "`?:` wants a number"},
        {"us", EXPR_SET, EVERYWHERE, DIAG_EXPR_TYPE, "us", "a side where"},
        {"count(to, from)", EXPR_NUMBER, EVERYWHERE, DIAG_EXPR_SYNTAX, ",", "`)`"},
        {"to(from)", EXPR_SET, EVERYWHERE, DIAG_EXPR_ARGUMENTS, "to", "takes no argument"},
        {"count", EXPR_NUMBER, EVERYWHERE, DIAG_EXPR_ARGUMENTS, "count", "wants arguments"},
        {"shift(x, to)", EXPR_SET, EVERYWHERE, DIAG_EXPR_ARGUMENTS, "x", "is no direction"},
        {"reach(iN, to)", EXPR_SET, EVERYWHERE, DIAG_EXPR_ARGUMENTS, "iN", "nobody makes"},
        {"near(to, from)", EXPR_SET, EVERYWHERE, DIAG_EXPR_SYNTAX, ",", "`)`"},
        {"near", EXPR_SET, EVERYWHERE, DIAG_EXPR_ARGUMENTS, "near", "1 argument"},
        {"clock(them)", EXPR_NUMBER, EVERYWHERE, DIAG_EXPR_ARGUMENTS, "clock(them)", "per side"},
        {"in_check(me)", EXPR_CONDITION, EVERYWHERE, DIAG_EXPR_SYNTAX, "me", "a side: us"},
        {"self", EXPR_SET, EVERYWHERE, DIAG_EXPR_PLACE, "self", "movement entries"},
        {"checkmated", EXPR_CONDITION, SCOPE_ACTION, DIAG_EXPR_PLACE, "checkmated", "ends"},
        {"capture", EXPR_CONDITION, SCOPE_END, DIAG_EXPR_PLACE, "capture", "`last.`"},
        {"replays > 0", EXPR_CONDITION, SCOPE_END, DIAG_EXPR_PLACE, "replays", "forbid"},
        {"attackers(self)", EXPR_CONDITION, SCOPE_SELF, DIAG_EXPR_PLACE, "attackers(self)",
         "attacks are made of movements"},
        {"in_check", EXPR_CONDITION, SCOPE_SAFETY, DIAG_EXPR_PLACE, "in_check", "checks are made"},
        {"link(enemies)", EXPR_NUMBER, SCOPE_END, DIAG_EXPR_PLACE, "link(enemies)", "`last.`"},
        {"before(friends)", EXPR_SET, SCOPE_END, DIAG_EXPR_PLACE, "before(friends)", "forbid"},
        {"file == 1", EXPR_CONDITION, SCOPE_END, DIAG_EXPR_PLACE, "file", "file(SET)"},
        {"friends", EXPR_SET, SCOPE_STATIC, DIAG_EXPR_PLACE, "friends", "not in zones"},
        {"king", EXPR_SET, SCOPE_STATIC, DIAG_EXPR_PLACE, "king", "the board alone"},
        {"last.turn", EXPR_NUMBER, EVERYWHERE, DIAG_EXPR_SYNTAX, "turn", "last.mover"},
        {"loop", EXPR_CONDITION, EVERYWHERE, DIAG_EXPR_CYCLE, "loop", "needs itself"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(&cases[i]);
}

static void test_a_type_error_is_printed_with_line_and_caret(void **state) {
    ExprFixture *x = *state;
    assert_null(expr_tree(&x->c, scalar(x, "capture and turn"), EXPR_CONDITION, EVERYWHERE));
    assert_printed(x->base, "test.yaml:1:20: error E0403: a number where `and` wants a condition\n"
                            "  1 | when: \"capture and turn\"\n"
                            "    |                    ^~~~\n"
                            "    = expected: a condition\n"
                            "    = hint: a comparison is a condition, as in `N > 0`\n");
}

static void test_several_errors_of_one_text_are_told_together(void **state) {
    ExprFixture *x = *state;
    assert_null(expr_tree(&x->c, scalar(x, "frends | emtpy & (to + 1)"), EXPR_SET, EVERYWHERE));
    assert_int_equal(x->base->diags.errors, 3);
}

static void test_the_limits_of_depth_and_size_are_reported(void **state) {
    ExprFixture *x = *state;
    char text[MAX_EXPR_BYTES + 64];
    memset(text, '(', 4000);
    text[4000] = '\0';
    assert_null(expr_tree(&x->c, scalar(x, text), EXPR_SET, EVERYWHERE));
    assert_reported(x->base, DIAG_LIMIT, "nested more than 128 deep");
    memset(text, '~', 4000);
    assert_null(expr_tree(&x->c, scalar(x, text), EXPR_SET, EVERYWHERE));
    size_t at = 0;
    for (int i = 0; i < MAX_EXPR_DEPTH + 1; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%sto", i ? "&" : "");
    assert_null(expr_tree(&x->c, scalar(x, text), EXPR_SET, EVERYWHERE));
    assert_reported(x->base, DIAG_LIMIT, "levels deep");
    memset(text, ' ', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_null(expr_tree(&x->c, scalar(x, text), EXPR_SET, EVERYWHERE));
    assert_reported(x->base, DIAG_LIMIT, "more than 8192 bytes");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_every_operator_is_read_with_its_type),
        TEST(test_every_word_has_a_row),
        TEST(test_operators_bind_as_the_grammar_says),
        TEST(test_what_the_board_decides_is_one_constant),
        TEST(test_numbers_that_differ_by_side_stay_expressions),
        TEST(test_a_static_set_is_read_for_the_side_asked),
        TEST(test_slots_of_bound_names_nest_and_are_given_back),
        cmocka_unit_test(test_each_error_names_its_place),
        TEST(test_a_type_error_is_printed_with_line_and_caret),
        TEST(test_several_errors_of_one_text_are_told_together),
        TEST(test_the_limits_of_depth_and_size_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
