/* The run: limits, iterations, lines and what is told of them. */
#include "play/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/hash.h"
#include "play/own.h"

/* ------------------------------------------------------------------- making, forgetting */

static void reductions_fill(Search *s) {
    for (int depth = 1; depth < 64; depth++)
        for (int tried = 1; tried < 64; tried++)
            s->reductions[depth][tried] = (uint8_t)(0.6 + log(depth) * log(tried) / 2.3);
}

static void method_describe(Search *s, bool tree) {
    char rows[40] = "";
    if (s->wants.rows.n)
        snprintf(rows, sizeof rows, ", rows of %u judged", (unsigned)s->wants.rows.length);
    snprintf(s->method, sizeof s->method, "%s%s%s%s%s%s",
             s->shape.long_turns ? "a proof within the turn, then " : "",
             !tree               ? "alpha-beta by actions"
             : s->shape.all_take ? "a tree grown walk by walk, played out at random"
                                 : "a tree grown walk by walk",
             s->shape.may_skip && !tree ? ", passes tried" : "",
             s->shape.must_take ? ", compulsory captures followed" : "", rows,
             s->wants.links.any    ? ", chains judged"
             : s->wants.gather.any ? ", groups judged"
                                   : "");
}

/* Where men are put down one by one for a chain or a row, and the board is wide, alpha-beta is soon
 * at the end of what it can see; on small boards it sees as much as a tree. Where all take, nothing
 * can be judged but by playing on. */
static bool tree_fits(const Search *s) {
    enum { WIDE = 81 }; /* points */
    if (s->shape.all_take)
        return true;
    return (s->wants.links.any || s->wants.rows.sure) && s->rules->board.n_points >= WIDE;
}

enum { PROOF_MEGABYTES = 8 };

static bool parts_open(Search *s, size_t megabytes) {
    s->pool = malloc(LIST_POOL * sizeof *s->pool);
    s->orders = malloc(LIST_POOL * sizeof *s->orders);
    s->roots = malloc(MAX_ACTIONS * sizeof *s->roots);
    s->lines = calloc(SEARCH_MAX_LINES, sizeof *s->lines);
    s->texts = calloc(SEARCH_MAX_LINES, sizeof *s->texts);
    return s->pool && s->orders && s->roots && s->lines && s->texts &&
           store_open(&s->store, megabytes) && worth_open(&s->worth, s->rules) &&
           wants_open(&s->wants, s->rules) &&
           (!s->shape.long_turns ||
            solver_create(s->handle, PROOF_MEGABYTES, &s->solver) == FERZ_OK);
}

ferz_status search_create(const ferz_rules *rules, size_t table_megabytes, Search **search) {
    *search = NULL;
    if (!rules || table_megabytes > SEARCH_MAX_TABLE_MEGABYTES)
        return FERZ_USAGE;
    Search *own = calloc(1, sizeof *own);
    if (!own)
        return FERZ_NO_MEMORY;
    own->handle = rules;
    own->rules = view_rules(rules);
    own->shape = shape_of(own->rules);
    if (!parts_open(own, table_megabytes)) {
        search_free(own);
        return FERZ_NO_MEMORY;
    }
    reductions_fill(own);
    own->grows = tree_fits(own);
    method_describe(own, own->grows);
    *search = own;
    return FERZ_OK;
}

void search_free(Search *s) {
    if (!s)
        return;
    free(s->pool);
    free(s->orders);
    free(s->roots);
    free(s->lines);
    free(s->texts);
    solver_free(s->solver);
    store_close(&s->store);
    worth_close(&s->worth);
    wants_close(&s->wants);
    free(s);
}

void search_clear(Search *s) {
    store_clear(&s->store);
    memset(s->history, 0, sizeof s->history);
    memset(s->plies, 0, sizeof s->plies);
}

const char *search_method(const Search *s) {
    return s->method;
}

const char *search_message(const Search *s) {
    return s->message;
}

static ferz_status refuse(Search *s, ferz_status status, const char *text) {
    snprintf(s->message, sizeof s->message, "%s", text);
    return status;
}

/* ------------------------------------------------------------------------------- scores */

/* A score between winning and losing stands for the balance of which as much is expected. */
static int32_t balance_of(int percent) {
    static const double HUNDREDTHS = 150; /* e times as likely to win as to lose */
    double share = percent < 1 ? 0.01 : percent > 99 ? 0.99 : percent / 100.0;
    return (int32_t)(HUNDREDTHS * log(share / (1 - share)));
}

int32_t score_of_end(Outcome end, uint8_t side, uint32_t ply) {
    int percent = side == SIDE_WHITE ? end.percent : 100 - end.percent;
    if (!end.over || percent == 50)
        return 0;
    if (percent == 100)
        return SCORE_WIN - (int32_t)ply;
    return percent == 0 ? (int32_t)ply - SCORE_WIN : balance_of(percent);
}

SearchScore score_public(int32_t score) {
    if (score >= SCORE_SURE)
        return (SearchScore){score, SCORE_WIN - score};
    if (score <= -SCORE_SURE)
        return (SearchScore){score, -(SCORE_WIN + score)};
    return (SearchScore){score, 0};
}

size_t search_score_text(SearchScore score, char *buffer, size_t size) {
    int n;
    if (score.mate)
        n = snprintf(buffer, size, "mate %d", score.mate);
    else
        n = snprintf(buffer, size, "%c%d.%02d", score.centi < 0 ? '-' : '+', abs(score.centi) / 100,
                     abs(score.centi) % 100);
    return n < 0 ? 0 : (size_t)n;
}

/* ------------------------------------------------------------------------------ the tree */

/* Nanoseconds of a clock that never goes back. */
static uint64_t clock_read(bool processor) {
    struct timespec now;
    clock_gettime(processor ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void pace_begin(Pace *pace, bool processor) {
    uint64_t now = clock_read(processor);
    *pace = (Pace){.begun = now, .then = now, .every = 1, .processor = processor};
}

uint64_t pace_spent(const Pace *pace) {
    return clock_read(pace->processor) - pace->begun;
}

/* Slower at once where nodes are, and faster by twice at most: what is quick may be so by chance.
 */
uint64_t pace_look(Pace *pace, uint64_t nodes) {
    enum { MOST = 256, GOAL = 250000 }; /* nodes; nanoseconds */
    uint64_t now = clock_read(pace->processor), passed = now - pace->then;
    uint64_t fits = pace->every * (uint64_t)GOAL / (passed + 1), twice = 2 * (uint64_t)pace->every;
    fits = fits < twice ? fits : twice;
    pace->every = fits < 1 ? 1 : fits < MOST ? (uint32_t)fits : MOST;
    pace->then = now;
    pace->at = nodes + pace->every;
    return now - pace->begun;
}

static bool flag_is_set(const SearchLimits *limits) {
    return limits->stop && atomic_load_explicit(limits->stop, memory_order_relaxed);
}

bool search_halted(Search *s) {
    enum { ASK_EVERY = 4 };
    const SearchLimits *limits = &s->limits;
    if (s->node_limit && s->nodes_made >= s->node_limit)
        s->stopped = true;
    if (s->stopped || s->nodes_made < s->pace.at)
        return s->stopped;
    uint64_t spent = pace_look(&s->pace, s->nodes_made);
    if (s->hard && spent >= s->hard)
        s->stopped = true;
    if (s->nodes_made >= s->first_until &&
        (flag_is_set(limits) ||
         (limits->halt && s->looks++ % ASK_EVERY == 0 && limits->halt(limits->context))))
        s->stopped = true;
    return s->stopped;
}

bool search_make(Search *s, const Action *action) {
    if (!game_play(s->game, action))
        return false;
    s->nodes_made++;
    return true;
}

int32_t search_judge(Search *s, int32_t low, int32_t high) {
    bool black = game_side(s->game) == SIDE_BLACK;
    bool wants = s->wants.any && !(s->leaves_out & PART_WANTS);
    if (wants) { /* more is in doubt than the core knows */
        low = -SCORE_WIN;
        high = SCORE_WIN;
    }
    int32_t white = black ? game_evaluate(s->game, &s->worth.values, -high, -low)
                          : game_evaluate(s->game, &s->worth.values, low, high);
    white += wants ? wants_judge(&s->wants, s->game) : 0;
    int32_t value = black ? -white : white;
    if (s->noise) {
        uint64_t random = hash_mix(game_key(s->game) ^ s->noise_key);
        value += (int32_t)(random % (2 * (uint64_t)s->noise + 1)) - s->noise;
    }
    return score_clamp(value);
}

void search_list(Search *s, uint32_t ply) {
    Ply *node = &s->plies[ply];
    uint32_t room = LIST_POOL - s->pool_used;
    node->list = s->pool + s->pool_used;
    node->order = s->orders + s->pool_used;
    uint32_t n = game_actions(s->game, node->list, room);
    node->n = n < room ? n : room;
    s->pool_used += node->n;
}

void search_unlist(Search *s, uint32_t ply) {
    s->pool_used -= s->plies[ply].n;
}

/* ------------------------------------------------------------------------------ limits */

/* Nanoseconds for this decision: what is best spent, and what must not be passed. */
static void clock_share(Search *s) {
    const SearchClock *clock = &s->limits.clock;
    enum { TURNS_LEFT = 30, OVERHEAD = 20 };
    if (!clock->left)
        return;
    uint64_t turns = clock->turns ? clock->turns + 1u : TURNS_LEFT;
    uint64_t actions = s->shape.actions > 1 ? (s->shape.actions + 1) / 2 : 1;
    uint64_t left = clock->left > OVERHEAD ? clock->left - OVERHEAD : 1;
    uint64_t share = (left / turns + clock->increment * 3 / 4) / actions;
    uint64_t most = left / (4 < turns ? 4 : turns) / actions;
    most = most < share * 5 ? most : share * 5;
    share = share < most ? share : most;
    s->soft = share * 1000000u;
    s->hard = (most ? most : 1) * 1000000u;
}

typedef struct Level {
    uint32_t depth;
    uint64_t nodes;
    int32_t noise;    /* hundredths */
    uint32_t without; /* PART_* */
} Level;

/* The lowest sees its own action alone, and errs. Found by matches between neighbours:
 * docs/playing.md. */
static const Level LEVELS[SEARCH_LEVELS] = {
    {1, 0, 700, PART_QUIET | PART_PROOF},
    {1, 0, 150, PART_PROOF},
    {2, 2000, 60, PART_PROOF},
    {0, 2000, 30, 0},
    {0, 6000, 15, 0},
    {0, 20000, 0, 0},
    {0, 60000, 0, 0},
    {0, 250000, 0, 0},
};

/* The highest level is as strong as other limits allow, where there are any. */
static void level_set(Search *s) {
    bool limited = s->limits.depth || s->limits.nodes || s->hard;
    s->leaves_out = s->without;
    if (!s->limits.level || (s->limits.level == SEARCH_LEVELS && limited))
        return;
    const Level *level = &LEVELS[s->limits.level - 1];
    s->noise = level->noise;
    s->leaves_out |= level->without;
    if (level->depth && level->depth < s->depth_limit)
        s->depth_limit = level->depth;
    if (level->nodes && (!s->node_limit || level->nodes < s->node_limit))
        s->node_limit = level->nodes;
}

static void limits_set(Search *s) {
    const SearchLimits *limits = &s->limits;
    uint32_t room = view_plies_left(s->player);
    pace_begin(&s->pace, limits->processor);
    s->soft = s->hard = 0;
    s->nodes_made = s->looks = 0;
    s->stopped = false;
    s->noise = 0;
    s->noise_key = hash_mix(limits->seed);
    s->node_limit = limits->nodes;
    s->depth_limit = limits->depth ? limits->depth : SEARCH_MAX_DEPTH;
    s->ply_limit = room < MAX_PLY ? room : MAX_PLY;
    clock_share(s);
    if (limits->milliseconds) {
        uint64_t most = limits->milliseconds * 1000000u;
        s->hard = s->hard && s->hard < most ? s->hard : most;
    }
    level_set(s);
}

/* Values with errors in them are no good to a run with others, or without. */
static void errors_forget(Search *s) {
    uint64_t errors = s->noise ? hash_mix(s->noise_key + (uint64_t)s->noise) : 0;
    if (errors != s->errors)
        store_clear(&s->store);
    s->errors = errors;
}

static ferz_status limits_check(Search *s, const SearchLimits *limits) {
    if (limits->level > SEARCH_LEVELS)
        return refuse(s, FERZ_USAGE, "the level is 1 to 8, or 0 for none");
    if (limits->depth > SEARCH_MAX_DEPTH)
        return refuse(s, FERZ_USAGE, "the depth is 1 to 100, or 0 for no limit");
    if (limits->lines > SEARCH_MAX_LINES)
        return refuse(s, FERZ_USAGE, "at most 64 lines are found at a time");
    if (view_rules(view_game_rules(s->player)) != s->rules)
        return refuse(s, FERZ_USAGE, "the game is of other rules than the search");
    if (ferz_game_outcome(s->player).over)
        return refuse(s, FERZ_EMPTY, "the game is over");
    if (ferz_game_action_count(s->player) == 0)
        return refuse(s, FERZ_EMPTY, "there is no legal action");
    if (view_plies_left(s->player) == 0)
        return refuse(s, FERZ_FULL, "the game is too long: no room to look ahead");
    return FERZ_OK;
}

/* -------------------------------------------------------------------------------- roots */

static bool listed(const size_t *list, size_t n, size_t index) {
    for (size_t i = 0; i < n; i++)
        if (list[i] == index)
            return true;
    return false;
}

static void roots_fill(Search *s) {
    const SearchLimits *limits = &s->limits;
    s->pool_used = 0;
    s->n_roots = 0;
    search_list(s, 0);
    order_node(s, 0, 0);
    Ply *node = &s->plies[0];
    for (uint32_t i = order_next(node); i != UINT32_MAX; i = order_next(node)) {
        if (i >= MAX_ACTIONS || (limits->only && !listed(limits->only, limits->n_only, i)) ||
            listed(limits->without, limits->n_without, i))
            continue;
        Found nothing = {.score = -SCORE_WIN, .trail = {(uint16_t)i}, .n_trail = 1};
        s->roots[s->n_roots++] = (Root){.index = (uint16_t)i, .now = nothing, .before = nothing};
    }
}

/* The best first, in the order of before where they are alike. */
static void roots_sort(Search *s) {
    for (uint32_t i = 1; i < s->n_roots; i++) {
        Root root = s->roots[i];
        uint32_t k = i;
        for (; k > 0 && s->roots[k - 1].now.score < root.now.score; k--)
            s->roots[k] = s->roots[k - 1];
        s->roots[k] = root;
    }
}

/* ----------------------------------------------------------------------------- the lines */

/* Adds the texts of a line, playing it. */
static void line_write(Search *s, const Root *root, SearchLine *line, LineText *text) {
    size_t used = 0;
    uint32_t played = 0;
    char action[MAX_TEXT_ACTION];
    text->variation[0] = '\0';
    for (uint32_t i = 0; i < root->now.n_trail; i++) {
        size_t length = ferz_game_action_text(s->player, root->now.trail[i], action, sizeof action);
        if (length == 0 || length >= sizeof action || used + length + 2 > sizeof text->variation)
            break;
        used += (size_t)snprintf(text->variation + used, sizeof text->variation - used, "%s%s",
                                 i ? " " : "", action);
        if (i == 0)
            memcpy(text->action, action, length + 1);
        line->n_variation = i + 1;
        if (ferz_game_play_index(s->player, root->now.trail[i]) != FERZ_OK)
            break;
        played++;
    }
    while (played--)
        ferz_game_undo(s->player);
    line->text = text->action;
    line->variation = text->variation;
}

static void lines_write(Search *s, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        const Root *root = &s->roots[i];
        SearchLine *line = &s->lines[i];
        *line = (SearchLine){.action = root->index,
                             .score = root->now.depth ? score_public(root->now.score)
                                                      : (SearchScore){0, 0},
                             .depth = root->now.depth,
                             .seldepth = root->now.seldepth};
        line_write(s, root, line, &s->texts[i]);
    }
}

/* Those that were looked at, and the first. */
static uint32_t lines_found(const Search *s) {
    uint32_t n = 1;
    while (n < s->n_lines && s->roots[n].now.depth > 0)
        n++;
    return n;
}

void search_tell(Search *s) {
    uint32_t n = lines_found(s);
    lines_write(s, n);
    *s->result = (SearchResult){.lines = s->lines,
                                .n_lines = n,
                                .depth = s->roots[0].now.depth,
                                .seldepth = s->seldepth,
                                .nodes = s->nodes_made,
                                .milliseconds = pace_spent(&s->pace) / 1000000u,
                                .table_used = store_used(&s->store),
                                .stopped = s->stopped};
    if (s->limits.report)
        s->limits.report(s->limits.context, s->result);
}

/* --------------------------------------------------------------------------- iterations */

/* The best root that is left, searched with bounds around what it was before. */
static Root *root_best(Search *s, int32_t depth, int32_t before) {
    int32_t window = 25, low = -SCORE_WIN, high = SCORE_WIN;
    if (depth >= 5 && before > -SCORE_SURE && before < SCORE_SURE) {
        low = before - window;
        high = before + window;
    }
    for (;;) {
        Root *best = alphabeta_root(s, depth, low, high);
        if (s->stopped || !best)
            return best;
        if (best->now.score <= low && low > -SCORE_WIN)
            low = window > 500 ? -SCORE_WIN : best->now.score - window;
        else if (best->now.score >= high && high < SCORE_WIN)
            high = window > 500 ? SCORE_WIN : best->now.score + window;
        else
            return best;
        window *= 3;
    }
}

/* Finds the lines of a depth. False: it was stopped, and what is left stands as it was. */
static bool iterate(Search *s, int32_t depth, uint32_t lines) {
    for (uint32_t i = 0; i < s->n_roots; i++) {
        s->roots[i].before = s->roots[i].now;
        s->roots[i].chosen = false;
    }
    for (uint32_t k = 0; k < lines; k++) {
        Root *best = root_best(s, depth, s->roots[k].before.score);
        if (s->stopped && (!best || k > 0)) {
            for (uint32_t i = k; i < s->n_roots; i++)
                s->roots[i].now = s->roots[i].before;
            return false;
        }
        best->chosen = true;
        Root chosen = *best;
        memmove(&s->roots[k + 1], &s->roots[k], (size_t)(best - &s->roots[k]) * sizeof chosen);
        s->roots[k] = chosen;
        if (s->stopped) {
            for (uint32_t i = k + 1; i < s->n_roots; i++)
                s->roots[i].now = s->roots[i].before;
            return false;
        }
    }
    return true;
}

bool search_enough(const Search *s, int32_t depth) {
    int32_t score = s->roots[0].now.score;
    if (s->limits.mate && score >= SCORE_WIN - (int32_t)s->limits.mate)
        return true;
    bool timed = s->hard || s->node_limit;
    if (timed && (s->n_roots == 1 || SCORE_WIN - abs(score) <= depth))
        return true;
    uint64_t spent = pace_spent(&s->pace);
    return (s->soft && spent >= s->soft * 6 / 10) || (s->hard && !s->soft && spent >= s->hard);
}

static bool wants_end(const Search *s) {
    const SearchLimits *limits = &s->limits;
    return flag_is_set(limits) || (limits->halt && limits->halt(limits->context));
}

/* Several lines are compared, so all of them are those of the last whole iteration. */
static void lines_even(Search *s) {
    for (uint32_t i = 0; i < s->n_roots; i++)
        s->roots[i].now = s->roots[i].before;
    roots_sort(s);
}

/* Whoever wishes an answer at once gets the best of the first iteration, which is the same every
 * time, not whatever stands first in the list; but in a position where that is long to wait for. */
static void iterations(Search *s) {
    enum { FIRST_NODES = 20000 };
    store_regain(&s->store);
    s->first_until = s->nodes_made + FIRST_NODES;
    for (int32_t depth = 1; depth <= (int32_t)s->depth_limit; depth++) {
        s->seldepth = 0;
        bool whole = iterate(s, depth, s->n_lines);
        if (whole)
            roots_sort(s);
        else if (s->n_lines > 1 && depth > 1)
            lines_even(s);
        s->stopped |= depth == 1 && wants_end(s);
        search_tell(s);
        if (!whole || s->stopped || search_enough(s, depth))
            return;
        s->first_until = 0;
    }
}

/* ------------------------------------------------------------------------------- proofs */

/* Looks for a win within the turn first, no deeper than the search may, and for a share of what
 * may be spent. Where it is proved it is the first root. */
static bool proof_found(Search *s) {
    enum { SHARE = 8, STANDARD_NODES = 100000 };
    const SearchLimits *own = &s->limits;
    uint64_t time = s->soft ? s->soft : s->hard;
    SolveLimits limits = {.turns = 1,
                          .actions = s->depth_limit < SEARCH_MAX_DEPTH ? s->depth_limit : 0,
                          .nodes = s->node_limit ? s->node_limit / SHARE + 1 : STANDARD_NODES,
                          .milliseconds = time ? time / SHARE / 1000000u + 1 : 0,
                          .processor = own->processor,
                          .stop = own->stop,
                          .halt = own->halt,
                          .context = own->context};
    SolveResult result;
    const uint16_t *trail;
    if (own->only || own->n_without || (s->leaves_out & PART_PROOF) ||
        solver_run(s->solver, s->player, &limits, &result) != FERZ_OK)
        return false;
    s->nodes_made += result.nodes;
    uint32_t n = solver_trail(s->solver, &trail), at = 0;
    if (result.verdict != SOLVE_WON || n == 0)
        return false;
    while (at + 1 < s->n_roots && s->roots[at].index != trail[0])
        at++;
    Root root = s->roots[at];
    memmove(&s->roots[1], &s->roots[0], at * sizeof root);
    root.now = (Found){.score = SCORE_WIN - (int32_t)n, .depth = n, .seldepth = n};
    root.now.n_trail = n < TRAIL ? n : TRAIL;
    memcpy(root.now.trail, trail, root.now.n_trail * sizeof *trail);
    s->roots[0] = root;
    return true;
}

/* A tree has no depth, does not look for the shortest mate, and needs room to walk in. */
static bool tree_plays(const Search *s) {
    enum { LEAST_ROOM = 8 };
    return s->grows && !(s->leaves_out & PART_TREE) && s->depth_limit == SEARCH_MAX_DEPTH &&
           !s->limits.mate && s->ply_limit >= LEAST_ROOM;
}

static void look_ahead(Search *s) {
    if (s->shape.long_turns && s->n_lines == 1 && proof_found(s))
        search_tell(s);
    else if (!tree_plays(s) || !montecarlo_run(s))
        iterations(s);
}

ferz_status search_run(Search *s, ferz_game *game, const SearchLimits *limits,
                       SearchResult *result) {
    memset(result, 0, sizeof *result);
    s->player = game;
    s->message[0] = '\0';
    ferz_status status = limits_check(s, limits);
    if (status != FERZ_OK)
        return status;
    s->game = view_game(game);
    s->limits = *limits;
    limits_set(s);
    errors_forget(s);
    store_turn(&s->store);
    roots_fill(s);
    if (s->n_roots == 0)
        return refuse(s, FERZ_EMPTY, "the limits leave no action to choose from");
    uint32_t lines = limits->lines ? limits->lines : 1;
    s->n_lines = lines < s->n_roots ? lines : s->n_roots;
    s->result = result;
    method_describe(s, tree_plays(s));
    look_ahead(s);
    return FERZ_OK;
}
