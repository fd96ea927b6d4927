/* UCI: commands that set things up; the search is in uci_go.c. */
#include "play/uci.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "play/uci_go.h"

/* -------------------------------------------------------------------------------- options */

typedef enum OptionKind {
    OPTION_SPIN,
    OPTION_CHECK,
    OPTION_TEXT,
    OPTION_COMBO,
    OPTION_BUTTON
} Kind;

typedef enum OptionName {
    UCI_HASH,
    UCI_CLEAR_HASH,
    UCI_PONDER,
    UCI_MULTIPV,
    UCI_LEVEL,
    UCI_SEED,
    UCI_VARIANT,
    UCI_VARIANT_PATH,
    UCI_VARIANT_OPTIONS,
    UCI_CHESS960,
    UCI_OPTION_COUNT
} OptionName;

typedef struct UciOption {
    const char *name;
    Kind kind;
    uint64_t standard, low, high;
} UciOption;

static const UciOption options[UCI_OPTION_COUNT] = {
    [UCI_HASH] = {"Hash", OPTION_SPIN, STANDARD_MEGABYTES, 1, SEARCH_MAX_TABLE_MEGABYTES},
    [UCI_CLEAR_HASH] = {"Clear Hash", OPTION_BUTTON, 0, 0, 0},
    [UCI_PONDER] = {"Ponder", OPTION_CHECK, 0, 0, 1},
    [UCI_MULTIPV] = {"MultiPV", OPTION_SPIN, 1, 1, SEARCH_MAX_LINES},
    [UCI_LEVEL] = {"Level", OPTION_SPIN, 0, 0, SEARCH_LEVELS},
    [UCI_SEED] = {"Seed", OPTION_SPIN, 0, 0, INT32_MAX},
    [UCI_VARIANT] = {"UCI_Variant", OPTION_COMBO, 0, 0, 0},
    [UCI_VARIANT_PATH] = {"VariantPath", OPTION_TEXT, 0, 0, 0},
    [UCI_VARIANT_OPTIONS] = {"VariantOptions", OPTION_TEXT, 0, 0, 0},
    [UCI_CHESS960] = {"UCI_Chess960", OPTION_CHECK, 0, 0, 1},
};

/* Every variant that can be named, by our name and by that of other programs. */
static void print_variants(Desk *desk) {
    FILE *out = desk->client->out;
    ferz_catalog *catalog = NULL;
    char *folders = desk_folders(desk);
    if (folders && ferz_catalog_open(folders, &catalog) == FERZ_OK)
        for (size_t i = 0; i < ferz_catalog_count(catalog); i++) {
            const ferz_file *file = ferz_catalog_item(catalog, i);
            if (file->kind == FERZ_VARIANT)
                fprintf(out, " var %s", file->name);
        }
    ferz_catalog_free(catalog);
    free(folders);
    for (size_t i = 0; i < desk->names.count; i++)
        if (strcmp(desk->names.rows[i].protocol, desk->protocol) == 0)
            fprintf(out, " var %s", desk->names.rows[i].other);
}

/* The greatest number that an option takes here. */
static uint64_t option_most(const Desk *desk, const UciOption *option) {
    return option == &options[UCI_HASH] ? desk_megabytes(desk, option->high) : option->high;
}

static void print_option(Desk *desk, const UciOption *option) {
    FILE *out = desk->client->out;
    fprintf(out, "option name %s type ", option->name);
    switch (option->kind) {
    case OPTION_SPIN:
        fprintf(out, "spin default %" PRIu64 " min %" PRIu64 " max %" PRIu64, option->standard,
                option->low, option_most(desk, option));
        break;
    case OPTION_CHECK:
        fprintf(out, "check default %s", option->standard ? "true" : "false");
        break;
    case OPTION_TEXT:
        fputs("string default <empty>", out);
        break;
    case OPTION_BUTTON:
        fputs("button", out);
        break;
    case OPTION_COMBO:
        fprintf(out, "combo default %s", desk->client->variant);
        print_variants(desk);
        break;
    }
    fputc('\n', out);
}

static void greet(Uci *uci) {
    FILE *out = uci->desk->client->out;
    fprintf(out, "id name ferz %s\nid author the ferz authors\n", ferz_version());
    for (size_t i = 0; i < UCI_OPTION_COUNT; i++)
        print_option(uci->desk, &options[i]);
    desk_say(uci->desk, "uciok");
}

/* -------------------------------------------------------------------------------- variants */

/* What clients that know variants read to draw boards they have not seen. */
static void tell_variant(Desk *desk) {
    char fen[MAX_TEXT_FEN];
    ferz_board board = ferz_rules_board(desk->rules);
    ferz_piece piece;
    size_t pocket = 0;
    for (size_t i = 0; ferz_rules_piece(desk->rules, i, &piece); i++)
        pocket += piece.dropped;
    desk_fen(desk, fen, sizeof fen);
    desk_say(desk,
             "info string variant %s files %" PRIu32 " ranks %" PRIu32
             " pocket %zu template fairy startpos %s",
             desk->choices.variant, board.files, board.ranks, pocket, fen);
}

/* The rules' own options, for those who look. */
static void tell_options(Desk *desk) {
    ferz_option option;
    for (size_t i = 0; ferz_rules_option(desk->rules, i, &option); i++)
        desk_say(desk, "info string option %s value %s default %s choices %s: %s", option.name,
                 option.value, option.standard, option.choices, option.says);
}

/* With other rules, or with the same as before where they cannot be loaded. */
static bool choose_rules(Desk *desk, char **choice, const char *text) {
    if (!desk_change(desk, choice, text))
        return false;
    tell_variant(desk);
    tell_options(desk);
    return true;
}

static void choose_variant(Desk *desk, const char *name) {
    char *options_before = desk->choices.options;
    desk->choices.options = NULL; /* those of the variant of before */
    if (desk_choose(desk, &desk->choices.options, "") &&
        choose_rules(desk, &desk->choices.variant, name)) {
        free(options_before);
        return;
    }
    free(desk->choices.options);
    desk->choices.options = options_before;
}

/* The path alone changes nothing yet; a variant is loaded through it when it is named. */
static void choose_path(Desk *desk, const char *path) {
    if (!desk_choose_path(desk, strcmp(path, "<empty>") == 0 ? "" : path))
        desk_say(desk, "info string option VariantPath: `%.200s` cannot be read; it stays", path);
}

static void choose_castling(Desk *desk, bool castle960) {
    bool before = desk->choices.castle960;
    const ferz_rules *rules = desk->rules;
    desk->choices.castle960 = castle960;
    desk->style.partner = castle960;
    if (before != castle960 && rules)
        desk_load(desk);
}

/* ------------------------------------------------------------------------------- setoption */

static bool is_true(const char *value) {
    return word_same(value, "true") || strcmp(value, "1") == 0;
}

/* False, which is told: the value is none of the option's. What is outside is taken as the nearest
 * that is not. */
static bool read_value(Desk *desk, const UciOption *option, const char *value, uint64_t *number) {
    uint64_t most = option_most(desk, option);
    NumberFound found =
        option->kind == OPTION_SPIN ? number_find(value, option->low, most, number) : NUMBER_FINE;
    if (found == NUMBER_OUTSIDE)
        desk_say(desk,
                 "info string option %s: %.40s is outside of %" PRIu64 " to %" PRIu64 ": %" PRIu64
                 " is taken",
                 option->name, value, option->low, most, *number);
    else if (found == NUMBER_NONE)
        desk_say(desk,
                 "info string option %s: a number from %" PRIu64 " to %" PRIu64
                 " is wanted, not `%.40s`; it stays",
                 option->name, option->low, most, value);
    bool odd = option->kind == OPTION_CHECK && !is_true(value) && !word_same(value, "false") &&
               strcmp(value, "0") != 0;
    if (odd)
        desk_say(desk, "info string option %s: true or false is wanted, not `%.40s`; it stays",
                 option->name, value);
    return found != NUMBER_NONE && !odd;
}

static void set_option(Uci *uci, OptionName name, const char *value) {
    Desk *desk = uci->desk;
    uint64_t number = 0;
    if (!read_value(desk, &options[name], value, &number))
        return;
    switch (name) {
    case UCI_HASH:
        desk->choices.megabytes = desk_megabytes(desk, number);
        desk_resize(desk);
        break;
    case UCI_CLEAR_HASH:
        if (desk->search)
            search_clear(desk->search);
        break;
    case UCI_PONDER:
        break; /* pondering is the client's to ask for */
    case UCI_MULTIPV:
        desk->choices.lines = number;
        break;
    case UCI_LEVEL:
        desk->choices.level = number;
        break;
    case UCI_SEED:
        desk->choices.seed = number;
        break;
    case UCI_VARIANT:
        choose_variant(desk, value);
        break;
    case UCI_VARIANT_PATH:
        choose_path(desk, value);
        break;
    case UCI_VARIANT_OPTIONS:
        choose_rules(desk, &desk->choices.options, strcmp(value, "<empty>") == 0 ? "" : value);
        break;
    case UCI_CHESS960:
        choose_castling(desk, is_true(value));
        break;
    case UCI_OPTION_COUNT:
        break;
    }
}

/* An option of the variant's own. */
static bool set_rule(Desk *desk, const char *name, const char *value) {
    ferz_option option;
    size_t size = strlen(desk->choices.options) + strlen(name) + strlen(value) + 3;
    char *text;
    if (!desk_ready(desk))
        return false;
    for (size_t i = 0; ferz_rules_option(desk->rules, i, &option); i++) {
        if (strcmp(option.name, name) != 0)
            continue;
        text = malloc(size);
        if (!text)
            return true;
        snprintf(text, size, "%s %s=%s", desk->choices.options, name, value);
        choose_rules(desk, &desk->choices.options, text);
        free(text);
        return true;
    }
    return false;
}

/* `name N [value V]`; both may have blanks in them. */
static void command_setoption(Uci *uci, const char *rest) {
    static const char value_word[] = " value ";
    char name[MAX_NAME_BYTES + 1];
    rest += strspn(rest, " ");
    if (line_begins(rest, "name"))
        rest += strlen("name");
    rest += strspn(rest, " ");
    const char *value = strstr(rest, value_word);
    size_t length = value ? (size_t)(value - rest) : strlen(rest);
    while (length > 0 && rest[length - 1] == ' ')
        length--;
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
             rest);
    char *text = malloc(strlen(rest) + 1);
    if (!text)
        return;
    strcpy(text, value ? value + strlen(value_word) : "");
    size_t end = strlen(text);
    while (end > 0 && text[end - 1] == ' ')
        text[--end] = '\0';
    size_t i = 0;
    while (i < UCI_OPTION_COUNT && !word_same(options[i].name, name))
        i++;
    if (i < UCI_OPTION_COUNT)
        set_option(uci, (OptionName)i, text + strspn(text, " "));
    else if (!set_rule(uci->desk, name, text + strspn(text, " ")))
        desk_say(uci->desk, "info string no option is named `%s`", name);
    free(text);
}

/* -------------------------------------------------------------------------------- position */

static void tell_why(Desk *desk, const char *what) {
    char why[1024];
    desk_why(desk, why, sizeof why);
    desk_say(desk, "info string %s: %s", what, why);
}

static void play_moves(Desk *desk, const char *moves) {
    char word[MAX_TEXT_ACTION];
    for (moves = word_take(moves, word, sizeof word); *word;
         moves = word_take(moves, word, sizeof word))
        if (desk_play(desk, word) != FERZ_OK) {
            tell_why(desk, "the moves end here");
            return;
        }
}

/* `startpos` or `fen ...`, then perhaps `moves ...`. */
static void command_position(Uci *uci, const char *rest) {
    Desk *desk = uci->desk;
    const char *moves = strstr(rest, " moves");
    while (moves && moves[6] != ' ' && moves[6] != '\0')
        moves = strstr(moves + 1, " moves");
    size_t length = moves ? (size_t)(moves - rest) : strlen(rest);
    char *place = malloc(length + 1);
    if (!place)
        return;
    memcpy(place, rest, length);
    place[length] = '\0';
    const char *fen = place + strspn(place, " ");
    if (line_begins(fen, "fen"))
        fen += strlen("fen");
    bool start = line_begins(fen, "startpos");
    moves = moves ? moves + strlen(" moves") : "";
    if (desk_begin(desk, start ? NULL : fen + strspn(fen, " "), words_count(moves)))
        play_moves(desk, moves);
    else if (desk->rules)
        tell_why(desk, "the position stays as it was");
    free(place);
}

/* ----------------------------------------------------------------------------------- words */

static void command_uci(Uci *uci, const char *rest) {
    (void)rest;
    greet(uci);
}

static void command_isready(Uci *uci, const char *rest) {
    (void)rest;
    desk_ready(uci->desk);
    desk_say(uci->desk, "readyok");
}

static void command_ucinewgame(Uci *uci, const char *rest) {
    (void)rest;
    if (desk_ready(uci->desk)) {
        search_clear(uci->desk->search);
        ferz_game_restart(uci->desk->game);
    }
}

/* The position, for people. */
static void command_d(Uci *uci, const char *rest) {
    enum { BOARD_BYTES = 1 << 16 };
    Desk *desk = uci->desk;
    char *text = malloc(BOARD_BYTES), action[MAX_TEXT_ACTION];
    (void)rest;
    if (text && desk_ready(desk)) {
        ferz_game_board(desk->game, FERZ_BOARD_PLAIN, text, BOARD_BYTES);
        fprintf(desk->client->out, "%s", text);
        ferz_game_position(desk->game, text, BOARD_BYTES);
        ferz_outcome outcome = ferz_game_outcome(desk->game);
        fprintf(desk->client->out, "Fen: %s\nKey: %016" PRIx64 "\nResult: %s\nMoves:", text,
                ferz_game_key(desk->game), outcome.over ? outcome.name : "none");
        size_t count = ferz_game_action_count(desk->game);
        for (size_t i = 0; i < count; i++) {
            coords_write(desk->game, i, &desk->style, action, sizeof action);
            fprintf(desk->client->out, " %s", action);
        }
        desk_say(desk, "%s", "");
    }
    free(text);
}

/* Known, and nothing to do: between searches, or at all. */
static void command_nothing(Uci *uci, const char *rest) {
    (void)uci;
    (void)rest;
}

typedef struct UciCommand {
    const char *word;
    void (*run)(Uci *uci, const char *rest);
} UciCommand;

static const UciCommand commands[] = {
    {"uci", command_uci},
    {"isready", command_isready},
    {"setoption", command_setoption},
    {"position", command_position},
    {"go", uci_go},
    {"ucinewgame", command_ucinewgame},
    {"stop", command_nothing},
    {"ponderhit", command_nothing},
    {"debug", command_nothing},
    {"register", command_nothing},
    {"d", command_d},
    {"eval", uci_eval},
};

/* Words that nobody knows are passed over, as the protocol wants. */
static void answer(Uci *uci, const char *line) {
    size_t length;
    const char *first = word_first(line, &length), *at = first;
    size_t first_length = length;
    for (; length > 0; at = word_first(at + length, &length))
        for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
            if (strlen(commands[i].word) == length && memcmp(commands[i].word, at, length) == 0) {
                commands[i].run(uci, at + length);
                return;
            }
    if (first_length > 0)
        desk_say(uci->desk, "info string unknown command `%.*s`",
                 (int)(first_length < 40 ? first_length : 40), first);
}

void uci_run(Desk *desk, const char *first) {
    Uci uci = {.desk = desk};
    bool cut = false;
    desk->protocol = "uci";
    desk->prefix = "info string ";
    desk->style = (CoordStyle){.nothing = "0000", .royal_stays = true};
    const char *line = first ? first : lines_next(desk->lines, &cut);
    for (; line && !line_begins(line, "quit"); line = lines_next(desk->lines, &cut)) {
        if (cut)
            desk_say(desk, "info string a line of more than %d bytes is not read",
                     MAX_PROTOCOL_LINE);
        else
            answer(&uci, line);
    }
}
