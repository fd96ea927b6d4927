/* Movement strings walked on boards: every row of tests/cases/xbetza-cases.tsv on boards
 * of squares, the laws of docs/movement.md on random positions, and what is refused. */
#include "base/rng.h"
#include "movement_fixture.h"

/* --- rows of the table -------------------------------------------------------------------- */

typedef struct CaseRow {
    const char *id, *betza, *name, *board, *square, *blockers, *expected;
} CaseRow;

/* What stands on the board of a row. */
typedef struct Scene {
    Bench *bench;
    uint32_t from;
    int side;
    bool virgin;
    PointSet own, own_virgin, foe;
    Men men;
} Scene;

typedef struct Answer {
    char moves[512][32];
    uint32_t count;
} Answer;

typedef struct Tally {
    uint32_t ran, hexagonal;
} Tally;

/* Counted in the table. */
enum { ROWS_RUN = 145, ROWS_HEXAGONAL = 6 };

/* Splits at tabs, in place; empty fields are kept. */
static bool row_split(char *line, CaseRow *row) {
    const char **fields[] = {&row->id,     &row->betza,    &row->name,    &row->board,
                             &row->square, &row->blockers, &row->expected};
    line[strcspn(line, "\r\n")] = 0;
    for (size_t i = 0; i < 7; i++) {
        *fields[i] = line;
        char *tab = strchr(line, '\t');
        if (!tab)
            return i == 6;
        *tab = 0;
        line = tab + 1;
    }
    return true;
}

/* The list behind `key=` among the words of a column, or "". */
static const char *word_value(Bench *bench, const char *column, const char *key) {
    size_t length = strlen(key);
    for (const char *word = column; *word;) {
        size_t size = strcspn(word, " ");
        if (size > length && strncmp(word, key, length) == 0 && word[length] == '=')
            return arena_text(bench->fixture->arena, word + length + 1, size - length - 1);
        word += size + (word[size] != 0);
    }
    return "";
}

static bool has_word(const char *column, const char *wanted) {
    size_t length = strlen(wanted);
    for (const char *word = column; *word;) {
        size_t size = strcspn(word, " ");
        if (size == length && strncmp(word, wanted, length) == 0)
            return true;
        word += size + (word[size] != 0);
    }
    return false;
}

static Bench *row_board(const CaseRow *row) {
    unsigned files, ranks;
    char text[96];
    assert_int_equal(sscanf(row->board, "%ux%u", &files, &ranks), 2);
    snprintf(text, sizeof text, "{files: %u, ranks: %u%s}", files, ranks,
             has_word(row->board, "cylinder") ? ", wrap: files"
             : has_word(row->board, "torus")  ? ", wrap: both"
                                              : "");
    Bench *bench = bench_new(text);
    assert_true(bench->board_made);
    Board *board = &bench->rules.board;
    PointSet holes = points_of(bench, word_value(bench, row->board, "holes"));
    if (!pointset_empty(&holes))
        board_cut(&bench->compiler, &holes);
    if (has_word(row->board, "alquerque")) {
        PointSet crossing = pointset_none();
        for (uint32_t p = 0; p < board->n_points; p++)
            if ((board->points[p].file + board->points[p].rank) % 2 == 0)
                pointset_add(&crossing, p);
        board_limit_lines(&bench->compiler, true, &crossing);
    }
    bench_ready(bench);
    return bench;
}

static Scene row_scene(Bench *bench, const CaseRow *row) {
    Scene s = {.bench = bench, .from = point_of(bench, row->square)};
    s.own = points_of(bench, word_value(bench, row->blockers, "own"));
    s.own_virgin = points_of(bench, word_value(bench, row->blockers, "ownvirgin"));
    s.own = pointset_or(&s.own, &s.own_virgin);
    s.foe = points_of(bench, word_value(bench, row->blockers, "foe"));
    s.men.friends = s.own;
    s.men.royals = points_of(bench, word_value(bench, row->blockers, "foeroyal"));
    s.foe = pointset_or(&s.foe, &s.men.royals);
    s.men.occupied = pointset_or(&s.own, &s.foe);
    pointset_add(&s.men.occupied, s.from);
    s.men.ep = s.men.ep_victim = NO_POINT;
    const char *right = word_value(bench, row->blockers, "ep"), *victim = strchr(right, '/');
    if (victim) {
        s.men.ep = board_find(&bench->rules.board, right, (size_t)(victim - right));
        s.men.ep_victim = point_of(bench, victim + 1);
    }
    s.side = strcmp(word_value(bench, row->blockers, "side"), "black") == 0;
    s.virgin = has_word(row->blockers, "virgin");
    return s;
}

__attribute__((format(printf, 2, 3))) static void answer_add(Answer *answer, const char *format,
                                                             ...) {
    char text[32];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (uint32_t i = 0; i < answer->count; i++)
        if (strcmp(answer->moves[i], text) == 0)
            return;
    assert_true(answer->count < 512);
    memcpy(answer->moves[answer->count++], text, sizeof text);
}

/* The men that a path captures on its way, as `~d4`. */
static const char *taken_text(const Scene *s, const Path *path, const char *text) {
    const RulesBuilder *b = &s->bench->compiler.builder;
    for (uint32_t i = 0; i < path->n_steps; i++) {
        PathStep step = b->steps.items[path->first_step + i];
        PointId victim = step.acts & STEP_TAKES_EP ? s->men.ep_victim : step.point;
        if (step.acts & (STEP_TAKES | STEP_TAKES_EP))
            text = arena_printf(s->bench->fixture->arena, "%s~%s", text,
                                s->bench->rules.board.points[victim].name);
    }
    return text;
}

static bool takes_on(const Scene *s, const Path *path, PointId point) {
    const RulesBuilder *b = &s->bench->compiler.builder;
    for (uint32_t i = 0; i < path->n_steps; i++) {
        PathStep step = b->steps.items[path->first_step + i];
        if (step.point == point && step.acts & STEP_TAKES)
            return true;
    }
    return false;
}

static void answer_path(const Scene *s, uint8_t modes, const Path *path, Answer *answer) {
    Arena *arena = s->bench->fixture->arena;
    PointId target = path->target;
    bool left = target == s->from || takes_on(s, path, target);
    uint8_t class = left ? CLASS_EMPTY : class_of(&s->men, target);
    const char *name = taken_text(s, path, s->bench->rules.board.points[target].name);
    const struct {
        uint8_t mode, classes;
    } rows[] = {{MODE_CAPTURE, NEED_FOE}, {MODE_FRIEND, NEED_FRIEND}, {MODE_ROYAL, NEED_ROYAL}};
    if (modes & MODE_MOVE && class & NEED_EMPTY)
        answer_add(answer, "%s", name);
    if (modes & MODE_EP && class & NEED_EP)
        answer_add(answer, "%s~%s", name, s->bench->rules.board.points[s->men.ep_victim].name);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (modes & rows[i].mode && class & rows[i].classes)
            answer_add(answer, "%s", arena_printf(arena, "x%s", name));
}

static void answer_component(const Scene *s, const Component *component, Answer *answer) {
    if ((component->flags & COMPONENT_VIRGIN) && !s->virgin)
        return;
    const RulesBuilder *b = &s->bench->compiler.builder;
    const uint32_t *starts = b->path_starts.items + component->first_path + s->from;
    for (uint32_t i = starts[0]; i < starts[1]; i++)
        if (path_holds_for(b, &b->paths.items[i], &s->men))
            answer_path(s, component->modes, &b->paths.items[i], answer);
}

static void answer_castling(const Scene *s, const Castling *castling, Answer *answer) {
    const Point *points = s->bench->rules.board.points;
    const RulesBuilder *b = &s->bench->compiler.builder;
    uint64_t met = 0;
    for (uint32_t word = 0; word < s->bench->rules.words; word++)
        met |=
            b->sets.items[castling->clear * s->bench->rules.words + word] & s->men.occupied.w[word];
    bool ready = castling->from == s->from && (s->virgin || !castling->needs_unmoved);
    if (ready && pointset_has(&s->own_virgin, castling->partner_from) && !met)
        answer_add(answer, "%s(%s-%s)", points[castling->to].name,
                   points[castling->partner_from].name, points[castling->partner_to].name);
}

/* The set-up that castling reads: the men of the row. */
static void set_up(Scene *s) {
    enum { MOVER, OTHER };
    Man *men = s->bench->rules.start.men;
    for (uint32_t p = pointset_next(&s->own, 0); p < MAX_POINTS; p = pointset_next(&s->own, p + 1))
        men[p] = (Man){.type = OTHER, .owner = (uint8_t)s->side};
    men[s->from] = (Man){.type = MOVER, .owner = (uint8_t)s->side};
}

static int move_compare(const void *left, const void *right) {
    const char *a = left, *b = right;
    a += *a == 'x';
    b += *b == 'x';
    if (*a != *b)
        return *a - *b;
    int rank = atoi(a + 1) - atoi(b + 1);
    return rank != 0 ? rank : strcmp(left, right);
}

static const char *answer_text(Bench *bench, Answer *answer) {
    qsort(answer->moves, answer->count, sizeof answer->moves[0], move_compare);
    const char *text = arena_printf(bench->fixture->arena, "%u:", answer->count);
    for (uint32_t i = 0; i < answer->count; i++)
        text = arena_printf(bench->fixture->arena, "%s %s", text, answer->moves[i]);
    return text;
}

static const char *row_answer(Scene *s, const BetzaText *text) {
    static Answer answer;
    answer.count = 0;
    MovementContext context = {.side = (uint8_t)s->side, .type = 0};
    set_up(s);
    assert_true(movement_lower(&s->bench->compiler, text, &context));
    assert_true(castling_lower(&s->bench->compiler, text, &context));
    const RulesBuilder *b = &s->bench->compiler.builder;
    for (uint32_t i = 0; i < b->components.count; i++)
        answer_component(s, &b->components.items[i], &answer);
    for (uint32_t i = 0; i < b->castlings.count; i++)
        answer_castling(s, &b->castlings.items[i], &answer);
    return answer_text(s->bench, &answer);
}

static void run_row(const CaseRow *row, Tally *tally) {
    if (strncmp(row->board, "hex", 3) == 0) {
        tally->hexagonal++;
        return;
    }
    Bench *bench = row_board(row);
    Scene scene = row_scene(bench, row);
    BetzaText text;
    if (!parse_text(bench->fixture, row->betza, &text))
        fail_msg("%s %s: %s", row->id, row->betza, fixture_print(bench->fixture));
    const char *answer = row_answer(&scene, &text);
    size_t length = strlen(row->expected);
    while (length > 0 && row->expected[length - 1] == ' ')
        length--;
    if (strlen(answer) != length || strncmp(answer, row->expected, length) != 0)
        fail_msg("%s %s (%s) on %s from %s, %s\n  expected %s\n  found    %s", row->id, row->betza,
                 row->name, row->board, row->square, row->blockers, row->expected, answer);
    tally->ran++;
    bench_free(bench);
}

static void every_row_of_the_case_table_has_its_moves(void **state) {
    (void)state;
    FILE *file = fopen("tests/cases/xbetza-cases.tsv", "r");
    assert_non_null(file);
    char line[4096];
    Tally tally = {0};
    assert_non_null(fgets(line, sizeof line, file)); /* the head */
    while (fgets(line, sizeof line, file)) {
        CaseRow row;
        if (!row_split(line, &row))
            fail_msg("a row with other columns: %s", line);
        run_row(&row, &tally);
    }
    fclose(file);
    printf("movement table: %u rows ran, %u on hexagonal boards\n", tally.ran, tally.hexagonal);
    assert_int_equal(tally.ran, ROWS_RUN);
    assert_int_equal(tally.hexagonal, ROWS_HEXAGONAL);
}

/* --- laws --------------------------------------------------------------------------------- */

static uint64_t seed_of(const char *name) {
    uint64_t seed = 20240229;
    for (; *name; name++)
        seed = seed * 131 + (unsigned char)*name;
    return seed;
}

/* About `percent` of the points, never the start. */
static PointSet random_men(Rng *rng, uint32_t n_points, uint32_t start, uint32_t percent) {
    PointSet set = pointset_none();
    for (uint32_t p = 0; p < n_points; p++)
        if (p == start || rng_below(rng, 100) < percent)
            pointset_add(&set, p);
    return set;
}

/* What a string does from a point, as the answers of the case table are written. */
static const char *law_answer(Bench *bench, uint32_t from, const Men *men) {
    static Answer answer;
    Scene s = {.bench = bench, .from = from, .men = *men, .virgin = true};
    const RulesBuilder *b = &bench->compiler.builder;
    answer.count = 0;
    for (uint32_t i = 0; i < b->components.count; i++)
        answer_component(&s, &b->components.items[i], &answer);
    return answer_text(bench, &answer);
}

/* Men on some of the points, a third of them friends, a tenth of the foes royal. */
static Men random_scene(Rng *rng, uint32_t n_points, uint32_t start, uint32_t percent) {
    Men men = {.occupied = random_men(rng, n_points, start, percent),
               .ep = NO_POINT,
               .ep_victim = NO_POINT};
    pointset_add(&men.friends, start);
    for (uint32_t p = 0; p < n_points; p++) {
        uint32_t kind = rng_below(rng, 30);
        if (!pointset_has(&men.occupied, p) || p == start)
            continue;
        if (kind < 10)
            pointset_add(&men.friends, p);
        else if (kind < 12)
            pointset_add(&men.royals, p);
    }
    return men;
}

/* Two strings do the same from random points of random positions. */
static void check_law(const char *board, const char *left, const char *right) {
    enum { POSITIONS = 40 };
    Bench *a = bench_new(board), *b = bench_new(board);
    bench_ready(a);
    bench_ready(b);
    uint32_t first;
    if (!lower_text(a, left, SIDE_WHITE, &first) || !lower_text(b, right, SIDE_WHITE, &first))
        fail_msg("%s = %s: %s%s", left, right, fixture_print(a->fixture),
                 fixture_print(b->fixture));
    Rng rng;
    rng_seed(&rng, seed_of(left));
    for (uint32_t i = 0; i < POSITIONS; i++) {
        uint32_t from = rng_below(&rng, a->rules.board.n_points);
        Men men = random_scene(&rng, a->rules.board.n_points, from, 5 + i);
        const char *x = law_answer(a, from, &men), *y = law_answer(b, from, &men);
        if (strcmp(x, y) != 0)
            fail_msg("%s = %s on %s, from %s, men on %s:\n  %s\n  %s", left, right, board,
                     a->rules.board.points[from].name, set_text(a, &men.occupied), x, y);
    }
    bench_free(a);
    bench_free(b);
}

/* Equal strings, as docs/movement.md reads them; most were found by others: Muller's pages on
 * the notation, and a reference reading compared with three programs. */
static void legs_of_all_kinds_obey_the_laws_of_the_reference(void **state) {
    (void)state;
    static const char *const laws[][2] = {
        {"[F?R]", "FyafsF"},
        {"[W?B]", "WyafsW"},
        {"[F-R]", "yafsF"},
        {"[F-B]", "yafF"},
        {"[W-R]", "yafW"},
        {"[mpW-R]", "jR"},
        {"[W-F]", "afsW"},
        {"[W-F-F]", "afsafW"},
        {"[W-W-F]", "afafsW"},
        {"nD", "afW"},
        {"nA", "afF"},
        {"nH", "afafW"},
        {"[W?sR]", "WyasW"},
        {"[K?K?K]", "KaKaaK"},
        {"[pQ-K]", "gQ"},
        {"gQ", "gafQ"},
        {"[pR-cR]", "pafcR"},
        {"pafcR", "cpR"},
        {"[fcF-mF]", "fcafmF"},
        {"v[W?B]", "vWvyafsW"},
        {"v[F?R]", "FfryaflFflyafrFbryafrFblyaflF"},
        {"v[F?R]", "[F?fqR]"},
        {"v[W?B]", "[vW?fsB]"},
        {"mafsafzW", "mafraflWmaflafrW"},
        {"afsafqW", "afrafrWaflaflW"},
        {"mpafN", "(2,4)"},
        {"pafR", "pR"},
        {"gW", "gafW"},
        {"zF", "zB"},
        {"zW", "zR"},
        {"ckR", "cR"},
        {"caK", "camcK"},
        {"[cF?mF]", "cFcafmF"},
    };
    static const char *const boards[] = {
        "{files: 8, ranks: 8}", "{files: 7, ranks: 8, wrap: files}", "{files: 11, ranks: 11}"};
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++)
        for (size_t j = 0; j < sizeof boards / sizeof boards[0]; j++)
            check_law(boards[j], laws[i][0], laws[i][1]);
}

/* docs/movement.md, laws verified by the reference there; brackets only. */
static void chains_equal_their_other_spellings(void **state) {
    (void)state;
    static const char *const laws[][2] = {
        {"[W-F]", "nN"},
        {"[W-F-F]", "nZ"},
        {"[W-W-F]", "nC"},
        {"[W-W]", "nD"},
        {"[F-F]", "nA"},
        {"[W-W-W]", "nH"},
        {"[W-sW]", "[W-lW][W-rW]"},
        {"v[W-B]", "[vW-B]"},
        {"[W-F]", "[W-fsF]"},
        {"[N-N]", "[N-ffN]"},
        {"[F-R]", "[F-fsR]"},
        {"[N-B]", "[N-fB]"},
        {"v[F-R]", "[frF-flR][flF-frR][brF-frR][blF-flR]"},
    };
    static const char *const boards[] = {
        "{files: 8, ranks: 8}", "{files: 9, ranks: 10, wrap: files}", "{files: 12, ranks: 12}"};
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++)
        for (size_t j = 0; j < sizeof boards / sizeof boards[0]; j++)
            check_law(boards[j], laws[i][0], laws[i][1]);
}

static void atoms_equal_their_other_spellings(void **state) {
    (void)state;
    static const char *const laws[][2] = {
        {"Q", "RB"},     {"K", "WF"},     {"Q3", "W3F3"},  {"K2", "R2B2"},  {"L", "C"},
        {"J", "Z"},      {"NN", "N0"},    {"WX", "(0,4)"}, {"FX", "(1,4)"}, {"WY", "Z"},
        {"FY", "G"},     {"NX", "(1,5)"}, {"DX", "(5,0)"}, {"CY", "(3,5)"}, {"cmN", "N"},
        {"pW", "jD"},    {"fsF", "fF"},   {"vF", "F"},     {"vsK", "F"},    {"ffrrK", "fWrW"},
        {"fhK", "fWfF"}, {"hrNhlN", "N"}, {"vNsN", "N"},
    };
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++)
        check_law("{files: 12, ranks: 12}", laws[i][0], laws[i][1]);
}

/* Black's directions are White's turned by 180 degrees (docs/movement.md, directions). */
static void black_sees_the_board_turned_half_round(void **state) {
    (void)state;
    static const char *const texts[] = {"fmWfceF", "lfN",     "hrN",     "frK", "[fW-flF]",
                                        "bhZ",     "f(1,4)",  "v[F-R]",  "rpR", "fjD",
                                        "flNN",    "[rN-lB]", "[fF-frN]"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Bench *bench = bench_new("{files: 9, ranks: 8, symmetry: rotate}");
        bench_ready(bench);
        const Board *board = &bench->rules.board;
        uint32_t white, black;
        Rng rng;
        rng_seed(&rng, seed_of(texts[i]));
        assert_true(lower_text(bench, texts[i], SIDE_WHITE, &white));
        uint32_t from = rng_below(&rng, board->n_points);
        PointSet men = random_men(&rng, board->n_points, from, 30);
        PointSet theirs = all_targets(bench, white, 7, from, &men);
        bench->compiler.builder.components.count = 0;
        assert_true(lower_text(bench, texts[i], SIDE_BLACK, &black));
        PointSet turned = board_image(board, &men), image = board_image(board, &theirs);
        PointSet ours = all_targets(bench, black, 7, board->image[from], &turned);
        assert_true(pointset_equal(&ours, &image));
        bench_free(bench);
    }
}

/* --- components --------------------------------------------------------------------------- */

typedef struct Kind {
    uint8_t modes, flags;
    const char *text;
} Kind;

static void check_kinds(const char *betza, const Kind *kinds, uint32_t count) {
    Bench *bench = bench_square(8, 8);
    uint32_t first;
    assert_true(lower_text(bench, betza, SIDE_WHITE, &first));
    const RulesBuilder *b = &bench->compiler.builder;
    assert_int_equal(b->components.count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(b->components.items[i].modes, kinds[i].modes);
        assert_int_equal(b->components.items[i].flags, kinds[i].flags);
        assert_string_equal(b->components.items[i].text, kinds[i].text);
    }
    bench_free(bench);
}

static void a_string_splits_into_components_of_one_meaning(void **state) {
    (void)state;
    const Kind unmoved_double[] = {{MODE_MOVE, 0, "fmW"},
                                   {MODE_CAPTURE, 0, "fcF"},
                                   {MODE_EP, 0, "feF"},
                                   {MODE_MOVE, COMPONENT_VIRGIN | COMPONENT_MAKES_EP, "ifmnD"}};
    check_kinds("fmWfceFifmnD", unmoved_double, 4);
    const Kind royal[] = {{MODES_BOTH, 0, "W"}, {MODES_BOTH, 0, "F"}};
    check_kinds("KisO2", royal, 2);
    const Kind wide[] = {{MODE_EP, 0, "feW"}, {MODE_EP, 0, "feF"}};
    check_kinds("efhK", wide, 2);
    const Kind diagonal[] = {{MODES_BOTH, 0, "frB"}};
    check_kinds("frQ", diagonal, 1);
}

static void captures_of_a_string_that_makes_ep_rights_stand_apart(void **state) {
    (void)state;
    const Kind kinds[] = {{MODE_MOVE, COMPONENT_MAKES_EP, "mnnD"}, {MODE_CAPTURE, 0, "cnnD"}};
    Bench *bench = bench_square(8, 8);
    uint32_t first;
    assert_true(lower_text(bench, "nnD", SIDE_WHITE, &first));
    const RulesBuilder *b = &bench->compiler.builder;
    assert_int_equal(b->components.count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const Component *component = &b->components.items[i];
        assert_int_equal(component->modes, kinds[i].modes);
        assert_int_equal(component->flags, kinds[i].flags);
        const Path *path =
            &b->paths.items[b->path_starts.items[component->first_path + point_of(bench, "d4")]];
        assert_int_equal(path->n_steps, 1);
        assert_int_equal(b->steps.items[path->first_step].need, NEED_EMPTY);
        assert_int_equal(b->steps.items[path->first_step].acts, i == 0);
    }
    bench_free(bench);
}

/* Two single steps of a double move: the middle is passed, and marked. */
static void an_initial_double_step_marks_the_point_it_passes(void **state) {
    (void)state;
    Bench *bench = bench_square(8, 8);
    uint32_t first;
    assert_true(lower_text(bench, "ifmnD", SIDE_WHITE, &first));
    const RulesBuilder *b = &bench->compiler.builder;
    const uint32_t *starts =
        b->path_starts.items + b->components.items[0].first_path + point_of(bench, "e2");
    assert_int_equal(starts[1] - starts[0], 1);
    const Path *path = &b->paths.items[starts[0]];
    assert_int_equal(path->target, point_of(bench, "e4"));
    assert_int_equal(path->n_steps, 1);
    PathStep step = b->steps.items[path->first_step];
    assert_int_equal(step.point, point_of(bench, "e3"));
    assert_int_equal(step.need, NEED_EMPTY);
    assert_true(step.acts & STEP_MARKS_EP);
    bench_free(bench);
}

static void n_on_a_slider_is_read_only_where_ep_means_something(void **state) {
    (void)state;
    static const struct {
        const char *more;
        bool good;
    } games[] = {{"ep: {until: turn}", true},
                 {"pieces: {man: {moves: fmWfceF}}", true},
                 {"pieces: {man: {moves: [{moves: \"[W-F]e[W-F]\"}]}}", true},
                 {"pieces: {man: {moves: fmWfcF}}", false},
                 {"name: None", false}};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        Bench *bench = bench_with("{files: 8, ranks: 8}", games[i].more);
        bench_ready(bench);
        uint32_t first;
        assert_int_equal(lower_text(bench, "ifmnW3", SIDE_WHITE, &first), games[i].good);
        if (!games[i].good)
            assert_non_null(strstr(fixture_print(bench->fixture), "moves:1:1: error E0303"));
        bench_free(bench);
    }
}

/* The points left behind, not the one where it ends. */
static void a_slider_with_n_marks_the_points_it_leaves_behind(void **state) {
    (void)state;
    Bench *bench = bench_square(8, 8);
    uint32_t first;
    assert_true(lower_text(bench, "fmnW3", SIDE_WHITE, &first));
    const RulesBuilder *b = &bench->compiler.builder;
    uint32_t at = b->path_starts.items[b->components.items[0].first_path + point_of(bench, "b2")];
    for (uint32_t k = 0; k < 3; k++) {
        const Path *path = &b->paths.items[at + k];
        assert_int_equal(path->n_steps, k);
        for (uint32_t i = 0; i < k; i++)
            assert_int_equal(b->steps.items[path->first_step + i].acts, STEP_MARKS_EP);
    }
    bench_free(bench);
}

static uint32_t paths_from(const Bench *bench, uint32_t component, const char *name) {
    const RulesBuilder *b = &bench->compiler.builder;
    const uint32_t *starts =
        b->path_starts.items + b->components.items[component].first_path + point_of(bench, name);
    return starts[1] - starts[0];
}

static void the_same_way_to_a_point_is_one_path(void **state) {
    (void)state;
    Bench *bench = bench_new("{files: 2, ranks: 4, wrap: files}");
    bench_ready(bench);
    uint32_t first;
    assert_true(lower_text(bench, "W", SIDE_WHITE, &first)); /* b2 to left and to right */
    assert_int_equal(paths_from(bench, 0, "a2"), 3);
    bench_free(bench);
}

static void static_sets_cut_the_paths(void **state) {
    (void)state;
    Bench *bench = bench_square(8, 8);
    PointSet from = points_of(bench, "a1 b1"), within = points_of(bench, "a2 c1 b2");
    MovementContext context = {.type = 0, .from = &from, .within = &within};
    BetzaText text;
    assert_true(parse_text(bench->fixture, "W", &text));
    assert_true(movement_lower(&bench->compiler, &text, &context));
    assert_int_equal(paths_from(bench, 0, "a1"), 1);
    assert_int_equal(paths_from(bench, 0, "b1"), 2);
    assert_int_equal(paths_from(bench, 0, "c1"), 0);
    bench_free(bench);
}

/* --- listed points ------------------------------------------------------------------------ */

/*  c - d        a b c d in a square, the diagonal a-d only */
static const char DIAMOND[] = "{shape: points, points: {a: {e: b, n: c, ne: d}, b: {w: a, n: d}, "
                              "c: {s: a, e: d}, d: {w: c, s: b, sw: a}}}";

static void movements_follow_listed_steps(void **state) {
    (void)state;
    Bench *bench = bench_new(DIAMOND);
    bench_ready(bench);
    PointSet none = pointset_none();
    const struct {
        const char *betza, *from, *targets;
    } rows[] = {{"W", "a", "b c"},   {"F", "a", "d"}, {"F", "b", ""},
                {"K", "d", "a b c"}, {"nD", "a", ""}, {"U", "b", "a c d"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint32_t first;
        assert_true(lower_text(bench, rows[i].betza, SIDE_WHITE, &first));
        PointSet set = all_targets(bench, first, 7, point_of(bench, rows[i].from), &none);
        assert_string_equal(set_text(bench, &set), rows[i].targets);
    }
    bench_free(bench);
}

static void a_slider_on_steps_that_run_in_a_circle_ends(void **state) {
    (void)state;
    Bench *bench = bench_new("{shape: points, points: {a: {e: b}, b: {e: c}, c: {e: b}}}");
    bench_ready(bench);
    PointSet none = pointset_none();
    uint32_t first;
    assert_true(lower_text(bench, "R", SIDE_WHITE, &first));
    PointSet set = all_targets(bench, first, 7, point_of(bench, "a"), &none);
    assert_string_equal(set_text(bench, &set), "b c");
    bench_free(bench);
}

static void an_atom_that_listed_points_cannot_have_is_refused(void **state) {
    (void)state;
    Bench *bench = bench_new("{shape: points, points: {a: {e: b}, b: {w: a}}}");
    bench_ready(bench);
    uint32_t first;
    assert_false(lower_text(bench, "N", SIDE_WHITE, &first));
    assert_non_null(strstr(fixture_print(bench->fixture), "moves:1:1: error E0304"));
    bench_free(bench);
}

/* --- limits and refusals ------------------------------------------------------------------ */

static void a_chain_with_too_many_ways_is_refused_in_time(void **state) {
    (void)state;
    Bench *bench = bench_square(12, 12);
    uint32_t first;
    assert_false(lower_text(bench, "[Q-Q-Q-Q-Q-Q-Q-Q]", SIDE_WHITE, &first));
    assert_non_null(strstr(fixture_print(bench->fixture), "error E0901"));
    bench_free(bench);
}

/* MAX_EP_POINTS is four. */
static void a_right_on_more_points_than_the_limit_is_refused(void **state) {
    (void)state;
    Bench *bench = bench_square(8, 8);
    uint32_t first;
    assert_true(lower_text(bench, "fmnW5", SIDE_WHITE, &first));
    assert_false(lower_text(bench, "fmnW6", SIDE_WHITE, &first));
    assert_non_null(strstr(fixture_print(bench->fixture), "error E0901"));
    bench_free(bench);
}

static void the_argument_of_a_reach_belongs_to_no_man(void **state) {
    (void)state;
    static const char *const texts[] = {"iN", "ceF", "sO2"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Bench *bench = bench_square(8, 8);
        MovementContext context = {.type = NO_TYPE, .nobody = true};
        BetzaText text;
        assert_true(parse_text(bench->fixture, texts[i], &text));
        assert_false(movement_lower(&bench->compiler, &text, &context));
        assert_non_null(strstr(fixture_print(bench->fixture), "error E0303"));
        bench_free(bench);
    }
}

static void castling_needs_a_man_of_the_kind_in_the_set_up(void **state) {
    (void)state;
    Bench *bench = bench_square(8, 8);
    Man *men = bench->rules.start.men;
    men[point_of(bench, "e1")] = (Man){.type = 0, .owner = SIDE_WHITE};
    men[point_of(bench, "a1")] = men[point_of(bench, "h1")] = (Man){.type = 1};
    BetzaText text;
    MovementContext context = {.side = SIDE_WHITE, .type = 0};
    assert_true(parse_text(bench->fixture, "isO2", &text));
    assert_true(castling_lower(&bench->compiler, &text, &context));
    assert_int_equal(bench->compiler.builder.castlings.count, 2);
    Castling right = bench->compiler.builder.castlings.items[0];
    assert_int_equal(right.from, point_of(bench, "e1"));
    assert_int_equal(right.to, point_of(bench, "g1"));
    assert_int_equal(right.partner_from, point_of(bench, "h1"));
    assert_int_equal(right.partner_to, point_of(bench, "f1"));
    assert_true(right.needs_unmoved && right.is_static);
    context.type = 1;
    assert_true(castling_lower(&bench->compiler, &text, &context));
    for (uint32_t i = 2; i < bench->compiler.builder.castlings.count; i++)
        assert_int_equal(men[bench->compiler.builder.castlings.items[i].from].type, 1);
    bench_free(bench);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_of_the_case_table_has_its_moves),
        cmocka_unit_test(chains_equal_their_other_spellings),
        cmocka_unit_test(legs_of_all_kinds_obey_the_laws_of_the_reference),
        cmocka_unit_test(atoms_equal_their_other_spellings),
        cmocka_unit_test(black_sees_the_board_turned_half_round),
        cmocka_unit_test(a_string_splits_into_components_of_one_meaning),
        cmocka_unit_test(captures_of_a_string_that_makes_ep_rights_stand_apart),
        cmocka_unit_test(an_initial_double_step_marks_the_point_it_passes),
        cmocka_unit_test(n_on_a_slider_is_read_only_where_ep_means_something),
        cmocka_unit_test(a_slider_with_n_marks_the_points_it_leaves_behind),
        cmocka_unit_test(the_same_way_to_a_point_is_one_path),
        cmocka_unit_test(static_sets_cut_the_paths),
        cmocka_unit_test(movements_follow_listed_steps),
        cmocka_unit_test(a_slider_on_steps_that_run_in_a_circle_ends),
        cmocka_unit_test(an_atom_that_listed_points_cannot_have_is_refused),
        cmocka_unit_test(a_chain_with_too_many_ways_is_refused_in_time),
        cmocka_unit_test(a_right_on_more_points_than_the_limit_is_refused),
        cmocka_unit_test(the_argument_of_a_reach_belongs_to_no_man),
        cmocka_unit_test(castling_needs_a_man_of_the_kind_in_the_set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
