/* ferz pgn convert, replay, filter. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cli/command.h"
#include "cli/pgn_input.h"
#include "cli/pgn_print.h"

/* ----------------------------------------------------------------------------- convert */

typedef struct Conversion {
    PgnInput *input;
    PgnPrint print;
} Conversion;

static bool same_name(const char *a, const char *b) {
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b))
        a++, b++;
    return *a == *b;
}

/* The tags as they are, and which rules the actions were read by where a variant is named. */
static void print_tags(const PgnInput *input, ferz_game *game) {
    char hash[17];
    const ferz_pgn *pgn = input->pgn;
    snprintf(hash, sizeof hash, "%016" PRIx64, ferz_rules_hash(ferz_game_rules(game)));
    for (size_t i = 0; i < ferz_pgn_tag_count(pgn); i++)
        if (!same_name(ferz_pgn_tag_name(pgn, i), "RulesHash"))
            pgn_print_tag(ferz_pgn_tag_name(pgn, i), ferz_pgn_tag_value(pgn, i));
    if (ferz_pgn_tag(pgn, "Variant") || ferz_pgn_tag(pgn, "RulesHash"))
        pgn_print_tag("RulesHash", hash);
    putchar('\n');
}

/* One line a position: game, ply, position, what is played there. */
static void print_position(const Conversion *conversion, ferz_game *game, const char *next) {
    char text[MAX_TEXT_FEN];
    ferz_game_position(game, text, sizeof text);
    printf("%" PRIu64 "\t%u\t%s\t%s\n", ferz_pgn_number(conversion->input->pgn),
           ferz_game_ply(game), text, next);
}

static bool print_event(void *context, ferz_game *game, const ferz_pgn_event *event) {
    Conversion *conversion = context;
    const PgnOptions *options = conversion->input->options;
    char san[MAX_TEXT_ACTION];
    if (event->kind == FERZ_PGN_FAULT)
        return pgn_tell_fault(conversion->input, game, event);
    if (options->form == FORM_SAN || options->form == FORM_COORDINATES)
        pgn_print_event(&conversion->print, game, event);
    if (options->form == FORM_POSITIONS && event->kind == FERZ_PGN_ACTION && event->depth == 0) {
        ferz_game_san(game, event->index, san, sizeof san);
        print_position(conversion, game, san);
    }
    return true;
}

static int print_record(ferz_game *game) {
    size_t length = ferz_game_record(game, NULL, 0);
    char *text = malloc(length + 1);
    if (!text)
        return no_memory();
    ferz_game_record(game, text, length + 1);
    puts(text);
    free(text);
    return EXIT_DONE;
}

int pgn_convert_game(PgnInput *input, ferz_game *game) {
    const PgnOptions *options = input->options;
    bool pgn = options->form == FORM_SAN || options->form == FORM_COORDINATES;
    Conversion conversion = {.input = input};
    conversion.print.coordinates = options->form == FORM_COORDINATES;
    conversion.print.bare = options->bare;
    if (!game)
        return EXIT_BAD;
    if (pgn) {
        print_tags(input, game);
        pgn_print_begin(&conversion.print);
    }
    ferz_status status = ferz_pgn_play(input->pgn, game, true, print_event, &conversion);
    if (pgn)
        pgn_print_end(&conversion.print, ferz_pgn_result(input->pgn));
    else if (options->form == FORM_POSITIONS)
        print_position(&conversion, game, ferz_pgn_result(input->pgn));
    else if (print_record(game) != EXIT_DONE)
        return EXIT_TROUBLE;
    return exit_of(status);
}

/* ------------------------------------------------------------------------------ replay */

static bool stop_at_ply(void *context, ferz_game *game, const ferz_pgn_event *event) {
    PgnInput *input = context;
    const PgnOptions *options = input->options;
    if (event->kind == FERZ_PGN_FAULT)
        return pgn_tell_fault(input, game, event);
    return !options->has_ply || event->kind != FERZ_PGN_ACTION || event->depth > 0 ||
           ferz_game_ply(game) < options->ply;
}

int pgn_replay_game(PgnInput *input, ferz_game *game) {
    const PgnOptions *options = input->options;
    char text[MAX_TEXT_FEN];
    input->done = true;
    if (!game)
        return EXIT_BAD;
    ferz_status status = ferz_pgn_play(input->pgn, game, true, stop_at_ply, input);
    if (options->has_ply && ferz_game_ply(game) < options->ply) {
        pgn_say(input, "there are %u actions", ferz_game_ply(game));
        return EXIT_BAD;
    }
    size_t length = ferz_game_board(game, 0, NULL, 0);
    char *board = malloc(length + 1);
    if (!board)
        return no_memory();
    ferz_game_board(game, 0, board, length + 1);
    fputs(board, stdout);
    free(board);
    ferz_game_position(game, text, sizeof text);
    printf("position: %s\nactions played: %u\n", text, ferz_game_ply(game));
    return exit_of(status);
}

/* ------------------------------------------------------------------------------ filter */

/* Is the part in the text? Case does not matter. */
static bool has_part(const char *text, const char *part) {
    size_t length = strlen(part);
    for (; text && strlen(text) >= length; text++) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
            i++;
        if (i == length)
            return true;
        if (!*text)
            break;
    }
    return false;
}

static bool tags_fit(const PgnInput *input) {
    const PgnOptions *o = input->options;
    const char *white = ferz_pgn_tag(input->pgn, "White");
    const char *black = ferz_pgn_tag(input->pgn, "Black");
    if ((o->player && !has_part(white, o->player) && !has_part(black, o->player)) ||
        (o->white && !has_part(white, o->white)) || (o->black && !has_part(black, o->black)))
        return false;
    for (size_t i = 0; i < o->n_tags; i++) {
        char name[64];
        const char *value = strchr(o->tags[i], '=');
        snprintf(name, sizeof name, "%.*s", (int)(value - o->tags[i]), o->tags[i]);
        if (!has_part(ferz_pgn_tag(input->pgn, name), value + 1))
            return false;
    }
    return true;
}

typedef struct Search {
    PgnInput *input;
    uint64_t key;
    bool found;
} Search;

static bool look_for_key(void *context, ferz_game *game, const ferz_pgn_event *event) {
    Search *search = context;
    if (event->kind == FERZ_PGN_FAULT)
        return search->input->options->quiet || pgn_tell_fault(search->input, game, event);
    search->found |=
        event->kind == FERZ_PGN_ACTION && event->depth == 0 && ferz_game_key(game) == search->key;
    return true;
}

/* Plays the game, where its actions decide. */
static int play_fits(PgnInput *input, ferz_game *game, bool *fits) {
    const PgnOptions *o = input->options;
    Search search = {input, 0, false};
    if (!game)
        return EXIT_BAD;
    if (o->position) {
        if (ferz_game_set_position(game, o->position) != FERZ_OK) {
            fputs(ferz_game_message(game), stderr);
            return EXIT_BAD;
        }
        search.key = ferz_game_key(game);
    }
    ferz_status status =
        ferz_pgn_play(input->pgn, game, o->position != NULL, look_for_key, &search);
    uint64_t plies = ferz_game_ply(game);
    *fits = plies >= o->min_plies && plies <= o->max_plies &&
            (!o->position || search.found || ferz_game_key(game) == search.key);
    return exit_of(status);
}

int pgn_filter_game(PgnInput *input, ferz_game *game) {
    const PgnOptions *o = input->options;
    bool fits = tags_fit(input);
    int code = EXIT_DONE;
    size_t length;
    if (!fits)
        return EXIT_DONE;
    if (o->position || o->min_plies > 0 || o->max_plies < UINT64_MAX)
        code = play_fits(input, game, &fits);
    ferz_pgn_skip(input->pgn);
    if (!fits || (o->result && strcmp(o->result, ferz_pgn_result(input->pgn)) != 0))
        return code;
    const char *text = ferz_pgn_text(input->pgn, &length);
    if (!text) {
        pgn_say(input, "longer than 16 megabytes: it is not printed");
        return EXIT_BAD;
    }
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        length--;
    fwrite(text, 1, length, stdout);
    fputs("\n\n", stdout);
    return code;
}
