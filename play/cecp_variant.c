#include "play/cecp_variant.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/sink.h"

/* -------------------------------------------------------------------------------- features */

/* Their names there, and ours where there is none. */
static void print_variants(Desk *desk) {
    FILE *out = desk->client->out;
    ferz_catalog *catalog = NULL;
    char *folders = desk_folders(desk);
    const char *between = "";
    if (folders && ferz_catalog_open(folders, &catalog) == FERZ_OK)
        for (size_t i = 0; i < ferz_catalog_count(catalog); i++) {
            const ferz_file *file = ferz_catalog_item(catalog, i);
            if (file->kind != FERZ_VARIANT)
                continue;
            const char *other = names_other(&desk->names, desk->protocol, file->name);
            fprintf(out, "%s%s", between, other ? other : file->name);
            between = ",";
        }
    ferz_catalog_free(catalog);
    free(folders);
}

void cecp_features(Desk *desk) {
    FILE *out = desk->client->out;
    desk_say(desk, "feature done=0");
    desk_say(desk, "feature myname=\"ferz %s\"", ferz_version());
    desk_say(desk, "feature setboard=1 usermove=1 ping=1 playother=1 san=0 colors=0 time=1 draw=1 "
                   "sigint=0 reuse=1 analyze=1 highlight=1 exclude=1 memory=1 smp=0 nps=0 "
                   "name=1 ics=0 pause=0 debug=1");
    fputs("feature variants=\"", out);
    print_variants(desk);
    desk_say(desk, "\"");
    desk_say(desk, "feature option=\"Level -spin 0 0 %d\"", SEARCH_LEVELS);
    desk_say(desk, "feature option=\"MultiPV -spin 1 1 %d\"", SEARCH_MAX_LINES);
    desk_say(desk, "feature option=\"Seed -spin 0 0 %d\"", INT32_MAX);
    desk_say(desk, "feature option=\"VariantPath -path \"");
    desk_say(desk, "feature option=\"VariantOptions -string \"");
    desk_say(desk, "feature done=1");
}

/* ---------------------------------------------------------------------- the kinds of men */

/* The kinds of men that the client has pictures of, by the letters it has for them; promoted
 * forms of the first lie FORM_STEP behind them, the last place is the king's. */
static const char places[] = "PNBRQFEACWMOHIJGDVLSUK";
enum { PLACES = sizeof places - 1, KING = PLACES - 1, FORM_STEP = 11, FORMS = KING - FORM_STEP };

typedef struct Pictures {
    char letters[PLACES];
} Pictures;

static bool has_form(const ferz_rules *rules, char letter) {
    ferz_piece piece;
    for (size_t i = 0; ferz_rules_piece(rules, i, &piece); i++)
        if (piece.letter[0] == '+' && piece.letter[1] == letter)
            return true;
    return false;
}

static bool place_is_free(const Pictures *pictures, size_t place, bool form) {
    return pictures->letters[place] == '.' &&
           (!form || (place < FORMS && pictures->letters[place + FORM_STEP] == '.'));
}

/* The place of the letter itself, or the first that is free; PLACES: none is. */
static size_t place_for(const Pictures *pictures, char letter, bool form) {
    const char *own = memchr(places, letter, PLACES - 1);
    if (own && place_is_free(pictures, (size_t)(own - places), form))
        return (size_t)(own - places);
    size_t place = 0;
    while (place < KING && !place_is_free(pictures, place, form))
        place++;
    return place < KING ? place : PLACES;
}

static bool place_piece(Pictures *pictures, const ferz_rules *rules, const ferz_piece *piece) {
    char letter = piece->letter[0];
    bool form = has_form(rules, letter);
    if (piece->royal[FERZ_WHITE] && pictures->letters[KING] == '.') {
        pictures->letters[KING] = letter;
        return !form;
    }
    size_t place = place_for(pictures, letter, form);
    if (place == PLACES)
        return false;
    pictures->letters[place] = letter;
    if (form)
        pictures->letters[place + FORM_STEP] = '+';
    return true;
}

/* False when the client has not pictures enough, or not for such letters. Kinds whose own letter
 * is free take it first, so that others do not. */
static bool pictures_find(const ferz_rules *rules, Pictures *pictures) {
    ferz_piece piece;
    memset(pictures->letters, '.', PLACES);
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; ferz_rules_piece(rules, i, &piece); i++) {
            char letter = piece.letter[0];
            if (letter == '+')
                continue;
            if (!isupper((unsigned char)letter) || piece.letter[1] != '\0')
                return false;
            bool first = piece.royal[FERZ_WHITE] || memchr(places, letter, PLACES - 1) != NULL;
            if (first == (round == 0) && !place_piece(pictures, rules, &piece))
                return false;
        }
    return true;
}

static void pictures_write(const Pictures *pictures, Sink *sink) {
    sink_char(sink, '(');
    sink_bytes(sink, pictures->letters, PLACES);
    for (size_t i = 0; i < PLACES; i++)
        sink_char(sink, (char)tolower((unsigned char)pictures->letters[i]));
    sink_text(sink, ") ");
}

/* ---------------------------------------------------------------------------------- setup */

bool cecp_shows(Desk *desk) {
    /* What the client has room for: a window of sixteen by sixteen squares. */
    enum { MOST_FILES = 16, MOST_RANKS = 16 };
    ferz_board board = ferz_rules_board(desk->rules);
    const char *why = NULL;
    if (!board.squares)
        why = "its board is not of squares";
    else if (board.levels > 1)
        why = "it has boards above each other";
    else if (board.files > MOST_FILES || board.ranks > MOST_RANKS)
        why = "its board is too large to be drawn";
    if (why)
        desk_say(desk, "tellusererror %s: %s; actions are understood all the same",
                 desk->choices.variant, why);
    return !why;
}

const char *cecp_parent(const Desk *desk) {
    const char *parent = names_other(&desk->names, "parent", desk->choices.variant);
    return parent ? parent : "fairy";
}

/* Rights named by the files of the partners are not read there: `AHah` becomes `KQkq`. */
static void write_setup_fen(Desk *desk, Sink *sink) {
    enum { CASTLING_FIELD = 2 };
    char fen[MAX_TEXT_FEN];
    size_t length;
    desk_fen(desk, fen, sizeof fen);
    const char *at = fen;
    for (int field = 0; *(at = word_first(at, &length)); field++, at += length) {
        sink_text(sink, field ? " " : "");
        if (field != CASTLING_FIELD || strspn(at, "KQkq-") >= length) {
            sink_bytes(sink, at, length);
            continue;
        }
        bool white = false, black = false;
        for (size_t i = 0; i < length; i++) {
            white |= isupper((unsigned char)at[i]) != 0;
            black |= islower((unsigned char)at[i]) != 0;
        }
        sink_printf(sink, "%s%s", white ? "KQ" : "", black ? "kq" : "");
    }
}

static void tell_setup(Desk *desk) {
    char fen[MAX_TEXT_FEN], table[2 * PLACES + 8];
    Sink sink = sink_over(table, sizeof table), place = sink_over(fen, sizeof fen);
    ferz_board board = ferz_rules_board(desk->rules);
    ferz_piece piece;
    Pictures pictures;
    uint32_t held = 0;
    for (size_t i = 0; ferz_rules_piece(desk->rules, i, &piece); i++)
        held += piece.dropped;
    if (pictures_find(desk->rules, &pictures))
        pictures_write(&pictures, &sink);
    write_setup_fen(desk, &place);
    desk_say(desk, "setup %s%" PRIu32 "x%" PRIu32 "+%" PRIu32 "_%s %s", table, board.files,
             board.ranks, held < board.ranks ? held : board.ranks, cecp_parent(desk), fen);
}

/* -------------------------------------------------------------------------------- movements */

/* Letters of movement strings that the client reads as we do. */
static bool is_read(const char *moves) {
    return moves[strspn(moves, "WFDNAHCZGKQRBOfblrsvmceindpgoy0123456789")] == '\0';
}

static void tell_piece(Desk *desk, const ferz_piece *piece) {
    const char *white = piece->moves[FERZ_WHITE], *black = piece->moves[FERZ_BLACK];
    char small[8];
    if (!white || !black || !is_read(white) || !is_read(black) || piece->neutral)
        return;
    if (strcmp(white, black) == 0) {
        desk_say(desk, "piece %s& %s", piece->letter, *white ? white : "-");
        return;
    }
    snprintf(small, sizeof small, "%s", piece->letter);
    for (char *c = small; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    desk_say(desk, "piece %s %s", piece->letter, *white ? white : "-");
    desk_say(desk, "piece %s %s", small, *black ? black : "-");
}

void cecp_tell_variant(Desk *desk) {
    ferz_piece piece;
    const char *name = names_own(&desk->names, desk->protocol, desk->choices.variant);
    if (name || !cecp_shows(desk))
        return;
    tell_setup(desk);
    if (!ferz_rules_board(desk->rules).plain)
        return; /* movement strings would be read as on a chess board */
    for (size_t i = 0; ferz_rules_piece(desk->rules, i, &piece); i++)
        tell_piece(desk, &piece);
}

/* -------------------------------------------------------------------------------- highlights */

enum { MOST_SQUARES = 64 * 64 };

/* A file's letter and a rank make a square of the grid; -1: no such one. */
static long square_of(const ferz_board *board, const char *point) {
    if (!islower((unsigned char)point[0]) || !isdigit((unsigned char)point[1]))
        return -1;
    long file = point[0] - 'a', rank = strtol(point + 1, NULL, 10) - 1;
    if (file >= (long)board->files || rank < 0 || rank >= (long)board->ranks)
        return -1;
    return rank * (long)board->files + file;
}

static void mark(char *colors, const ferz_board *board, const char *point, char color) {
    long square = square_of(board, point);
    if (square >= 0 && (colors[square] == '\0' || isupper((unsigned char)color)))
        colors[square] = color;
}

static char color_of(const ferz_action *action) {
    return action->promotes ? 'M' : action->captures ? 'R' : 'Y';
}

static void mark_actions(Desk *desk, const ferz_board *board, const char *from, const char *over,
                         char *colors) {
    ferz_action action;
    for (size_t i = 0; ferz_game_action(desk->game, i, &action); i++) {
        if (strcmp(action.from, from) != 0 || *from == '\0')
            continue;
        mark(colors, board, action.to, color_of(&action));
        if (over && strcmp(action.to, over) == 0 && strcmp(action.victim, over) != 0)
            mark(colors, board, action.victim, 'g');
    }
}

static void write_colors(const ferz_board *board, const char *colors, Sink *sink) {
    for (uint32_t row = board->ranks; row-- > 0;) {
        uint32_t empty = 0;
        for (uint32_t file = 0; file < board->files; file++) {
            char color = colors[row * board->files + file];
            if (color && empty)
                sink_printf(sink, "%" PRIu32, empty);
            if (color)
                sink_char(sink, color);
            empty = color ? 0 : empty + 1;
        }
        if (empty)
            sink_printf(sink, "%" PRIu32, empty);
        sink_text(sink, row ? "/" : "");
    }
}

void cecp_highlight(Desk *desk, const char *from, const char *over) {
    ferz_board board = ferz_rules_board(desk->rules);
    char *text = calloc(2, MOST_SQUARES);
    if (text && board.squares && (uint64_t)board.files * board.ranks <= MOST_SQUARES / 2) {
        char *colors = text + MOST_SQUARES;
        Sink sink = sink_over(text, MOST_SQUARES);
        mark_actions(desk, &board, from, over, colors);
        write_colors(&board, colors, &sink);
        desk_say(desk, "highlight %s", text);
    }
    free(text);
}
