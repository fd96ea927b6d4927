/* Game collections: the handle, and playing what their texts say. */
#include <stdlib.h>
#include <string.h>

#include "api/internal.h"
#include "base/diag.h"
#include "base/sink.h"
#include "notation/pgn_game.h"

enum { ALIVE = MAX_PGN_DEPTH + 1, MESSAGE_BYTES = 1024 };

struct ferz_pgn {
    PgnLexer lexer;
    PgnGame game;
    PgnToken token; /* the next one, when `pending` */
    bool pending;
    bool unread; /* the actions of the game at hand were not looked at */
    bool keeps;
    bool missing; /* it had no result behind its actions */
    char result[8];
    size_t n_kept;
    Action saved[MAX_PGN_SAVED]; /* of open variations, the last one played first */
    uint32_t n_saved;
    char message[MESSAGE_BYTES];
};

/* ------------------------------------------------------------------------- the handle */

ferz_status ferz_pgn_open(ferz_pgn_source *source, void *context, bool keep, ferz_pgn **pgn) {
    *pgn = NULL;
    ferz_pgn *own = calloc(1, sizeof *own);
    char *buffer = malloc(PGN_BUFFER_BYTES + 1);
    char *kept = keep ? malloc(MAX_PGN_KEPT_BYTES) : NULL;
    if (!own || !buffer || (keep && !kept)) {
        free(own);
        free(buffer);
        free(kept);
        return FERZ_NO_MEMORY;
    }
    pgn_lexer_init(&own->lexer, buffer, kept, source, context);
    own->keeps = keep;
    *pgn = own;
    return FERZ_OK;
}

void ferz_pgn_free(ferz_pgn *pgn) {
    if (!pgn)
        return;
    free(pgn->lexer.buffer);
    free(pgn->lexer.kept);
    free(pgn);
}

uint64_t ferz_pgn_number(const ferz_pgn *pgn) {
    return pgn->game.number;
}
uint64_t ferz_pgn_line(const ferz_pgn *pgn) {
    return pgn->game.line;
}
size_t ferz_pgn_tag_count(const ferz_pgn *pgn) {
    return pgn->game.n_tags;
}
const char *ferz_pgn_tag_name(const ferz_pgn *pgn, size_t index) {
    return index < pgn->game.n_tags ? pgn->game.text + pgn->game.tags[index].name : NULL;
}
const char *ferz_pgn_tag_value(const ferz_pgn *pgn, size_t index) {
    return index < pgn->game.n_tags ? pgn->game.text + pgn->game.tags[index].value : NULL;
}
const char *ferz_pgn_tag(const ferz_pgn *pgn, const char *name) {
    return pgn_game_tag(&pgn->game, name);
}
const char *ferz_pgn_result(const ferz_pgn *pgn) {
    return pgn->result;
}
bool ferz_pgn_result_missing(const ferz_pgn *pgn) {
    return pgn->missing;
}

const char *ferz_pgn_text(ferz_pgn *pgn, size_t *length) {
    *length = pgn->n_kept;
    return pgn->keeps && pgn->lexer.kept_whole ? pgn->lexer.kept : NULL;
}

static PgnToken take_token(ferz_pgn *pgn) {
    if (pgn->pending) {
        pgn->pending = false;
        return pgn->token;
    }
    return pgn_next_token(&pgn->lexer);
}

static void put_back(ferz_pgn *pgn, PgnToken token) {
    pgn->token = token;
    pgn->pending = true;
}

/* The game is over: with a result, or before a token that belongs to the next one. */
static void end_game(ferz_pgn *pgn, const PgnToken *token) {
    const char *tag = pgn_game_tag(&pgn->game, "Result");
    bool told = token->kind == PGN_RESULT;
    Sink sink = sink_over(pgn->result, sizeof pgn->result);
    pgn->missing = !told;
    pgn->unread = false;
    if (told)
        sink_bytes(&sink, token->text, token->length);
    else if (tag && strlen(tag) < sizeof pgn->result)
        sink_text(&sink, tag);
    else
        sink_char(&sink, '*');
    if (strcmp(pgn->result, "1/2") == 0)
        sink_text(&sink, "-1/2");
    pgn->n_kept = pgn_kept(&pgn->lexer, told ? NULL : token);
    if (!told)
        put_back(pgn, *token);
}

/* ---------------------------------------------------------------------------- playing */

/* An open variation: how many actions it set aside, and where the game was then. */
typedef struct Branch {
    uint32_t saved, base; /* actions; ply behind which the variation stands */
} Branch;

typedef struct Play {
    ferz_pgn *pgn;
    ferz_game *game;
    ferz_pgn_visitor *visitor;
    void *context;
    bool all, stopped, begun;
    uint32_t faults;
    uint32_t depth; /* of brackets */
    uint32_t dead;  /* from this depth on nothing is played; ALIVE: nowhere */
    Branch branches[MAX_PGN_DEPTH + 1];
} Play;

static void tell(Play *play, ferz_pgn_kind kind, const PgnToken *token, const char *text,
                 size_t length, size_t index) {
    ferz_pgn_event event = {kind, text, length, index, play->depth, token->line, token->column};
    if (!play->visitor || play->stopped || (!play->all && kind != FERZ_PGN_FAULT))
        return;
    if (!play->visitor(play->context, play->game, &event)) {
        play->stopped = true;
        play->dead = 0;
    }
}

static void tell_fault(Play *play, const PgnToken *token) {
    const char *message = play->pgn->message;
    play->faults++;
    tell(play, FERZ_PGN_FAULT, token, message, strlen(message), 0);
}

static bool alive(const Play *play) {
    return play->depth < play->dead;
}

/* What is wrong makes the rest of the variation or the game senseless. */
static void fail(Play *play, const PgnToken *token) {
    tell_fault(play, token);
    if (!play->stopped)
        play->dead = play->depth;
}

static SanPlace list_here(Play *play) {
    ferz_game *game = play->game;
    uint32_t n = game_actions(game->game, game->actions, MAX_ACTIONS);
    game->n_actions = n < MAX_ACTIONS ? n : MAX_ACTIONS;
    return (SanPlace){&game->rules->san, game->game,   game->actions,
                      game->n_actions,   &game->state, false};
}

/* ------------------------------------------------------------------ illegal actions */

static void move_number_write(ferz_game *game, Sink *sink) {
    uint32_t turn = ferz_game_turn(game);
    sink_printf(sink, "%u%s", (turn + 1) / 2,
                ferz_game_turn_side(game) == FERZ_WHITE ? "." : "...");
}

enum { MAX_LISTED_SANS = 512, SAN_BYTES = 24 };

/* Texts of legal actions, those that begin as the one that was read before the others. */
typedef struct Sans {
    char texts[MAX_LISTED_SANS][SAN_BYTES];
    const char *names[MAX_LISTED_SANS];
    uint32_t count, n_alike;
} Sans;

static void sans_list(SanPlace *place, char first, Sans *sans) {
    uint32_t n = place->count < MAX_LISTED_SANS ? place->count : MAX_LISTED_SANS;
    sans->count = 0;
    for (uint32_t i = 0; i < n; i++) {
        Sink own = sink_over(sans->texts[i], SAN_BYTES);
        san_body_write(place, i, &own);
        if (sans->texts[i][0] == first)
            sans->names[sans->count++] = sans->texts[i];
    }
    sans->n_alike = sans->count;
    for (uint32_t i = 0; i < n; i++)
        if (sans->texts[i][0] != first)
            sans->names[sans->count++] = sans->texts[i];
}

static void nearest_write(SanPlace *place, const PgnToken *token, Sink *sink) {
    Sans sans;
    sans_list(place, token->length > 0 ? *token->text : '\0', &sans);
    if (sans.count == 0) {
        sink_text(sink, "; nothing is legal");
        return;
    }
    uint32_t few = sans.count <= MAX_PGN_LEGAL_SHOWN ? sans.count : sans.n_alike;
    uint32_t shown = few < MAX_PGN_LEGAL_SHOWN ? few : MAX_PGN_LEGAL_SHOWN;
    const char *nearest = word_nearest(token->text, token->length, sans.names,
                                       sans.n_alike > 0 ? sans.n_alike : sans.count);
    if (nearest)
        sink_printf(sink, "; nearest: %s", nearest);
    sink_text(sink, "; legal:");
    for (uint32_t i = 0; i < shown; i++)
        sink_printf(sink, " %s", sans.names[i]);
    if (shown < place->count)
        sink_printf(sink, "%s%u others", shown ? " and " : " ", place->count - shown);
}

typedef bool SanTest(const SanPlace *place, const char *text, size_t length, uint32_t index);

/* The actions that the text may be; how many. */
static uint32_t write_choice(SanPlace *place, const PgnToken *token, SanTest *may_be,
                             const char *before, Sink *sink) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < place->count; i++) {
        if (!may_be(place, token->text, token->length, i))
            continue;
        sink_text(sink, count++ == 0 ? before : "");
        sink_char(sink, ' ');
        san_write(place, i, sink);
    }
    return count;
}

static void say_illegal(Play *play, SanPlace *place, const PgnToken *token, bool unsure) {
    Sink sink = sink_over(play->pgn->message, MESSAGE_BYTES);
    int shown = token->length < 40 ? (int)token->length : 40;
    sink_text(&sink, "move ");
    move_number_write(play->game, &sink);
    sink_printf(&sink, " `%.*s` ", shown, token->text);
    if (unsure) {
        write_choice(place, token, san_fits, "fits several actions:", &sink);
        return;
    }
    if (write_choice(place, token, san_lacks_choice, "does not say what the man becomes:", &sink))
        return;
    sink_text(&sink, "is not legal");
    nearest_write(place, token, &sink);
}

/* ------------------------------------------------------------------------- actions */

/* What other programs write where nobody moves. */
static bool is_null_move(const PgnToken *token) {
    static const char *const texts[] = {"--", "Z0", "null", "NULL", "@@@@", "0000", "<>"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strlen(texts[i]) == token->length && memcmp(texts[i], token->text, token->length) == 0)
            return true;
    return false;
}

/* `Nf3!`: the signs behind a text that are comments. */
static size_t signs_behind(const PgnToken *token) {
    size_t n = 0;
    while (n < token->length && strchr("!?", token->text[token->length - 1 - n]))
        n++;
    return n;
}

static void tell_action(Play *play, SanPlace *place, uint32_t index, const PgnToken *token) {
    (void)san_list(place); /* the position, as the visitor may ask for texts */
    play->game->listed = true;
    play->game->missing = NULL;
    tell(play, FERZ_PGN_ACTION, token, token->text, token->length, index);
    play->game->listed = false;
}

static void play_found(Play *play, const Action *action, const PgnToken *token) {
    if (game_play(play->game->game, action))
        return;
    Sink sink = sink_over(play->pgn->message, MESSAGE_BYTES);
    sink_text(&sink, "the game is too long: no room for another action");
    fail(play, token);
}

/* Nobody wants to know more than whether it can be played. */
static bool play_plain(Play *play, const PgnToken *token) {
    ferz_game *game = play->game;
    SanPlace place = {&game->rules->san, game->game, NULL, 0, &game->state, false};
    Action action;
    if (play->all || !san_find_plain(&place, token->text, token->length, game->actions, &action))
        return false;
    play_found(play, &action, token);
    return true;
}

static void play_action(Play *play, const PgnToken *token) {
    if (play_plain(play, token))
        return;
    SanPlace place = list_here(play);
    uint32_t index = is_null_move(token) ? san_find(&place, "--", 2)
                                         : san_find(&place, token->text, token->length);
    if (index == ACTION_NONE && play->depth > 0 && is_null_move(token)) {
        tell(play, FERZ_PGN_UNJUDGED, token, token->text, token->length, 0);
        play->dead = play->depth < play->dead ? play->depth : play->dead;
        return;
    }
    if (index >= ACTION_UNSURE) {
        say_illegal(play, &place, token, index == ACTION_UNSURE);
        fail(play, token);
        return;
    }
    if (play->all)
        tell_action(play, &place, index, token);
    play_found(play, &place.actions[index], token);
    size_t signs = play->all ? signs_behind(token) : 0;
    if (signs > 0 && signs < token->length)
        tell(play, FERZ_PGN_NAG, token, token->text + token->length - signs, signs, 0);
}

/* ----------------------------------------------------------------------- variations */

static void play_again(Game *game, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        Action action = *game_action(game, game_ply(game));
        game_play(game, &action);
    }
}

/* Takes the latest turn back, its replies too; the actions are kept. False: no room, or there is
 * nothing to take back. */
static bool take_turn_back(Play *play, Branch *branch) {
    ferz_pgn *pgn = play->pgn;
    Game *game = play->game->game;
    uint32_t ply = game_ply(game), turn;
    *branch = (Branch){0, ply};
    if (!game_undo(game))
        return false;
    for (turn = game_turn(game); game_ply(game) > 0;) {
        game_undo(game);
        if (game_turn(game) == turn)
            continue;
        play_again(game, 1);
        break;
    }
    uint32_t count = ply - game_ply(game);
    if (count > MAX_PGN_SAVED - pgn->n_saved) {
        play_again(game, count);
        return false;
    }
    for (uint32_t i = 0; i < count; i++)
        pgn->saved[pgn->n_saved++] = *game_action(game, game_ply(game) + i);
    branch->saved = count;
    return true;
}

static void open_variation(Play *play, const PgnToken *token) {
    Branch branch = {0};
    bool open = alive(play);
    if (open)
        tell(play, FERZ_PGN_OPEN, token, token->text, token->length, 0);
    play->depth += play->depth < UINT32_MAX;
    if (!open)
        return;
    if (play->depth <= MAX_PGN_DEPTH && take_turn_back(play, &branch)) {
        play->branches[play->depth] = branch;
        return;
    }
    bool nothing = game_ply(play->game->game) == 0;
    if (play->depth <= MAX_PGN_DEPTH)
        play->branches[play->depth] = branch;
    Sink sink = sink_over(play->pgn->message, MESSAGE_BYTES);
    sink_text(&sink, nothing ? "a variation of nothing: no action stands before it"
                             : "variations are nested too deep");
    fail(play, token);
}

/* The actions that a variation set aside are played again. */
static void leave_variation(Play *play) {
    Game *game = play->game->game;
    Branch branch = play->branches[play->depth];
    while (game_ply(game) > branch.base - branch.saved)
        game_undo(game);
    play->pgn->n_saved -= branch.saved;
    for (uint32_t i = 0; i < branch.saved; i++)
        game_play(game, &play->pgn->saved[play->pgn->n_saved + i]);
}

static void close_variation(Play *play, const PgnToken *token) {
    if (play->depth == 0) {
        Sink sink = sink_over(play->pgn->message, MESSAGE_BYTES);
        sink_text(&sink, "`)` closes nothing");
        tell_fault(play, token);
        return;
    }
    if (play->depth <= play->dead && play->depth <= MAX_PGN_DEPTH)
        leave_variation(play);
    if (play->depth == play->dead)
        play->dead = ALIVE;
    play->depth--;
    if (alive(play))
        tell(play, FERZ_PGN_CLOSE, token, token->text, token->length, 0);
}

static void say_odd(Play *play, const PgnToken *token) {
    Sink sink = sink_over(play->pgn->message, MESSAGE_BYTES);
    int shown = token->length < 40 ? (int)token->length : 40;
    if (token->open)
        sink_text(&sink, "the comment that begins here has no end: `}` is missing");
    else if (token->length > 1)
        sink_printf(&sink, "`%.*s` is no tag: it wants a name and a value in quotes, and `]`",
                    shown, token->text);
    else if (*token->text == '\0')
        sink_text(&sink, "a zero byte");
    else
        sink_printf(&sink, "`%.1s` has no sense here", token->text);
    tell_fault(play, token);
}

static void pass_over(Play *play, const PgnToken *token) {
    switch (token->kind) {
    case PGN_COMMENT:
        tell(play, FERZ_PGN_COMMENT, token, token->text, token->length, 0);
        break;
    case PGN_NAG:
        tell(play, FERZ_PGN_NAG, token, token->text, token->length, 0);
        break;
    case PGN_ODD:
        say_odd(play, token);
        break;
    default:
        break;
    }
}

/* What stands behind a reply is its bracket, comments and signs before it. */
static void close_reply(Play *play, const PgnToken *bracket) {
    PgnToken next = take_token(play->pgn);
    for (; (next.kind == PGN_COMMENT && !next.open) || next.kind == PGN_NAG;
         next = take_token(play->pgn))
        if (alive(play))
            pass_over(play, &next);
    if (next.kind == PGN_CLOSE)
        return;
    put_back(play->pgn, next);
    Sink sink = sink_over(play->pgn->message, MESSAGE_BYTES);
    sink_text(&sink, "the bracket of this answer has no end: `)` is missing");
    if (!play->stopped)
        tell_fault(play, bracket);
}

/* A bracket where a reply is asked holds one, unless a number is next. */
static void open_bracket(Play *play, const PgnToken *token) {
    if (!alive(play) || game_frames(play->game->game) < 2) {
        open_variation(play, token);
        return;
    }
    PgnToken next = take_token(play->pgn);
    if (next.kind == PGN_CLOSE || next.kind == PGN_SYMBOL) {
        PgnToken reply = next;
        reply.length = next.kind == PGN_CLOSE ? 0 : next.length;
        play_action(play, &reply);
        if (next.kind == PGN_SYMBOL)
            close_reply(play, token);
        return;
    }
    PgnToken open = *token;
    open.text = "(";
    open_variation(play, &open);
    put_back(play->pgn, next);
}

/* ------------------------------------------------------------------------- the game */

static bool is_passing(const PgnToken *token) {
    return (token->length == 4 && memcmp(token->text, "e.p.", 4) == 0) ||
           (token->length == 2 && memcmp(token->text, "ep", 2) == 0);
}

/* False when the game is over. */
static bool play_token(Play *play, const PgnToken *token) {
    switch (token->kind) {
    case PGN_END:
        return false;
    case PGN_TAG:
        if (play->begun)
            return false;
        pgn_game_add_tag(&play->pgn->game, token);
        break;
    case PGN_RESULT:
        return play->depth > 0;
    case PGN_OPEN:
        open_bracket(play, token);
        break;
    case PGN_CLOSE:
        close_variation(play, token);
        break;
    case PGN_SYMBOL:
        play->begun = true;
        if (alive(play) && !is_passing(token))
            play_action(play, token);
        break;
    case PGN_NUMBER:
        break;
    case PGN_COMMENT:
    case PGN_NAG:
    case PGN_ODD:
        if (alive(play))
            pass_over(play, token);
        if (token->open && !play->stopped)
            say_odd(play, token);
        play->begun |= token->open; /* tags behind it are another game's */
        break;
    }
    return true;
}

/* What had no sense before the actions. */
static void tell_odd(Play *play) {
    PgnGame *game = &play->pgn->game;
    for (uint32_t i = 0; i < game->n_odd && i < PGN_MAX_ODD; i++) {
        PgnToken *token = &game->odd[i].token;
        token->text = game->odd[i].text;
        say_odd(play, token);
    }
}

/* The game ends inside variations. */
static void tell_open(Play *play, const PgnToken *token) {
    Sink sink = sink_over(play->pgn->message, MESSAGE_BYTES);
    sink_printf(&sink, "the game ends in a variation: %u `)` missing", play->depth);
    tell_fault(play, token);
}

/* To the position that the tags name; where it is none, nothing of the game is played. */
static void set_up(Play *play) {
    const char *fen = pgn_game_tag(&play->pgn->game, "FEN");
    if (!fen || !*fen) {
        ferz_game_restart(play->game);
        return;
    }
    if (ferz_game_set_position(play->game, fen) == FERZ_OK)
        return;
    Sink sink = sink_over(play->pgn->message, MESSAGE_BYTES);
    PgnToken token = {.line = play->pgn->game.line, .column = 1};
    sink_printf(&sink, "tag FEN: %s", play->game->message);
    play->pgn->message[strcspn(play->pgn->message, "\n")] = '\0';
    fail(play, &token);
}

static void play_tokens(Play *play) {
    PgnToken token;
    tell_odd(play);
    do
        token = take_token(play->pgn);
    while (play_token(play, &token));
    if (play->depth > 0 && !play->stopped)
        tell_open(play, &token);
    end_game(play->pgn, &token);
    for (; play->depth > 0; play->depth--)
        if (play->depth <= play->dead && play->depth <= MAX_PGN_DEPTH)
            leave_variation(play);
}

ferz_status ferz_pgn_play(ferz_pgn *pgn, ferz_game *game, bool all, ferz_pgn_visitor *visitor,
                          void *context) {
    Play play = {.pgn = pgn,
                 .game = game,
                 .visitor = visitor,
                 .context = context,
                 .all = all && visitor,
                 .dead = ALIVE};
    if (!pgn->unread)
        return FERZ_USAGE;
    pgn->n_saved = 0;
    set_up(&play);
    game->listed = false;
    play_tokens(&play);
    game->listed = false;
    return play.faults ? FERZ_ERRORS : FERZ_OK;
}

/* Passes over the rest of the game. */
static void skip_game(ferz_pgn *pgn) {
    PgnToken token = take_token(pgn);
    uint32_t depth = 0;
    bool begun = false;
    for (;; token = take_token(pgn)) {
        begun |= token.kind == PGN_SYMBOL || token.open;
        depth += token.kind == PGN_OPEN;
        depth -= token.kind == PGN_CLOSE && depth > 0;
        if (token.kind == PGN_END || (token.kind == PGN_TAG && begun) ||
            (token.kind == PGN_RESULT && depth == 0))
            break;
    }
    end_game(pgn, &token);
}

void ferz_pgn_skip(ferz_pgn *pgn) {
    if (pgn->unread)
        skip_game(pgn);
}

ferz_status ferz_pgn_next(ferz_pgn *pgn) {
    ferz_pgn_skip(pgn);
    PgnToken token = take_token(pgn);
    if (!pgn_game_next(&pgn->lexer, &pgn->game, &token))
        return FERZ_EMPTY;
    put_back(pgn, token);
    pgn->unread = true;
    return FERZ_OK;
}
