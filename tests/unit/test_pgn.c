/* SAN and game collections: what is read, what is written, what is told about mistakes. */
#include "tests/unit/game_fixture.h"

/* -------------------------------------------------------------------------------- SAN */

/* The SAN of the action with this coordinate text. */
static const char *san_of(Loaded *loaded, const char *text) {
    static char san[MAX_TEXT_ACTION]; /* a test of one thread */
    char own[MAX_TEXT_ACTION];
    size_t count = ferz_game_action_count(loaded->game);
    for (size_t i = 0; i < count; i++) {
        ferz_game_action_text(loaded->game, i, own, sizeof own);
        if (strcmp(own, text) == 0) {
            ferz_game_san(loaded->game, i, san, sizeof san);
            return san;
        }
    }
    return "not legal";
}

typedef struct SanRow {
    const char *game, *position, *text, *san;
} SanRow;

static void expect_sans(const SanRow *rows, size_t n) {
    for (size_t i = 0; i < n; i++) {
        Loaded loaded = loaded_game(rows[i].game);
        size_t index;
        char own[MAX_TEXT_ACTION];
        assert_int_equal(ferz_game_set_position(loaded.game, rows[i].position), FERZ_OK);
        assert_string_equal(san_of(&loaded, rows[i].text), rows[i].san);
        assert_int_equal(ferz_game_read(loaded.game, rows[i].san, &index), FERZ_OK);
        ferz_game_action_text(loaded.game, index, own, sizeof own);
        assert_string_equal(own, rows[i].text);
        loaded_free(&loaded);
    }
}

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

/* By hand, after the FIDE Laws (2023), appendix C. */
static void actions_are_written_as_people_do(void **state) {
    (void)state;
    static const SanRow rows[] = {
        {"chess", "startpos", "g1f3", "Nf3"},
        {"chess", "startpos", "e2e4", "e4"},
        {"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
        {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"},
        {"chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O"},
        {"chess", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "e8=Q+"},
        {"chess", "7k/3qP3/8/8/8/8/8/4K3 b - - 0 1", "d7e7", "Qxe7+"},
        {"chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
        {"chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"},
        {"chess", "4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1c3", "N1c3"},
        {"chess", "7k/8/8/1Q1Q4/8/8/8/1Q2K3 w - - 0 1", "b5d3", "Qb5d3"},
        {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
        /* the one knight is pinned: only the other one can come */
        {"chess", "4k3/4r3/8/8/8/8/4N3/N3K3 w - - 0 1", "a1c2", "Nc2"},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1", "P@e4", "P@e4"},
        {"shogi", "4k4/9/4P4/9/9/9/9/9/4K4[] w - - 0 1", "e7e8+p", "Pe8=+P+"},
        {"shogi", "4k4/9/4P4/9/9/9/9/9/4K4[] w - - 0 1", "e7e8", "Pe8+"},
    };
    expect_sans(rows, COUNT(rows));
}

typedef struct ReadRow {
    const char *game, *position, *typed, *text; /* NULL: refused */
} ReadRow;

static void people_are_understood(void **state) {
    (void)state;
    static const char *const promotes = "7k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    static const char *const knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    static const char *const passing = "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1";
    const ReadRow rows[] = {
        {"chess", "startpos", "e2e4", "e2e4"},
        {"chess", "startpos", "e2-e4", "e2e4"},
        {"chess", "startpos", "Pe4", "e2e4"},
        {"chess", "startpos", "nf3", "g1f3"},
        {"chess", "startpos", "Ng1-f3", "g1f3"},
        {"chess", "startpos", "Nf3!?", "g1f3"},
        {"chess", "startpos", "Nf3+", "g1f3"},
        {"chess", "startpos", "Nxf3", "g1f3"},
        {"chess", promotes, "e8Q", "e7e8q"},
        {"chess", promotes, "e8(N)", "e7e8n"},
        {"chess", promotes, "e8=q", "e7e8q"},
        {"chess", promotes, "e8/R#", "e7e8r"},
        {"chess", promotes, "e8", NULL},
        {"chess", passing, "exd6 e.p.", "e5d6"},
        {"chess", passing, "exd6ep", "e5d6"},
        {"chess", passing, "ed6", "e5d6"},
        {"chess", passing, "0-0", "e1g1"},
        {"chess", passing, "o-o", "e1g1"},
        {"chess", passing, "Kg1", "e1g1"},
        {"chess", knights, "Nd2", NULL},
        {"chess", knights, "Nbd2", "b1d2"},
        {"chess", knights, "Nb1d2", "b1d2"},
        {"chess", "startpos", "Ke2", NULL},
        {"chess", "startpos", "", NULL},
        {"chess", "startpos", "N", NULL},
        {"chess", "startpos", "=", NULL},
        {"chess", "startpos", "O-O-O-O", NULL},
        {"chess", "startpos", "Nf99999999999", NULL},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "@e4", "P@e4"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        Loaded loaded = loaded_game(rows[i].game);
        char own[MAX_TEXT_ACTION] = "";
        size_t index;
        assert_int_equal(ferz_game_set_position(loaded.game, rows[i].position), FERZ_OK);
        ferz_status status = ferz_game_read(loaded.game, rows[i].typed, &index);
        if (status == FERZ_OK)
            ferz_game_action_text(loaded.game, index, own, sizeof own);
        assert_string_equal(own, rows[i].text ? rows[i].text : "");
        loaded_free(&loaded);
    }
}

static void what_fits_several_actions_is_told(void **state) {
    (void)state;
    Loaded loaded = loaded_game("chess");
    size_t index;
    ferz_game_set_position(loaded.game, "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
    assert_int_equal(ferz_game_read(loaded.game, "Nd2", &index), FERZ_ERRORS);
    assert_string_equal(ferz_game_message(loaded.game),
                        "action `Nd2` is not told clearly; it may be Nbd2 or Nfd2\n");
    loaded_free(&loaded);
}

/* ---------------------------------------------------------------------------- reading */

typedef struct Text {
    const char *text;
    size_t piece; /* bytes at a time */
} Text;

static size_t read_source(void *context, char *buffer, size_t size) {
    Text *source = context;
    size_t n = strlen(source->text);
    n = n < source->piece ? n : source->piece;
    n = n < size ? n : size;
    memcpy(buffer, source->text, n);
    source->text += n;
    return n;
}

/* What was told, as one text: `kind:text@line.column;`. */
static bool write_down(void *context, ferz_game *game, const ferz_pgn_event *event) {
    static const char *const kinds[] = {"", "c", "n", "(", ")", "u", "!"};
    char *out = context, san[MAX_TEXT_ACTION];
    size_t length = strlen(out);
    if (event->kind == FERZ_PGN_ACTION) {
        ferz_game_san(game, event->index, san, sizeof san);
        snprintf(out + length, 4096 - length, "%s ", san);
    } else if (event->kind == FERZ_PGN_OPEN || event->kind == FERZ_PGN_CLOSE)
        snprintf(out + length, 4096 - length, "%s ", kinds[event->kind]);
    else
        snprintf(out + length, 4096 - length, "%s[%.*s] ", kinds[event->kind], (int)event->length,
                 event->text);
    return true;
}

/* Reads the first game and tells about it; its text behind the result. */
static void told_is(const char *name, const char *text, const char *wanted, const char *result) {
    for (size_t piece = 1; piece < 4096; piece *= 7) {
        Loaded loaded = loaded_game(name);
        Text source = {text, piece};
        ferz_pgn *pgn;
        char told[4096] = "";
        assert_int_equal(ferz_pgn_open(read_source, &source, false, &pgn), FERZ_OK);
        assert_int_equal(ferz_pgn_next(pgn), FERZ_OK);
        ferz_pgn_play(pgn, loaded.game, true, write_down, told);
        assert_string_equal(told, wanted);
        assert_string_equal(ferz_pgn_result(pgn), result);
        assert_int_equal(ferz_pgn_next(pgn), FERZ_EMPTY);
        ferz_pgn_free(pgn);
        loaded_free(&loaded);
    }
}

static void a_game_is_told_piece_by_piece(void **state) {
    (void)state;
    told_is("chess", "1. e4 e5 2. Nf3 Nc6 1-0\n", "e4 e5 Nf3 Nc6 ", "1-0");
    told_is("chess", "1.e4 {a}e5$3 2.Nf3! ;b\nNc6 *", "e4 c[a] e5 n[3] Nf3 n[!] c[b] Nc6 ", "*");
    told_is("chess", "1. e4 (1. d4 d5 (1... Nf6)) 1... e5 1/2", "e4 ( d4 d5 ( Nf6 ) ) e5 ",
            "1/2-1/2");
    told_is("chess", "\xEF\xBB\xBF[Result \"0-1\"]\r\n% no\r\n1.e4\r\n% (no\r\n", "e4 ", "0-1");
    told_is("chess", "1. e4 (1. -- d5 {x}) e5 *", "e4 ( u[--] ) e5 ", "*");
}

static void a_variation_goes_back_to_the_turn_and_on_again(void **state) {
    (void)state;
    /* a turn of two actions, of which the variation stands in the middle */
    told_is("marseillais", "1. e4 d4 d5 e6 2. Nf3 (2. c4 c5) Nc3 *",
            "e4 d4 d5 e6 Nf3 ( c4 c5 ) Nc3 ", "*");
}

static void what_is_wrong_is_told_with_its_place(void **state) {
    (void)state;
    told_is("chess", "1. e4 e5 2. Ke3 Nf6 *",
            "e4 e5 ![move 2. `Ke3` is not legal; nearest: Ke2; legal: Ke2 and 28 others] ", "*");
    told_is("chess", "1. e4 (1. e5) 1... e5 *",
            "e4 ( ![move 1. `e5` is not legal; nearest: e3; legal: e3 e4 and 18 others] ) e5 ",
            "*");
    told_is("chess", "1. e4 ) e5 *", "e4 ![`)` closes nothing] e5 ", "*");
    told_is("chess", "[White \"x\"]\n(1. e4) 1. d4 *",
            "( ![a variation of nothing: no action stands before it] ) d4 ", "*");
    told_is("chess", "1. e4 (1. d4 d5 *",
            "e4 ( d4 d5 ![the game ends in a variation: 1 `)` missing] ", "*");
    told_is("chess", "[White \"x]\n1. e4 *",
            "![`[White \"x]` is no tag: it wants a name and a value in quotes, and `]`] e4 ", "*");
    told_is("chess", "[FEN \"4k3/1P6/8/8/8/8/8/4K3 w - - 0 1\"]\n1. b8 *",
            "![move 1. `b8` does not say what the man becomes: b8=Q+ b8=R+ b8=B b8=N] ", "*");
    told_is("chess", "[FEN \"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1\"]\n1. nd2 *",
            "![move 1. `nd2` fits several actions: Nbd2 Nfd2] ", "*");
}

static void answers_have_brackets(void **state) {
    (void)state;
#define INSIDE "[FEN \"3qk3/2p1r3/8/3n4/5B2/8/8/4R1K1 w - - 0 2\"]\n2. Bxc7 "
    told_is("quest-chess", INSIDE "(Qxc7 {x}) Re2 -- *", "Bxc7 (Qxc7) c[x] Re2 -- ", "*");
    told_is("quest-chess", INSIDE "(Qxc7 Re2 -- *",
            "Bxc7 (Qxc7) ![the bracket of this answer has no end: `)` is missing] Re2 -- ", "*");
#undef INSIDE
}

#define UNCLOSED "![the comment that begins here has no end: `}` is missing] "

/* What a comment without an end swallows ends with its game. */
static void a_comment_without_an_end_is_told(void **state) {
    (void)state;
    told_is("chess", "1. e4 {x", "e4 c[x] " UNCLOSED, "*");
    told_is("chess", "1. e4 {[%clk 1]\n\n[Name]} e5 *", "e4 c[[%clk 1]\n\n[Name]] e5 ", "*");
    static const char *const ends[] = {"\n\n", "\r\n\r\n", "\n \n", "\n\n\n"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        Loaded loaded = loaded_game("chess");
        char text[256], told[4096] = "";
        snprintf(text, sizeof text, "1. e4 {x *%s[White \"b\"]\n1. d4 {y} d5 1-0\n{z", ends[i]);
        Text source = {text, 7};
        ferz_pgn *pgn;
        assert_int_equal(ferz_pgn_open(read_source, &source, true, &pgn), FERZ_OK);
        assert_int_equal(ferz_pgn_next(pgn), FERZ_OK);
        assert_int_equal(ferz_pgn_play(pgn, loaded.game, false, write_down, told), FERZ_ERRORS);
        assert_string_equal(told, UNCLOSED);
        assert_int_equal(ferz_pgn_next(pgn), FERZ_OK);
        assert_string_equal(ferz_pgn_tag(pgn, "White"), "b");
        assert_int_equal(ferz_pgn_play(pgn, loaded.game, false, NULL, NULL), FERZ_OK);
        assert_int_equal(ferz_game_ply(loaded.game), 2);
        /* behind the last game: nothing but the comment */
        assert_int_equal(ferz_pgn_next(pgn), FERZ_OK);
        told[0] = '\0';
        assert_int_equal(ferz_pgn_play(pgn, loaded.game, false, write_down, told), FERZ_ERRORS);
        assert_string_equal(told, UNCLOSED);
        assert_int_equal(ferz_pgn_next(pgn), FERZ_EMPTY);
        ferz_pgn_free(pgn);
        loaded_free(&loaded);
    }
}

/* Longer than the buffer, so that the tag comes in another piece. */
static void a_long_comment_without_an_end_is_told_where_it_begins(void **state) {
    (void)state;
    enum { LINES = 3 * PGN_BUFFER_BYTES / 8 };
    Loaded loaded = loaded_game("chess");
    for (size_t shift = 0; shift < 24; shift++) {
        char *text = malloc(8 * LINES + 128), *at = text;
        at += sprintf(text, "\n1. e4 {%.*s", (int)shift, "aaaaaaaaaaaaaaaaaaaaaaaaaaa");
        for (size_t i = 0; i < LINES; i++)
            at += sprintf(at, "%s", i % 3 == 2 ? "1234567\n" : "123456\n\n");
        strcpy(at, "\n\n[White \"b\"]\n1. d4 *");
        Text source = {text, 1 << 16};
        ferz_pgn *pgn;
        assert_int_equal(ferz_pgn_open(read_source, &source, false, &pgn), FERZ_OK);
        assert_int_equal(ferz_pgn_next(pgn), FERZ_OK);
        assert_int_equal(ferz_pgn_play(pgn, loaded.game, false, NULL, NULL), FERZ_ERRORS);
        assert_int_equal(ferz_pgn_next(pgn), FERZ_OK);
        assert_string_equal(ferz_pgn_tag(pgn, "White"), "b");
        ferz_pgn_free(pgn);
        free(text);
    }
    loaded_free(&loaded);
}

/* The next game is found and numbered whatever the one before was. */
static void the_next_game_is_found(void **state) {
    (void)state;
    Loaded loaded = loaded_game("chess");
    Text source = {"[White \"a\"]\n1. e5 *\n[White \"b\"]\n1. e4\n[White \"c\"]\n1. d4 1-0 {end}\n"
                   "1. c4 *",
                   1000};
    ferz_pgn *pgn;
    assert_int_equal(ferz_pgn_open(read_source, &source, true, &pgn), FERZ_OK);
    static const char *const whites[] = {"a", "b", "c"};
    static const char *const texts[] = {"[White \"a\"]\n1. e5 *", "[White \"b\"]\n1. e4\n",
                                        "[White \"c\"]\n1. d4 1-0"};
    for (size_t i = 0; i < 3; i++) {
        size_t length;
        assert_int_equal(ferz_pgn_next(pgn), FERZ_OK);
        assert_int_equal(ferz_pgn_number(pgn), i + 1);
        assert_int_equal(ferz_pgn_line(pgn), 2 * i + 1);
        assert_string_equal(ferz_pgn_tag(pgn, "white"), whites[i]);
        assert_int_equal(ferz_pgn_play(pgn, loaded.game, false, NULL, NULL),
                         i == 0 ? FERZ_ERRORS : FERZ_OK);
        assert_int_equal(ferz_game_ply(loaded.game), i == 0 ? 0 : 1);
        assert_int_equal(ferz_pgn_result_missing(pgn), i == 1);
        const char *text = ferz_pgn_text(pgn, &length);
        assert_int_equal(length, strlen(texts[i]));
        assert_memory_equal(text, texts[i], length);
    }
    assert_int_equal(ferz_pgn_next(pgn), FERZ_OK);
    assert_null(ferz_pgn_tag(pgn, "White"));
    assert_int_equal(ferz_pgn_next(pgn), FERZ_EMPTY);
    ferz_pgn_free(pgn);
    loaded_free(&loaded);
}

/* ---------------------------------------------------------------------------- writing */

static void a_game_is_written_with_its_tags(void **state) {
    (void)state;
    Loaded loaded = loaded_game("chess");
    const ferz_tag tags[] = {{"White", "A \"B\""}, {"Result", NULL}};
    char text[1024];
    ferz_game_set_position(loaded.game, "4k3/8/8/8/8/8/8/R3K3 b - - 3 7 moves e8f8 a1a8");
    ferz_game_pgn(loaded.game, tags, 2, text, sizeof text);
    assert_string_equal(text, "[White \"A \\\"B\\\"\"]\n[Result \"*\"]\n[SetUp \"1\"]\n"
                              "[FEN \"4k3/8/8/8/8/8/8/R3K3 b - - 3 7\"]\n\n"
                              "7... Kf8 8. Ra8+ *\n");
    loaded_free(&loaded);
}

static void replies_and_stops_are_written_in_their_turn(void **state) {
    (void)state;
    Loaded loaded = loaded_game("marseillais");
    char text[1024];
    ferz_game_set_position(loaded.game, "startpos moves e2e4 d2d4 d7d5 d5e4");
    ferz_game_pgn(loaded.game, NULL, 0, text, sizeof text);
    assert_string_equal(text, "\n1. e4 d4 d5 dxe4 *\n");
    loaded_free(&loaded);
}

/* Bounds of base/limits.h. */
static void variations_nest_up_to_a_bound(void **state) {
    (void)state;
    enum { DEEP = MAX_PGN_DEPTH + 3 };
    char text[8 * DEEP + 64] = "1. e4 ";
    Loaded loaded = loaded_game("chess");
    ferz_pgn *pgn;
    for (int i = 0; i < DEEP; i++)
        strcat(text, i % 2 ? "(1. e4 " : "(1. d4 ");
    for (int i = 0; i < DEEP; i++)
        strcat(text, ")");
    strcat(text, " e5 *");
    Text source = {text, 1000000};
    char told[4096] = "";
    assert_int_equal(ferz_pgn_open(read_source, &source, false, &pgn), FERZ_OK);
    assert_int_equal(ferz_pgn_next(pgn), FERZ_OK);
    assert_int_equal(ferz_pgn_play(pgn, loaded.game, true, write_down, told), FERZ_ERRORS);
    assert_non_null(strstr(told, "![variations are nested too deep] ) )"));
    assert_int_equal(ferz_game_ply(loaded.game), 2);
    ferz_pgn_free(pgn);
    loaded_free(&loaded);
}

/* A source of games of which each is one comment longer than the buffer. */
typedef struct Endless {
    size_t left;
} Endless;

static size_t read_endless(void *context, char *buffer, size_t size) {
    static const char head[] = "1. e4 {";
    Endless *endless = context;
    size_t n = 0;
    while (n < size && endless->left > 0) {
        size_t at = sizeof head - 1 + 1000000 - endless->left;
        buffer[n++] = at < sizeof head - 1 ? head[at] : endless->left == 1 ? '}' : 'x';
        endless->left--;
    }
    return n;
}

static bool add_lengths(void *context, ferz_game *game, const ferz_pgn_event *event) {
    (void)game;
    if (event->kind == FERZ_PGN_COMMENT)
        *(size_t *)context += event->length;
    return true;
}

static void a_comment_longer_than_the_buffer_comes_in_pieces(void **state) {
    (void)state;
    Loaded loaded = loaded_game("chess");
    Endless endless = {1000000 + 7};
    size_t length = 0;
    ferz_pgn *pgn;
    assert_int_equal(ferz_pgn_open(read_endless, &endless, false, &pgn), FERZ_OK);
    assert_int_equal(ferz_pgn_next(pgn), FERZ_OK);
    assert_int_equal(ferz_pgn_play(pgn, loaded.game, true, add_lengths, &length), FERZ_OK);
    assert_int_equal(length, 1000000 - 1);
    assert_int_equal(ferz_game_ply(loaded.game), 1);
    ferz_pgn_free(pgn);
    loaded_free(&loaded);
}

static void tags_beyond_their_bound_are_left_out(void **state) {
    (void)state;
    char *text = malloc(64 * (MAX_PGN_TAGS + 10));
    Loaded loaded = loaded_game("chess");
    ferz_pgn *pgn;
    text[0] = '\0';
    for (int i = 0; i < MAX_PGN_TAGS + 10; i++)
        sprintf(text + strlen(text), "[T%d \"%d\"]\n", i, i);
    strcat(text, "1. e4 *");
    Text source = {text, 1000000};
    assert_int_equal(ferz_pgn_open(read_source, &source, false, &pgn), FERZ_OK);
    assert_int_equal(ferz_pgn_next(pgn), FERZ_OK);
    assert_int_equal(ferz_pgn_tag_count(pgn), MAX_PGN_TAGS);
    assert_int_equal(ferz_pgn_play(pgn, loaded.game, false, NULL, NULL), FERZ_OK);
    ferz_pgn_free(pgn);
    loaded_free(&loaded);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actions_are_written_as_people_do),
        cmocka_unit_test(people_are_understood),
        cmocka_unit_test(what_fits_several_actions_is_told),
        cmocka_unit_test(a_game_is_told_piece_by_piece),
        cmocka_unit_test(a_variation_goes_back_to_the_turn_and_on_again),
        cmocka_unit_test(what_is_wrong_is_told_with_its_place),
        cmocka_unit_test(answers_have_brackets),
        cmocka_unit_test(a_comment_without_an_end_is_told),
        cmocka_unit_test(a_long_comment_without_an_end_is_told_where_it_begins),
        cmocka_unit_test(the_next_game_is_found),
        cmocka_unit_test(a_game_is_written_with_its_tags),
        cmocka_unit_test(replies_and_stops_are_written_in_their_turn),
        cmocka_unit_test(variations_nest_up_to_a_bound),
        cmocka_unit_test(a_comment_longer_than_the_buffer_comes_in_pieces),
        cmocka_unit_test(tags_beyond_their_bound_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
