/* CECP: commands. A client counts moves by turns, White's and Black's; where the rules let a side
 * act again, or the other one answer, the side that has nothing to do passes the beat on by a
 * move that is none. */
#include "play/cecp.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "play/cecp_think.h"
#include "play/cecp_variant.h"

typedef void CommandRun(Cecp *cecp, const char *rest);

static void error(Cecp *cecp, const char *why, const char *what) {
    desk_say(cecp->desk, "Error (%s): %.200s", why, what + strspn(what, " "));
}

/* A command with what stood behind it. */
static void error_of(Cecp *cecp, const char *why, const char *word, const char *rest) {
    desk_say(cecp->desk, "Error (%s): %s%.200s", why, word, rest);
}

/* The number behind a command; false, which is told: there is none. */
static bool number_behind(Cecp *cecp, const char *word, const char *rest, uint64_t low,
                          uint64_t high, uint64_t *number) {
    if (number_find(rest, low, high, number) != NUMBER_NONE)
        return true;
    error_of(cecp, "a number is wanted", word, rest);
    return false;
}

/* ----------------------------------------------------------------------------- new games */

/* At the set-up, White's beat, no side's engine. */
static void begin(Cecp *cecp) {
    cecp->n_moves = 0;
    cecp->n_without = 0;
    cecp->refused = false;
    cecp->lifted[0] = '\0';
    cecp->beat = ferz_game_turn_side(cecp->desk->game);
}

static void style_set(Desk *desk) {
    desk->style = (CoordStyle){.nothing = "@@@@",
                               .ranks_from_zero = coords_from_zero(desk->rules),
                               .left_behind = strcmp(cecp_parent(desk), "seirawan") == 0};
}

static bool load_variant(Cecp *cecp, const char *name) {
    Desk *desk = cecp->desk;
    if (desk->rules && strcmp(desk->choices.variant, name) == 0)
        return true;
    if (!desk_change(desk, &desk->choices.variant, name))
        return false;
    style_set(desk);
    return true;
}

static void command_new(Cecp *cecp, const char *rest) {
    Desk *desk = cecp->desk;
    (void)rest;
    if (!load_variant(cecp, desk->client->variant))
        return;
    search_clear(desk->search);
    ferz_game_restart(desk->game);
    begin(cecp);
    cecp->force = false;
    cecp->analyzing = false;
    cecp->depth = 0;
    cecp->left_milliseconds = 0;
    cecp->own = 1 - cecp->beat;
}

/* `variant NAME`, perhaps with the size of the board in front: `9x10+0_xiangqi`. */
static void command_variant(Cecp *cecp, const char *rest) {
    char name[MAX_NAME_BYTES + 1];
    word_take(rest, name, sizeof name);
    const char *plain = strchr(name, '_');
    bool sized = plain && strspn(name, "0123456789x+") == (size_t)(plain - name);
    if (!load_variant(cecp, sized ? plain + 1 : name)) {
        error(cecp, "no such variant", rest);
        return;
    }
    ferz_game_restart(cecp->desk->game);
    begin(cecp);
    cecp->own = 1 - cecp->beat;
    cecp_tell_variant(cecp->desk);
}

/* Do the fields up to the side say the same? */
static bool same_place(const char *a, const char *b) {
    for (int field = 0; field < 2; field++) {
        size_t n, m;
        a = word_first(a, &n);
        b = word_first(b, &m);
        if (n != m || memcmp(a, b, n) != 0)
            return false;
        a += n;
        b += m;
    }
    return true;
}

/* ---------------------------------------------------------------------------------- moves */

static void refuse_move(Cecp *cecp, const char *why, const char *move) {
    desk_say(cecp->desk, "Illegal move (%s): %.100s", why, move);
}

static bool is_nothing(const char *move) {
    return strcmp(move, "@@@@") == 0 || strcmp(move, "0000") == 0 || strcmp(move, "null") == 0 ||
           strcmp(move, "--") == 0 || strcmp(move, "pass") == 0;
}

/* The rules give the next action to the side whose beat it is not. */
static bool take_beat(Cecp *cecp, const char *move) {
    if (!is_nothing(move)) {
        refuse_move(cecp, "the other side acts now; @@@@ passes to it", move);
        return false;
    }
    cecp_note_move(cecp, false);
    return true;
}

static bool take_action(Cecp *cecp, const char *move) {
    Desk *desk = cecp->desk;
    char why[1024];
    if (cecp->n_moves >= desk->room) {
        refuse_move(cecp, "the game is too long", move);
        return false;
    }
    if (desk_play(desk, move) != FERZ_OK) {
        desk_why(desk, why, sizeof why);
        refuse_move(cecp, why, move);
        return false;
    }
    cecp_note_move(cecp, true);
    return true;
}

static void command_usermove(Cecp *cecp, const char *rest) {
    Desk *desk = cecp->desk;
    char move[MAX_TEXT_ACTION];
    word_take(rest, move, sizeof move);
    if (cecp->refused)
        refuse_move(cecp, "the position is illegal", move);
    else if (ferz_game_outcome(desk->game).over)
        refuse_move(cecp, "the game is over", move);
    else if (ferz_game_side(desk->game) == cecp->beat ? take_action(cecp, move)
                                                      : take_beat(cecp, move))
        cecp_proceed(cecp);
}

/* xboard passes the beat on by showing the same position with the other side to move, while the
 * game goes on. */
static bool passes_beat(Cecp *cecp, const char *fen) {
    char shown[MAX_TEXT_FEN], side[8];
    size_t length, own_length;
    if (cecp->force || cecp->own == cecp->beat || cecp->n_moves == 0)
        return false;
    desk_fen(cecp->desk, shown, sizeof shown);
    const char *own = word_first(shown, &own_length);
    fen = word_first(fen, &length);
    word_take(fen + length, side, sizeof side);
    return length == own_length && memcmp(fen, own, length) == 0 &&
           strcmp(side, cecp->own == FERZ_WHITE ? "w" : "b") == 0;
}

/* Clients write down what they see, which is less than a position: where that is the set-up,
 * it is the set-up with all its rights. */
static void command_setboard(Cecp *cecp, const char *rest) {
    Desk *desk = cecp->desk;
    char fen[MAX_TEXT_FEN], why[1024];
    rest += strspn(rest, " ");
    if (passes_beat(cecp, rest)) {
        command_usermove(cecp, desk->style.nothing);
        return;
    }
    ferz_game_restart(desk->game);
    desk_fen(desk, fen, sizeof fen);
    begin(cecp);
    if (!same_place(rest, fen) && !desk_begin(desk, rest, 0)) {
        desk_why(desk, why, sizeof why);
        desk_say(desk, "tellusererror Illegal position: %s", why);
        cecp->refused = true;
        return;
    }
    cecp->beat = ferz_game_turn_side(desk->game);
}

static void take_back(Cecp *cecp) {
    if (cecp->n_moves == 0)
        return;
    if (cecp->acted[--cecp->n_moves])
        ferz_game_undo(cecp->desk->game);
    cecp->beat = 1 - cecp->beat;
    cecp->n_without = 0;
}

static void command_undo(Cecp *cecp, const char *rest) {
    if (cecp->n_moves == 0)
        error(cecp, "command not legal now", *rest ? rest : "undo");
    take_back(cecp);
}

static void command_remove(Cecp *cecp, const char *rest) {
    if (cecp->n_moves < 2) {
        error(cecp, "command not legal now", *rest ? rest : "remove");
        return;
    }
    take_back(cecp);
    take_back(cecp);
}

/* ----------------------------------------------------------------------------- who plays */

static void command_force(Cecp *cecp, const char *rest) {
    (void)rest;
    cecp->force = true;
}

static void command_go(Cecp *cecp, const char *rest) {
    (void)rest;
    cecp->force = false;
    cecp->own = cecp->beat;
    cecp_proceed(cecp);
}

static void command_playother(Cecp *cecp, const char *rest) {
    (void)rest;
    cecp->force = false;
    cecp->own = 1 - cecp->beat;
}

static void command_result(Cecp *cecp, const char *rest) {
    (void)rest;
    cecp->force = true;
}

static void command_analyze(Cecp *cecp, const char *rest) {
    (void)rest;
    cecp->force = true;
    cecp->analyzing = true;
}

static void command_exit(Cecp *cecp, const char *rest) {
    (void)rest;
    cecp->analyzing = false;
}

/* ----------------------------------------------------------------------------------- time */

enum { MAX_MILLISECONDS = 1000000000 };

/* Digits, and behind the sign more of them or, of a fraction, none. */
static bool is_time(const char *text, char sign) {
    size_t whole = strspn(text, "0123456789");
    const char *rest = text + whole;
    if (*rest != sign)
        return whole > 0 && *rest == '\0';
    size_t behind = strspn(rest + 1, "0123456789");
    return whole + behind > 0 && rest[1 + behind] == '\0' && (sign == '.' || behind > 0);
}

/* `MINUTES`, `MINUTES:SECONDS`; what may follow is for later versions. */
static uint64_t minutes_read(const char *text) {
    uint64_t minutes = number_read(text, 0, MAX_MILLISECONDS / 60000), seconds = 0;
    const char *colon = text + strspn(text, "0123456789");
    if (*colon == ':')
        seconds = number_read(colon + 1, 0, 59);
    uint64_t milliseconds = (60 * minutes + seconds) * 1000;
    return milliseconds ? milliseconds : 1;
}

/* Seconds, perhaps with a fraction. */
static uint64_t seconds_read(const char *text) {
    uint64_t milliseconds = 1000 * number_read(text, 0, MAX_MILLISECONDS / 1000), unit = 100;
    const char *point = text + strspn(text, "0123456789");
    for (const char *c = point + (*point == '.'); *point == '.' && *c >= '0' && *c <= '9' && unit;
         c++, unit /= 10)
        milliseconds += unit * (uint64_t)(*c - '0');
    return milliseconds;
}

static void command_level(Cecp *cecp, const char *rest) {
    char moves[32], base[32], more[32];
    uint64_t turns;
    word_take(word_take(word_take(rest, moves, sizeof moves), base, sizeof base), more,
              sizeof more);
    if (!*more) {
        error_of(cecp, "too few parameters", "level", rest);
        return;
    }
    if (number_find(moves, 0, DEFAULT_MAX_PLIES, &turns) == NUMBER_NONE || !is_time(base, ':') ||
        !is_time(more, '.')) {
        error_of(cecp, "level MOVES MINUTES[:SECONDS] SECONDS is wanted", "level", rest);
        return;
    }
    cecp->level = (SearchClock){
        .turns = (uint32_t)turns, .left = minutes_read(base), .increment = seconds_read(more)};
    cecp->move_milliseconds = 0;
    cecp->left_milliseconds = 0;
}

static void command_st(Cecp *cecp, const char *rest) {
    char text[32];
    word_take(rest, text, sizeof text);
    if (!is_time(text, '.')) {
        error_of(cecp, "seconds are wanted", "st", rest);
        return;
    }
    uint64_t milliseconds = seconds_read(text);
    cecp->move_milliseconds = milliseconds ? milliseconds : 1;
}

static void command_sd(Cecp *cecp, const char *rest) {
    uint64_t depth;
    if (number_behind(cecp, "sd", rest, 0, SEARCH_MAX_DEPTH, &depth))
        cecp->depth = depth;
}

static void command_time(Cecp *cecp, const char *rest) {
    uint64_t hundredths;
    if (number_behind(cecp, "time", rest, 1, MAX_MILLISECONDS / 10, &hundredths))
        cecp->left_milliseconds = 10 * hundredths;
}

/* --------------------------------------------------------------------------------- options */

static void command_memory(Cecp *cecp, const char *rest) {
    uint64_t wanted;
    if (!number_behind(cecp, "memory", rest, 1, SEARCH_MAX_TABLE_MEGABYTES, &wanted))
        return;
    cecp->desk->choices.megabytes = desk_megabytes(cecp->desk, wanted);
    desk_resize(cecp->desk);
}

static void choose_rules(Cecp *cecp, const char *options) {
    Desk *desk = cecp->desk;
    if (desk_change(desk, &desk->choices.options, options))
        begin(cecp);
    else
        error(cecp, "no such rules", options);
}

/* A value that is none of the option's changes nothing. */
static void choose_number(Cecp *cecp, const char *option, const char *value, uint64_t low,
                          uint64_t high, uint64_t *choice) {
    uint64_t number;
    if (number_find(value, low, high, &number) == NUMBER_FINE)
        *choice = number;
    else
        error_of(cecp, "no value of this option", "option ", option);
}

static void choose_path(Cecp *cecp, const char *option, const char *path) {
    if (!desk_choose_path(cecp->desk, path))
        error_of(cecp, "it cannot be read", "option ", option);
}

/* `option NAME=VALUE`. */
static void command_option(Cecp *cecp, const char *rest) {
    Choices *choices = &cecp->desk->choices;
    rest += strspn(rest, " ");
    const char *equals = strchr(rest, '=');
    size_t length = equals ? (size_t)(equals - rest) : 0;
    const char *value = equals ? equals + 1 : "";
    if (length == 5 && memcmp(rest, "Level", length) == 0)
        choose_number(cecp, rest, value, 0, SEARCH_LEVELS, &choices->level);
    else if (length == 7 && memcmp(rest, "MultiPV", length) == 0)
        choose_number(cecp, rest, value, 1, SEARCH_MAX_LINES, &choices->lines);
    else if (length == 4 && memcmp(rest, "Seed", length) == 0)
        choose_number(cecp, rest, value, 0, INT32_MAX, &choices->seed);
    else if (length == 11 && memcmp(rest, "VariantPath", length) == 0)
        choose_path(cecp, rest, value);
    else if (length == 14 && memcmp(rest, "VariantOptions", length) == 0)
        choose_rules(cecp, value);
    else
        error(cecp, "unknown option", rest);
}

static void command_post(Cecp *cecp, const char *rest) {
    (void)rest;
    cecp->post = true;
}

static void command_nopost(Cecp *cecp, const char *rest) {
    (void)rest;
    cecp->post = false;
}

/* ------------------------------------------------------------------------------- questions */

static void command_protover(Cecp *cecp, const char *rest) {
    (void)rest;
    cecp_features(cecp->desk);
}

static void command_ping(Cecp *cecp, const char *rest) {
    desk_say(cecp->desk, "pong%.40s", rest);
}

static void command_hint(Cecp *cecp, const char *rest) {
    char text[MAX_TEXT_ACTION];
    (void)rest;
    if (!cecp->refused && cecp_hint(cecp, text, sizeof text))
        desk_say(cecp->desk, "Hint: %s", text);
}

/* It is taken by who stands clearly worse. */
static void command_draw(Cecp *cecp, const char *rest) {
    enum { CLEARLY_WORSE = -100 };
    (void)rest;
    if (cecp->judged <= CLEARLY_WORSE)
        desk_say(cecp->desk, "offer draw");
}

static void command_bk(Cecp *cecp, const char *rest) {
    (void)rest;
    desk_say(cecp->desk, " there is no book\n");
}

/* The user takes a man into his hand, puts him down, or moves him over a point of capture. */
static void command_lift(Cecp *cecp, const char *rest) {
    char point[sizeof cecp->lifted];
    word_take(rest, point, sizeof point);
    coords_ranks(point, &cecp->desk->style, cecp->lifted, sizeof cecp->lifted);
    cecp_highlight(cecp->desk, cecp->lifted, NULL);
}

static void command_put(Cecp *cecp, const char *rest) {
    (void)rest;
    cecp->lifted[0] = '\0';
}

static void command_hover(Cecp *cecp, const char *rest) {
    char point[sizeof cecp->lifted], over[sizeof cecp->lifted];
    word_take(rest, point, sizeof point);
    coords_ranks(point, &cecp->desk->style, over, sizeof over);
    if (cecp->lifted[0] != '\0')
        cecp_highlight(cecp->desk, cecp->lifted, over);
}

/* -------------------------------------------------------------------------------- excluding */

static bool room_to_exclude(Cecp *cecp) {
    if (!cecp->without)
        cecp->without = calloc(MAX_ACTIONS, sizeof *cecp->without);
    return cecp->without != NULL;
}

static void include_one(Cecp *cecp, size_t index) {
    size_t kept = 0;
    for (size_t i = 0; i < cecp->n_without; i++)
        if (cecp->without[i] != index)
            cecp->without[kept++] = cecp->without[i];
    cecp->n_without = kept;
}

static void command_exclude(Cecp *cecp, const char *rest) {
    char move[MAX_TEXT_ACTION];
    size_t index, count = ferz_game_action_count(cecp->desk->game);
    word_take(rest, move, sizeof move);
    if (!room_to_exclude(cecp))
        return;
    if (strcmp(move, "all") == 0) {
        for (size_t i = 0; i < count; i++)
            cecp->without[i] = i;
        cecp->n_without = count;
    } else if (coords_find(cecp->desk->game, move, &cecp->desk->style, &index) != FERZ_OK)
        error(cecp, "no legal move", move);
    else {
        include_one(cecp, index);
        cecp->without[cecp->n_without++] = index;
    }
}

static void command_include(Cecp *cecp, const char *rest) {
    char move[MAX_TEXT_ACTION];
    size_t index;
    word_take(rest, move, sizeof move);
    if (strcmp(move, "all") == 0)
        cecp->n_without = 0;
    else if (coords_find(cecp->desk->game, move, &cecp->desk->style, &index) != FERZ_OK)
        error(cecp, "no legal move", move);
    else
        include_one(cecp, index);
}

/* ------------------------------------------------------------------------------------ words */

static void command_nothing(Cecp *cecp, const char *rest) {
    (void)cecp;
    (void)rest;
}

typedef struct CecpCommand {
    const char *word;
    CommandRun *run;
} CecpCommand;

static const CecpCommand commands[] = {
    {"xboard", command_nothing},
    {"protover", command_protover},
    {"accepted", command_nothing},
    {"rejected", command_nothing},
    {"new", command_new},
    {"variant", command_variant},
    {"setboard", command_setboard},
    {"usermove", command_usermove},
    {"undo", command_undo},
    {"remove", command_remove},
    {"force", command_force},
    {"go", command_go},
    {"playother", command_playother},
    {"result", command_result},
    {"analyze", command_analyze},
    {"exit", command_exit},
    {"level", command_level},
    {"st", command_st},
    {"sd", command_sd},
    {"time", command_time},
    {"otim", command_nothing},
    {"memory", command_memory},
    {"option", command_option},
    {"post", command_post},
    {"nopost", command_nopost},
    {"ping", command_ping},
    {"hint", command_hint},
    {"draw", command_draw},
    {"bk", command_bk},
    {"lift", command_lift},
    {"put", command_put},
    {"hover", command_hover},
    {"exclude", command_exclude},
    {"include", command_include},
    {"hard", command_nothing},
    {"easy", command_nothing},
    {"random", command_nothing},
    {"computer", command_nothing},
    {"name", command_nothing},
    {"rating", command_nothing},
    {"cores", command_nothing},
    {"?", command_nothing},
    {".", command_nothing},
};

/* A word that is a legal action is one: clients may leave `usermove` out. */
static bool is_action(Cecp *cecp, const char *line) {
    char move[MAX_TEXT_ACTION];
    size_t index;
    word_take(line, move, sizeof move);
    return is_nothing(move) ||
           coords_find(cecp->desk->game, move, &cecp->desk->style, &index) == FERZ_OK;
}

static void answer(Cecp *cecp, const char *line) {
    size_t length;
    const char *word = word_first(line, &length);
    if (length == 0)
        return;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strlen(commands[i].word) == length && memcmp(commands[i].word, word, length) == 0) {
            commands[i].run(cecp, word + length);
            return;
        }
    if (is_action(cecp, line))
        command_usermove(cecp, line);
    else
        error(cecp, "unknown command", word);
}

/* Commands need a variant; without one there is nothing to answer from. */
static void answer_loaded(Cecp *cecp, const char *line) {
    if (!cecp->desk->rules)
        command_new(cecp, "");
    if (cecp->desk->rules)
        answer(cecp, line);
    else
        error(cecp, "the variant could not be loaded", line);
    if (cecp->analyzing && cecp->desk->rules)
        cecp_analyze(cecp);
}

void cecp_run(Desk *desk, const char *first) {
    Cecp cecp = {.desk = desk, .own = FERZ_BLACK, .beat = FERZ_WHITE};
    bool cut = false;
    desk->protocol = "cecp";
    desk->prefix = "# ";
    const char *line = first ? first : lines_next(desk->lines, &cut);
    for (; line && !line_begins(line, "quit"); line = lines_next(desk->lines, &cut)) {
        if (cut)
            desk_say(desk, "Error (a line of more than %d bytes): it is not read",
                     MAX_PROTOCOL_LINE);
        else
            answer_loaded(&cecp, line);
    }
    free(cecp.acted);
    free(cecp.without);
}
