/* The table of keys: what a game's tree may hold, and what each mistake is told. */
#include "tests/unit/lang_fixture.h"

#include "lang/schema.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

/* The three keys that a game must have, with nothing wrong in them. */
#define BOARD "board: {files: 8, ranks: 8}\n"
#define PIECES "pieces: {man: {letter: M, moves: W}}\n"
#define SETUP "setup: 8/8/8/8/8/8/8/M7\n"
#define GAME "ferz: 1\n" BOARD PIECES SETUP

typedef struct Checked {
    Fixture *f;
    bool done;
} Checked;

static Checked check_text(const char *text) {
    Checked c = {.f = fixture_new()};
    MergeRequest request = {.name = "game.yaml", .text = text, .text_size = strlen(text)};
    Merged merged;
    c.done = merge_load(&request, c.f->arena, &c.f->diags, &merged);
    assert_non_null(merged.root);
    c.done = schema_check(merged.root, &c.f->diags) && c.done;
    return c;
}

static void assert_accepts(const char *text) {
    Checked c = check_text(text);
    assert_clean(c.f);
    assert_true(c.done);
    fixture_free(c.f);
}

typedef struct Refusal {
    const char *text;
    DiagCode code;
    const char *part;
} Refusal;

/* Each text is refused for one reason alone. */
static void assert_refusals(const Refusal *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        Checked c = check_text(rows[i].text);
        assert_false(c.done);
        if (c.f->diags.errors != 1)
            fail_msg("more than one error for %s:\n%s", rows[i].text, fixture_print(c.f));
        assert_reported(c.f, rows[i].code, rows[i].part);
        fixture_free(c.f);
    }
}

/* --- the table itself ----------------------------------------------------------------- */

static const KeyRow *row_of(KeyContext context, const char *key) {
    size_t count;
    const KeyRow *rows = schema_rows(&count);
    for (size_t i = 0; i < count; i++)
        if (rows[i].context == context && strcmp(rows[i].key, key) == 0)
            return &rows[i];
    return NULL;
}

static void every_key_stands_once_in_its_context(void **state) {
    (void)state;
    size_t count;
    const KeyRow *rows = schema_rows(&count);
    for (size_t i = 0; i < count; i++) {
        assert_ptr_equal(row_of((KeyContext)rows[i].context, rows[i].key), &rows[i]);
        assert_true(rows[i].doc[0] != '\0');
    }
}

static void words_belong_to_word_keys_and_fit_the_checks_list(void **state) {
    (void)state;
    size_t count;
    const KeyRow *rows = schema_rows(&count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(rows[i].shape == SHAPE_WORD, rows[i].words[0] != '\0');
        int bars = 0;
        for (const char *c = rows[i].words; *c; c++)
            bars += *c == '|';
        assert_true(bars < 7);
    }
}

static void every_effect_has_its_row(void **state) {
    (void)state;
    static const char *const keys[] = {
#define EFFECT(name, key, status) key,
#include "rules/effects.def"
#undef EFFECT
    };
    for (size_t i = 0; i < COUNT(keys); i++)
        assert_non_null(row_of(CONTEXT_EFFECT, keys[i]));
    size_t count, effects = 0;
    const KeyRow *rows = schema_rows(&count);
    for (size_t i = 0; i < count; i++)
        effects += rows[i].context == CONTEXT_EFFECT;
    assert_int_equal(effects, COUNT(keys) + 2); /* `when` and `to` */
}

static void collections_are_told_from_other_keys(void **state) {
    (void)state;
    static const char *const yes[] = {"pieces", "zones",  "marks",  "counters", "maps",   "define",
                                      "rules",  "extras", "forbid", "end",      "options"};
    static const char *const no[] = {"board", "turn", "check", "setup", "about", "nothing"};
    for (size_t i = 0; i < COUNT(yes); i++)
        assert_true(schema_is_collection(yes[i]));
    for (size_t i = 0; i < COUNT(no); i++)
        assert_false(schema_is_collection(no[i]));
}

/* --- accepted ------------------------------------------------------------------------- */

static void a_small_game_is_accepted(void **state) {
    (void)state;
    assert_accepts(GAME);
    assert_accepts(GAME "name: Small\nabout: {inventor: A, year: 1, anything: b}\n");
}

static void every_played_key_is_accepted(void **state) {
    (void)state;
    static const char *const rows[] = {
        "board: {shape: points, points: {a1: {n: a2}, a2: {s: a1}}}\n" PIECES SETUP,
        "board: {shape: square, files: 8, ranks: 8, symmetry: mirror, holes: a1 | h8, "
        "wrap: files, lines: {diagonal: any}, links: [{from: a1, to: b3, as: ne, both: "
        "true}]}\n" PIECES SETUP,
        BOARD PIECES "setup: {white: {man: a1}}\n",
        BOARD SETUP "pieces: {man: {letter: M, name: The man, moves: {white: W, black: F}, "
                    "royal: {white: true, black: false}, worth: 3, odd: {white: 1, black: -2}}}\n",
        BOARD SETUP "pieces: {man: {letter: M, moves: [], promotes: {to: [man, {is: man, when: "
                    "capture}], when: any, must: none}}}\n",
        BOARD SETUP "pieces: {man: {letter: M, moves: W, promotes: {white: {to: up}, black: {to: "
                    "[man]}}}}\n",
        BOARD SETUP
        "pieces:\n  man:\n    letter: M\n    moves: [W, {moves: F, from: a1, within: b2, when: "
        "any}, {like: man}, {to: empty}, {castle: w, with: man, to: c1, partner_to: d1}]\n",
        BOARD SETUP "pieces: {man: {letter: M, moves: [{moves: W, takes: any, hops: any, distinct: "
                    "path, do: [{capture: a1}, {block: a1}, {open: a1}]}, {moves: W, chain: full, "
                    "straight: true, lift: end, onward: {at: any, like: man}}, {moves: W, chain: "
                    "any, distinct: none, straight: false}]}}\n",
        BOARD PIECES SETUP "zones: {a: ranks(8), b: {white: ranks(8)}, c: '(file + rank) % 2 == "
                           "0'}\n",
        BOARD PIECES SETUP "marks: {spent: {on: piece, until: turn}, seen: {on: point}, m: {}}\n",
        BOARD PIECES SETUP "counters: {a: 0, b: {fen: true}, c: {per: side, key: true, start: -1, "
                           "until: answer}}\n",
        BOARD PIECES SETUP "maps: {up: {man: man}}\nep: {until: action}\n",
        BOARD PIECES SETUP "define: {x: '1', 'twin(s)': s, 'two(a, b)': a | b}\n",
        BOARD PIECES SETUP
        "rules:\n  a: {at: turn start, when: capture, do: [{remove: mover}, {swap: [a1, b1]}, "
        "{move: {from: a1, to: b1}}, {place: {piece: captured, owner: us, at: from, unmoved: "
        "true}}]}\n  b: {do: [{convert: to, to: white}, {become: {at: to, type: man}}, {mark: {m: "
        "to}}, {unmark: {m: to}}, {set: {c: '1'}}, {add: {c: c}, when: capture}, {require: any}, "
        "{win: us}, draw, {draw: true, when: any}]}\n",
        BOARD PIECES SETUP "extras: {a: {choose: [man], at: to, must: any}, b: {choose: {x: {when: "
                           "any, do: [draw], text: x}}}, c: {text: /}, d: {do: [draw]}}\n",
        BOARD PIECES SETUP
        "turn:\n"
        "  - {moves: {min: turn, max: 2}, when: any, until: any, do: [draw], stuck: stalemate}\n"
        "  - moves: 1..2\n"
        "    actors: man\n"
        "    pass: any\n"
        "    allow: [capture, {where: any, most: [count(captured), 1], per: from}, {least: 1}]\n"
        "    replies: {a: {when: any, by: us, moves: 0..1, replies: {b: {by: them}}}}\n",
        BOARD PIECES SETUP "turn: {allow: capture, replies: {a: {allow: {most: 1}}}}\n",
        BOARD PIECES SETUP "turn: {moves: 1}\ncheck: {safe: action, royals: each, unless: any}\n",
        BOARD PIECES SETUP "forbid: {a: {when: capture}}\nend: {a: {when: any, result: loses, of: "
                           "each, at: turn}, b: {when: any, result: 25}, c: {when: any, result: "
                           "100}, d: {when: any, result: '50 + count(friends)'}}\n",
        BOARD PIECES SETUP "end: {b: {when: any, result: wins}, a: {when: any, result: 0, before: "
                           "b}}\n",
        BOARD PIECES SETUP "options: {o: {choices: 1..3, default: 2, says: how many}}\n",
    };
    char text[2048];
    for (size_t i = 0; i < COUNT(rows); i++) {
        snprintf(text, sizeof text, "ferz: 1\n%s", rows[i]);
        assert_accepts(text);
    }
}

/* --- unknown and missing keys --------------------------------------------------------- */

static void an_unknown_key_is_told_with_the_nearest(void **state) {
    (void)state;
    Checked c = check_text("ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, mvoes: W}}\n");
    assert_printed(c.f, "game.yaml:4:10: error E0202: missing: `moves`\n"
                        "  4 | pieces: {man: {letter: M, mvoes: W}}\n"
                        "    |          ^~~\n"
                        "game.yaml:4:27: error E0201: unknown key `mvoes`\n"
                        "  4 | pieces: {man: {letter: M, mvoes: W}}\n"
                        "    |                           ^~~~~\n"
                        "    = expected: one of letter, name, moves, promotes, royal, owner, "
                        "takes, iron, or an attribute "
                        "with a whole number\n"
                        "    = hint: did you mean `moves`?\n"
                        "2 errors\n");
    fixture_free(c.f);
}

static void unknown_keys_are_refused_everywhere(void **state) {
    (void)state;
    static const Refusal rows[] = {
        {GAME "ends: {a: {when: any, result: wins}}\n", DIAG_UNKNOWN_KEY, "did you mean `end`?"},
        {GAME "zones: {a: {white: a1, red: b1}}\n", DIAG_WRONG_SHAPE, "`a` is a map"},
        {GAME "marks: {a: {no: piece}}\n", DIAG_UNKNOWN_KEY, "did you mean `on`?"},
        {GAME "counters: {a: {fne: true}}\n", DIAG_UNKNOWN_KEY, "did you mean `fen`?"},
        {GAME "rules: {a: {do: [draw], wehn: any}}\n", DIAG_UNKNOWN_KEY, "did you mean `when`?"},
        {GAME "check: {sfae: action}\n", DIAG_UNKNOWN_KEY, "did you mean `safe`?"},
        {GAME "turn: {move: 1}\n", DIAG_UNKNOWN_KEY, "did you mean `moves`?"},
        {GAME "ep: {untli: turn}\n", DIAG_UNKNOWN_KEY, "did you mean `until`?"},
        {GAME "end: {a: {when: any, result: wins, off: us}}\n", DIAG_UNKNOWN_KEY,
         "did you mean `of`?"},
        {GAME "rules: {a: {do: [{remvoe: to}]}}\n", DIAG_UNKNOWN_KEY, "did you mean `remove`?"},
        {GAME "rules: {a: {do: [drwa]}}\n", DIAG_UNKNOWN_KEY, "did you mean `draw`?"},
        {GAME "rules: {a: {do: [{move: {from: a1, to: b1, via: c1}}]}}\n", DIAG_UNKNOWN_KEY,
         "`via`"},
        {GAME "options: {o: {choices: [a], default: a, says: b, say: c}}\n", DIAG_UNKNOWN_KEY,
         "did you mean `says`?"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: W, promotes: {to: [man], if: "
         "any}}}\n",
         DIAG_UNKNOWN_KEY, "`if`"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: [{moves: W, form: a1}]}}\n",
         DIAG_UNKNOWN_KEY, "did you mean `from`?"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: W, worth: much}}\n",
         DIAG_UNKNOWN_KEY, "attribute with a whole number"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: W, worth: {white: a}}}\n",
         DIAG_UNKNOWN_KEY, "`worth`"},
        {"ferz: 1\n" PIECES SETUP "board: {filse: 8, ranks: 8}\n", DIAG_UNKNOWN_KEY,
         "did you mean `files`?"},
    };
    assert_refusals(rows, COUNT(rows));
}

static void missing_keys_are_listed_at_the_entry(void **state) {
    (void)state;
    static const Refusal rows[] = {
        {"ferz: 1\nname: A\n", DIAG_MISSING_KEY, "missing: `board`, `pieces` and `setup`"},
        {GAME "rules: {a: {when: any}}\n", DIAG_MISSING_KEY, "game.yaml:5:9"},
        {GAME "forbid: {a: {}}\n", DIAG_MISSING_KEY, "missing: `when`"},
        {GAME "end: {a: {}}\n", DIAG_MISSING_KEY, "missing: `when` and `result`"},
        {GAME "extras: {a: {when: any}}\n", DIAG_MISSING_KEY,
         "missing: one of `choose`, `do` or `text`"},
        {GAME "rules: {a: {do: [{place: {at: a1}}]}}\n", DIAG_MISSING_KEY,
         "missing: `piece` and `owner`"},
        {GAME "rules: {a: {do: [{become: {at: a1}}]}}\n", DIAG_MISSING_KEY, "missing: `type`"},
        {GAME "options: {o: {choices: [a]}}\n", DIAG_MISSING_KEY, "missing: `default` and `says`"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {worth: 1}}\n", DIAG_MISSING_KEY,
         "missing: `letter` and `moves`"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: [{from: a1}]}}\n",
         DIAG_MISSING_KEY, "missing: one of `moves`, `to`, `like` or `castle`"},
        {"ferz: 1\n" PIECES SETUP "board: {files: 8, ranks: 8, links: [{from: a1}]}\n",
         DIAG_MISSING_KEY, "missing: `to` and `as`"},
    };
    assert_refusals(rows, COUNT(rows));
}

static bool read_parent(void *context, Arena *arena, const char *path, const char **text,
                        size_t *size) {
    (void)context, (void)arena;
    *text = GAME "rules: {clock: {do: [draw]}}\n";
    *size = strlen(*text);
    return strcmp(path, "base.yaml") == 0;
}

static void what_the_merge_found_incomplete_is_said_once(void **state) {
    (void)state;
    Fixture *f = fixture_new();
    static const char text[] = "ferz: 1\nextends: base\nrules: {clokc: {when: any}}\n";
    MergeRequest request = {
        .name = "game.yaml", .text = text, .text_size = sizeof text - 1, .read = read_parent};
    Merged merged;
    assert_false(merge_load(&request, f->arena, &f->diags, &merged));
    schema_check(merged.root, &f->diags);
    assert_int_equal(f->diags.errors, 1);
    assert_reported(f, DIAG_INCOMPLETE, "did you mean `clock`?");
    fixture_free(f);
}

/* --- shapes and words ----------------------------------------------------------------- */

static void values_of_another_shape_are_refused(void **state) {
    (void)state;
    static const Refusal rows[] = {
        {GAME "name: [a]\n", DIAG_WRONG_SHAPE, "`name` is a list"},
        {GAME "name:\n", DIAG_WRONG_SHAPE, "`name` has no value"},
        {GAME "about: me\n", DIAG_WRONG_SHAPE, "a map of texts"},
        {GAME "about: {year: [1]}\n", DIAG_WRONG_SHAPE, "`year` is a list"},
        {GAME "about: {inventr: A}\n", DIAG_UNKNOWN_KEY, "did you mean `inventor`?"},
        {GAME "about: {yaer: 1}\n", DIAG_UNKNOWN_KEY, "did you mean `year`?"},
        {GAME "rules: [a]\n", DIAG_WRONG_SHAPE, "a map of names"},
        {GAME "rules: {a: b}\n", DIAG_WRONG_SHAPE, "`a` is a text"},
        {GAME "rules: {a: {do: draw}}\n", DIAG_WRONG_SHAPE, "a list of effects"},
        {GAME "rules: {a: {do: [draw], when: {any: x}}}\n", DIAG_WRONG_SHAPE, "quote it"},
        {GAME "end: {a: {when: [x], result: wins}}\n", DIAG_WRONG_SHAPE,
         "begins with `[` must be in quotes"},
        {GAME "turn: x\n", DIAG_WRONG_SHAPE, "`turn` is a text"},
        {GAME "turn: []\n", DIAG_WRONG_SHAPE, "a step, or a list of steps"},
        {GAME "turn: [{moves: 1}, 2]\n", DIAG_WRONG_SHAPE, "`turn` is a text"},
        {GAME "turn: {moves: [1, 2]}\n", DIAG_WRONG_SHAPE, "N..M"},
        {GAME "turn:\n  moves:\n", DIAG_WRONG_SHAPE, "`moves` has no value"},
        {GAME "turn: {moves: {min: 1}}\n", DIAG_MISSING_KEY, "`max`"},
        {GAME "turn: {moves: {min: 1, max: 2, mxa: 3}}\n", DIAG_UNKNOWN_KEY, "did you mean `max`?"},
        {GAME "turn: {allow: []}\n", DIAG_WRONG_SHAPE, "`allow` is a list"},
        {GAME "turn: {allow: [[capture]]}\n", DIAG_WRONG_SHAPE, "{where: ..., most: ...}"},
        {GAME "turn: {allow: {mots: 1}}\n", DIAG_UNKNOWN_KEY, "did you mean `most`?"},
        {GAME "turn: {allow: {most: {a: b}}}\n", DIAG_WRONG_SHAPE, "`most` is a map"},
        {GAME "turn: {do: draw}\n", DIAG_WRONG_SHAPE, "a list of effects"},
        {GAME "turn: {stuck: stalmate}\n", DIAG_BAD_VALUE, "did you mean `stalemate`?"},
        {GAME "turn: {replies: [a]}\n", DIAG_WRONG_SHAPE, "`replies` is a list"},
        {GAME "turn: {replies: {a: {by: me}}}\n", DIAG_BAD_VALUE, "them or us"},
        {GAME "turn: {replies: {a: {wehn: any}}}\n", DIAG_UNKNOWN_KEY, "did you mean `when`?"},
        {GAME "zones: a1\n", DIAG_WRONG_SHAPE, "`zones` is a text"},
        {GAME "zones: {a: [a1]}\n", DIAG_WRONG_SHAPE, "or one for white and black"},
        {GAME "counters: {a: [0]}\n", DIAG_WRONG_SHAPE, "its start, or a map"},
        {GAME "counters: {a: x}\n", DIAG_BAD_VALUE, "a whole number"},
        {GAME "counters: {a: {start: 1.5}}\n", DIAG_BAD_VALUE, "`start` cannot be `1.5`"},
        {GAME "maps: {a: b}\n", DIAG_WRONG_SHAPE, "a map from type to type"},
        {GAME "define: {a: [b]}\n", DIAG_WRONG_SHAPE, "an expression"},
        {GAME "extras: {a: {choose: x}}\n", DIAG_WRONG_SHAPE, "a map of named choices"},
        {GAME "extras: {a: {choose: []}}\n", DIAG_WRONG_SHAPE, "`choose` is a list"},
        {"ferz: 1\n" BOARD PIECES "setup: [a]\n", DIAG_WRONG_SHAPE, "a placement"},
        {"ferz: 1\n" BOARD PIECES "setup: {red: {man: a1}}\n", DIAG_WRONG_SHAPE, "a placement"},
        {"ferz: 1\n" BOARD PIECES "setup: {white: a1}\n", DIAG_WRONG_SHAPE,
         "a map from type to points"},
        {"ferz: 1\n" PIECES SETUP "board: {files: many, ranks: 8}\n", DIAG_BAD_VALUE,
         "`files` cannot be `many`"},
        {"ferz: 1\n" PIECES SETUP "board: {files: 8, ranks: 8, links: {from: a1}}\n",
         DIAG_WRONG_SHAPE, "a list of maps"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: {from: a1}}}\n",
         DIAG_WRONG_SHAPE, "a movement string, or a list of entries"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: W, promotes: [man]}}\n",
         DIAG_WRONG_SHAPE, "`promotes` is a list"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: [{moves: W, chain: [any]}]}}\n",
         DIAG_WRONG_SHAPE, "`chain` is a list"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: [{moves: W, lift: {}}]}}\n",
         DIAG_WRONG_SHAPE, "`lift` is a map"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: [{moves: W, hops: [a1]}]}}\n",
         DIAG_WRONG_SHAPE, "`hops` is a list"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: [{moves: W, onward: man}]}}\n",
         DIAG_WRONG_SHAPE, "`onward` is a text"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: [{moves: W, do: draw}]}}\n",
         DIAG_WRONG_SHAPE, "a list of effects"},
        {GAME "end: {a: {when: any, result: [wins]}}\n", DIAG_WRONG_SHAPE, "`result` is a list"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: W, promotes: {to: []}}}\n",
         DIAG_WRONG_SHAPE, "a list of types"},
    };
    assert_refusals(rows, COUNT(rows));
}

static void an_unquoted_chain_that_yaml_took_for_a_list_is_told_so(void **state) {
    (void)state;
    static const Refusal rows[] = {
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: [cF-mF]}}\n", DIAG_WRONG_SHAPE,
         "quote it: \"[cF-mF]\""},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: [W, F?R]}}\n", DIAG_WRONG_SHAPE,
         "game.yaml:4:38"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: W, promotes: {to: [man], white: "
         "x}}}\n",
         DIAG_UNKNOWN_KEY, "`white` and `black` and nothing else"},
    };
    assert_refusals(rows, COUNT(rows));
    assert_accepts("ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: [W, \"[cF-mF]\"]}}\n");
}

static void words_outside_a_keys_list_are_refused_with_the_nearest(void **state) {
    (void)state;
    static const Refusal rows[] = {
        {"ferz: 1\n" PIECES SETUP "board: {files: 8, ranks: 8, symmetry: miror}\n", DIAG_BAD_VALUE,
         "did you mean `mirror`?"},
        {"ferz: 1\n" PIECES SETUP "board: {files: 8, ranks: 8, shape: round}\n", DIAG_BAD_VALUE,
         "square, points or hex"},
        {GAME "check: {safe: actoin}\n", DIAG_BAD_VALUE, "did you mean `action`?"},
        {GAME "check: {royals: one}\n", DIAG_BAD_VALUE, "each, all or last"},
        {GAME "rules: {a: {at: turn, do: [draw]}}\n", DIAG_BAD_VALUE, "turn start or turn end"},
        {GAME "marks: {a: {on: board}}\n", DIAG_BAD_VALUE, "piece or point"},
        {GAME "counters: {a: {fen: yes}}\n", DIAG_BAD_VALUE, "true or false"},
        {GAME "end: {a: {when: any, result: wins, at: start}}\n", DIAG_BAD_VALUE,
         "decision or turn"},
        {GAME "rules: {a: {do: [{win: me}]}}\n", DIAG_BAD_VALUE, "us, them, white or black"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: [{moves: W, chain: ful}]}}\n",
         DIAG_BAD_VALUE, "did you mean `full`?"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: [{moves: W, distinct: way}]}}\n",
         DIAG_BAD_VALUE, "path or none"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: [{moves: W, straight: yes}]}}\n",
         DIAG_BAD_VALUE, "true or false"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: [{moves: W, lift: ends}]}}\n",
         DIAG_BAD_VALUE, "did you mean `end`?"},
    };
    assert_refusals(rows, COUNT(rows));
}

static void names_that_are_none_are_refused(void **state) {
    (void)state;
    static const Refusal rows[] = {
        {GAME "zones: {2nd: a1}\n", DIAG_BAD_NAME, "`2nd` is not a name"},
        {GAME "rules: {a-b: {do: [draw]}}\n", DIAG_BAD_NAME, "letters, digits and `_`"},
        {GAME "define: {'f(': x}\n", DIAG_BAD_NAME, "NAME(x, y)"},
        {GAME "define: {'f(x,)': x}\n", DIAG_BAD_NAME, "`f(x,)`"},
        {GAME "define: {'f()': x}\n", DIAG_BAD_NAME, "`f()`"},
        {GAME "zones: {'f(x)': a1}\n", DIAG_BAD_NAME, "`f(x)`"},
        {"ferz: 1\n" BOARD SETUP "pieces: {man: {letter: M, moves: W, 'a b': 1}}\n", DIAG_BAD_NAME,
         "`a b`"},
        {GAME "zones: {aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: a1}\n",
         DIAG_BAD_NAME, "at most 63 letters"},
    };
    assert_refusals(rows, COUNT(rows));
}

/* --- effects -------------------------------------------------------------------------- */

static void effects_that_cannot_be_read_are_refused(void **state) {
    (void)state;
    static const Refusal rows[] = {
        {GAME "rules: {a: {do: [{remove: a1, convert: b1}]}}\n", DIAG_EFFECT_BAD,
         "`convert` is a second effect"},
        {GAME "rules: {a: {do: [{when: any}]}}\n", DIAG_EFFECT_BAD, "without an effect"},
        {GAME "rules: {a: {do: [{}]}}\n", DIAG_EFFECT_BAD, "without an effect"},
        {GAME "rules: {a: {do: [{remove: a1, to: us}]}}\n", DIAG_EFFECT_BAD,
         "goes with `convert` alone"},
        {GAME "rules: {a: {do: [remove]}}\n", DIAG_EFFECT_BAD, "{remove: ...}"},
        {GAME "rules: {a: {do: [[draw]]}}\n", DIAG_WRONG_SHAPE, "effects"},
        {GAME "rules: {a: {do: [{swap: a1}]}}\n", DIAG_WRONG_SHAPE, "a list of two sets"},
        {GAME "rules: {a: {do: [{swap: [a1, b1, c1]}]}}\n", DIAG_WRONG_SHAPE, "two sets"},
        {GAME "rules: {a: {do: [{move: a1}]}}\n", DIAG_WRONG_SHAPE, "`move` is a text"},
        {GAME "rules: {a: {do: [{set: {}}]}}\n", DIAG_WRONG_SHAPE, "from names to numbers"},
        {GAME "rules: {a: {do: [{mark: m}]}}\n", DIAG_WRONG_SHAPE, "from names to sets"},
        {GAME "rules: {a: {do: [{remove: [a1]}]}}\n", DIAG_WRONG_SHAPE, "quote it"},
        {GAME "rules: {a: {do: [{draw: false, when: any}, {remove: }]}}\n", DIAG_WRONG_SHAPE,
         "`remove` has no value"},
    };
    assert_refusals(rows, COUNT(rows));
}

/* --- later ---------------------------------------------------------------------------- */

static void a_part_that_is_not_played_yet_is_said_to_be_one(void **state) {
    (void)state;
    Checked c = check_text(GAME "check: {attacks: trial}\n");
    assert_printed(c.f, "game.yaml:5:9: error E0213: `attacks` is part of the language that this "
                        "version does not play yet\n"
                        "  5 | check: {attacks: trial}\n"
                        "    |         ^~~~~~~\n");
    fixture_free(c.f);
}

static void every_part_that_is_not_played_yet_is_refused_where_it_stands(void **state) {
    (void)state;
    static const Refusal rows[] = {
        {GAME "check: {attacks: trial}\n", DIAG_NOT_SUPPORTED, "`attacks`"},
    };
    assert_refusals(rows, COUNT(rows));
}

static void all_mistakes_of_a_file_are_collected(void **state) {
    (void)state;
    Checked c = check_text("ferz: 1\nboard: {fiels: 8}\npieces: {man: {lettr: M}}\nsetup: [x]\n"
                           "turn: [x]\nend: {a: {when: any}}\nzone: {}\n");
    assert_false(c.done);
    assert_int_equal(c.f->diags.errors, 7);
    fixture_free(c.f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_stands_once_in_its_context),
        cmocka_unit_test(words_belong_to_word_keys_and_fit_the_checks_list),
        cmocka_unit_test(every_effect_has_its_row),
        cmocka_unit_test(collections_are_told_from_other_keys),
        cmocka_unit_test(a_small_game_is_accepted),
        cmocka_unit_test(every_played_key_is_accepted),
        cmocka_unit_test(an_unknown_key_is_told_with_the_nearest),
        cmocka_unit_test(unknown_keys_are_refused_everywhere),
        cmocka_unit_test(missing_keys_are_listed_at_the_entry),
        cmocka_unit_test(what_the_merge_found_incomplete_is_said_once),
        cmocka_unit_test(values_of_another_shape_are_refused),
        cmocka_unit_test(an_unquoted_chain_that_yaml_took_for_a_list_is_told_so),
        cmocka_unit_test(words_outside_a_keys_list_are_refused_with_the_nearest),
        cmocka_unit_test(names_that_are_none_are_refused),
        cmocka_unit_test(effects_that_cannot_be_read_are_refused),
        cmocka_unit_test(a_part_that_is_not_played_yet_is_said_to_be_one),
        cmocka_unit_test(every_part_that_is_not_played_yet_is_refused_where_it_stands),
        cmocka_unit_test(all_mistakes_of_a_file_are_collected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
