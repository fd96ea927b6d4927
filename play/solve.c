/* Depth-first proof-number search. Each position has two numbers: how much is still to be shown
 * to prove that the attacker wins there, and how much to disprove it. Where the attacker decides
 * one proved action is enough, where the other side does all of them are wanted; the numbers of
 * several that are all wanted are not added, as many lead to the same positions: the largest
 * counts, and one for each other. */
#include "play/solve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/search_view.h"
#include "base/hash.h"
#include "play/own.h"

enum {
    PROVED = 0,
    ENDLESS = 1 << 28, /* the other number of what is proved or disproved */
    SOLVE_PLIES = 200,
    SOLVE_POOL = 1 << 18,
    BUCKET = 4
};

/* What is known of a position with so much left of the limit. */
typedef struct Fact {
    uint64_t key;
    uint32_t proof, disproof;
    uint32_t work;   /* actions made below */
    uint16_t length; /* actions to the win, when proved */
} Fact;

/* A child, by its action's place in the list. */
typedef struct Branch {
    uint64_t key;
    uint32_t proof, disproof;
    uint16_t length;
    bool over;
} Branch;

struct Solver {
    const Rules *rules;
    Game *game;
    ferz_game *player;
    SolveLimits limits;
    Fact *facts; /* owned */
    uint64_t mask;
    Action *pool;     /* owned, SOLVE_POOL */
    Branch *branches; /* owned, SOLVE_POOL */
    uint32_t used;
    uint8_t attacker;
    bool by_turns;
    uint32_t last_turn, last_ply; /* of the game, behind which it is too late; UINT32_MAX: none */
    uint64_t nodes;
    Pace pace;
    bool stopped;
    char line[SEARCH_LINE_BYTES];
    uint16_t trail[SOLVE_MAX_ACTIONS];
    uint32_t n_trail;
    char message[256];
};

/* ------------------------------------------------------------------- making, forgetting */

ferz_status solver_create(const ferz_rules *rules, size_t table_megabytes, Solver **solver) {
    *solver = NULL;
    if (!rules || table_megabytes > SEARCH_MAX_TABLE_MEGABYTES)
        return FERZ_USAGE;
    Solver *own = calloc(1, sizeof *own);
    if (!own)
        return FERZ_NO_MEMORY;
    size_t bytes = (table_megabytes ? table_megabytes : 1) << 20, buckets = 1;
    while (buckets * 2 * BUCKET * sizeof(Fact) <= bytes)
        buckets *= 2;
    own->rules = view_rules(rules);
    own->mask = buckets - 1;
    own->facts = malloc(buckets * BUCKET * sizeof *own->facts);
    own->pool = malloc(SOLVE_POOL * sizeof *own->pool);
    own->branches = malloc(SOLVE_POOL * sizeof *own->branches);
    if (!own->facts || !own->pool || !own->branches) {
        solver_free(own);
        return FERZ_NO_MEMORY;
    }
    *solver = own;
    return FERZ_OK;
}

void solver_free(Solver *s) {
    if (!s)
        return;
    free(s->facts);
    free(s->pool);
    free(s->branches);
    free(s);
}

const char *solver_message(const Solver *s) {
    return s->message;
}

uint32_t solver_trail(const Solver *s, const uint16_t **trail) {
    *trail = s->trail;
    return s->n_trail;
}

/* ---------------------------------------------------------------------------- the table */

static Fact *bucket_of(const Solver *s, uint64_t key) {
    return s->facts + (key & s->mask) * BUCKET;
}

static const Fact *fact_find(const Solver *s, uint64_t key) {
    const Fact *fact = bucket_of(s, key);
    for (int i = 0; i < BUCKET; i++)
        if (fact[i].key == key)
            return &fact[i];
    return NULL;
}

/* What took least work goes first. */
static void fact_put(Solver *s, uint64_t key, uint32_t proof, uint32_t disproof, uint16_t length,
                     uint64_t work) {
    Fact *bucket = bucket_of(s, key), *place = bucket;
    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].key == key) {
            place = &bucket[i];
            break;
        }
        if (bucket[i].work < place->work)
            place = &bucket[i];
    }
    uint32_t most = work > UINT32_MAX ? UINT32_MAX : (uint32_t)work;
    *place = (Fact){key, proof, disproof, most + 1 ? most + 1 : most, length};
}

/* -------------------------------------------------------------------------- one position */

/* The position with what is left of the limit: more time is another question. */
static uint64_t question_key(Solver *s) {
    uint64_t turns = s->last_turn == UINT32_MAX ? 0 : s->last_turn - game_turn(s->game) + 1;
    uint64_t plies = s->last_ply == UINT32_MAX ? 0 : s->last_ply - game_ply(s->game) + 1;
    return game_key(s->game) ^ hash_mix(turns << 32 | plies);
}

static bool too_late(const Solver *s) {
    return game_turn(s->game) > s->last_turn || game_ply(s->game) >= s->last_ply;
}

static bool attacks(const Solver *s) {
    return game_side(s->game) == s->attacker;
}

static bool make(Solver *s, const Action *a) {
    if (!game_play(s->game, a))
        return false;
    s->nodes++;
    if (s->limits.nodes && s->nodes >= s->limits.nodes)
        s->stopped = true;
    if (s->nodes < s->pace.at)
        return true;
    uint64_t spent = pace_look(&s->pace, s->nodes);
    if ((s->limits.stop && atomic_load_explicit(s->limits.stop, memory_order_relaxed)) ||
        (s->limits.halt && s->limits.halt(s->limits.context)) ||
        (s->limits.milliseconds && spent >= s->limits.milliseconds * UINT64_C(1000000)))
        s->stopped = true;
    return true;
}

/* First numbers of the present position. Few answers are soon refuted. */
static void branch_judge(Solver *s, Branch *branch) {
    Outcome end = game_outcome(s->game);
    bool won = end.over && end.percent == (s->attacker == SIDE_WHITE ? 100 : 0);
    branch->key = question_key(s);
    branch->length = 0;
    branch->over = end.over || too_late(s);
    if (branch->over) {
        branch->proof = won ? PROVED : ENDLESS;
        branch->disproof = won ? ENDLESS : PROVED;
        return;
    }
    uint32_t n = attacks(s) ? 1 : game_count(s->game);
    branch->proof = n ? n : 1;
    branch->disproof = 1;
}

static void branch_refresh(const Solver *s, Branch *branch) {
    const Fact *fact = branch->over ? NULL : fact_find(s, branch->key);
    if (!fact)
        return;
    branch->proof = fact->proof;
    branch->disproof = fact->disproof;
    branch->length = fact->length;
}

/* ------------------------------------------------------------------------ one node's sum */

typedef struct Sum {
    uint32_t proof, disproof;
    uint32_t best, second; /* the branch to look at, and the number of the next best */
    uint16_t length;
} Sum;

/* Seen by who decides: `mine` is what he wants small in one branch, `other` what he must be shown
 * in all. */
static Sum sum_of(const Branch *branches, uint32_t n, bool attacker) {
    Sum sum = {.best = 0, .second = ENDLESS, .length = attacker ? UINT16_MAX : 0};
    uint32_t least = UINT32_MAX, most = 0, open = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t mine = attacker ? branches[i].proof : branches[i].disproof;
        uint32_t other = attacker ? branches[i].disproof : branches[i].proof;
        if (mine < least) {
            sum.second = least < ENDLESS ? least : ENDLESS;
            least = mine;
            sum.best = i;
        } else if (mine < sum.second)
            sum.second = mine;
        if (other != PROVED) {
            open++;
            most = other > most ? other : most;
        }
        if (branches[i].proof == PROVED &&
            (attacker ? branches[i].length < sum.length : branches[i].length > sum.length))
            sum.length = branches[i].length;
    }
    uint32_t all = open == 0 ? PROVED : most >= ENDLESS ? ENDLESS : most + open - 1;
    all = all > ENDLESS ? ENDLESS : all;
    least = least > ENDLESS ? ENDLESS : least;
    sum.proof = attacker ? least : all;
    sum.disproof = attacker ? all : least;
    if (sum.proof == PROVED)
        sum.disproof = ENDLESS;
    else if (sum.disproof == PROVED)
        sum.proof = ENDLESS;
    sum.length = (uint16_t)(sum.length + 1);
    return sum;
}

/* --------------------------------------------------------------------------- the search */

/* False: there is no room for the list, or for an action. Nothing is shown by a part of a list. */
static bool branches_make(Solver *s, Action *list, Branch *branches, uint32_t *n) {
    uint32_t room = SOLVE_POOL - s->used, count = game_actions(s->game, list, room);
    bool attacker = attacks(s);
    for (*n = 0; *n < count && count <= room; ++*n) {
        Branch *branch = &branches[*n];
        if (!make(s, &list[*n]))
            return false;
        branch_judge(s, branch);
        game_undo(s->game);
        branch_refresh(s, branch);
        if ((attacker ? branch->proof : branch->disproof) == PROVED)
            count = *n + 1; /* it decides here */
    }
    return count <= room;
}

/* Works on the present position until one of its numbers reaches its limit. Depth is bounded by
 * SOLVE_PLIES. */
static Sum prove(Solver *s, uint64_t key, uint32_t proof_most, uint32_t disproof_most,
                 uint32_t depth) {
    Action *list = s->pool + s->used;
    Branch *branches = s->branches + s->used;
    bool attacker = attacks(s);
    uint64_t begun = s->nodes;
    uint32_t n;
    if (!branches_make(s, list, branches, &n)) {
        s->stopped = true;
        return (Sum){.proof = 1, .disproof = 1};
    }
    s->used += n;
    Sum sum = sum_of(branches, n, attacker);
    while (!s->stopped && n > 0 && sum.proof < proof_most && sum.disproof < disproof_most) {
        Branch *best = &branches[sum.best];
        uint32_t mine = attacker ? proof_most : disproof_most;
        uint32_t other = attacker ? disproof_most : proof_most;
        uint32_t next = sum.second + sum.second / 4 + 1;
        mine = mine < next ? mine : next;
        uint32_t now = attacker ? sum.disproof : sum.proof;
        uint32_t its = attacker ? best->disproof : best->proof;
        other = other >= ENDLESS ? ENDLESS : other - now + its;
        if (depth + 1 >= SOLVE_PLIES || !make(s, &list[sum.best])) {
            s->stopped = true;
            break;
        }
        Sum below = attacker ? prove(s, best->key, mine, other, depth + 1)
                             : prove(s, best->key, other, mine, depth + 1);
        game_undo(s->game);
        best->proof = below.proof;
        best->disproof = below.disproof;
        best->length = below.length;
        for (uint32_t i = 0; i < n; i++)
            branch_refresh(s, &branches[i]);
        if (best->proof != below.proof && (below.proof == PROVED || below.disproof == PROVED)) {
            best->proof = below.proof; /* its fact was lost to another */
            best->disproof = below.disproof;
        }
        sum = sum_of(branches, n, attacker);
    }
    s->used -= n;
    fact_put(s, key, sum.proof, sum.disproof, sum.length, s->nodes - begun);
    return sum;
}

/* ---------------------------------------------------------------------------- the line */

/* The action that a proved position is won by, or that holds out longest. */
static uint32_t line_next(Solver *s, Action *list) {
    Branch *branches = s->branches + s->used;
    uint32_t room = SOLVE_POOL - s->used, n = game_actions(s->game, list, room);
    uint32_t best = UINT32_MAX, length = 0;
    bool attacker = attacks(s);
    for (uint32_t i = 0; i < n && i < room; i++) {
        game_play(s->game, &list[i]);
        branch_judge(s, &branches[i]);
        branch_refresh(s, &branches[i]);
        if (!attacker && branches[i].proof != PROVED && !branches[i].over)
            branches[i].length = prove(s, branches[i].key, ENDLESS, ENDLESS, 0).length;
        game_undo(s->game);
        if (attacker && branches[i].proof != PROVED)
            continue;
        if (best == UINT32_MAX ||
            (attacker ? branches[i].length < length : branches[i].length > length)) {
            best = i;
            length = branches[i].length;
        }
    }
    return best;
}

/* A line may take as much again as its proof was allowed. */
static void line_limits(Solver *s) {
    if (s->limits.nodes)
        s->limits.nodes += s->nodes;
    if (s->limits.milliseconds)
        s->limits.milliseconds += pace_spent(&s->pace) / 1000000u;
    s->stopped = false;
}

static void line_write(Solver *s, SolveResult *result) {
    char text[MAX_TEXT_ACTION];
    size_t used = 0;
    uint32_t played = 0;
    s->line[0] = '\0';
    line_limits(s);
    while (!ferz_game_outcome(s->player).over && played < SOLVE_MAX_ACTIONS && !s->stopped) {
        uint32_t index = line_next(s, s->pool + s->used);
        if (index == UINT32_MAX)
            break;
        size_t length = ferz_game_action_text(s->player, index, text, sizeof text);
        if (played == 0)
            result->action = index;
        if (used + length + 2 > sizeof s->line || length >= sizeof text)
            break;
        used +=
            (size_t)snprintf(s->line + used, sizeof s->line - used, "%s%s", used ? " " : "", text);
        if (ferz_game_play_index(s->player, index) != FERZ_OK)
            break;
        s->trail[played++] = (uint16_t)index;
    }
    result->actions = s->n_trail = played;
    while (played--)
        ferz_game_undo(s->player);
    result->line = s->line;
}

/* ------------------------------------------------------------------------------ the run */

static ferz_status refuse(Solver *s, ferz_status status, const char *text) {
    snprintf(s->message, sizeof s->message, "%s", text);
    return status;
}

static ferz_status limits_check(Solver *s, const SolveLimits *limits) {
    if ((!limits->turns && !limits->actions) || limits->turns > SOLVE_MAX_TURNS ||
        limits->actions > SOLVE_MAX_ACTIONS)
        return refuse(s, FERZ_USAGE, "a number of turns (1 to 20) or of actions (1 to 100)");
    if (view_rules(view_game_rules(s->player)) != s->rules)
        return refuse(s, FERZ_USAGE, "the game is of other rules than the solver");
    if (ferz_game_outcome(s->player).over)
        return refuse(s, FERZ_EMPTY, "the game is over");
    if (ferz_game_action_count(s->player) == 0)
        return refuse(s, FERZ_EMPTY, "there is no legal action");
    if (view_plies_left(s->player) < 2)
        return refuse(s, FERZ_FULL, "the game is too long: no room to look ahead");
    return FERZ_OK;
}

/* The turn and the ply behind which a win with so many is too late. */
static void limit_set(Solver *s, uint32_t number) {
    bool own = game_turn_side(s->game) == s->attacker;
    uint32_t plies = s->by_turns ? s->limits.actions : number;
    s->last_turn = s->by_turns ? game_turn(s->game) + 2 * (number - 1) + !own : UINT32_MAX;
    s->last_ply = plies ? game_ply(s->game) + plies : UINT32_MAX;
}

ferz_status solver_run(Solver *s, ferz_game *game, const SolveLimits *limits, SolveResult *result) {
    memset(result, 0, sizeof *result);
    result->line = "";
    s->message[0] = '\0';
    s->player = game;
    ferz_status status = limits_check(s, limits);
    if (status != FERZ_OK)
        return status;
    s->game = view_game(game);
    s->limits = *limits;
    pace_begin(&s->pace, limits->processor);
    s->nodes = 0;
    s->used = 0;
    s->n_trail = 0;
    s->stopped = false;
    s->attacker = game_side(s->game);
    s->by_turns = limits->turns != 0;
    memset(s->facts, 0, (s->mask + 1) * BUCKET * sizeof *s->facts);
    uint32_t most = s->by_turns ? limits->turns : limits->actions;
    result->verdict = SOLVE_NOT_WON;
    for (uint32_t number = 1; number <= most && result->verdict == SOLVE_NOT_WON; number++) {
        limit_set(s, number);
        Sum sum = prove(s, question_key(s), ENDLESS, ENDLESS, 0);
        result->verdict = sum.proof == PROVED      ? SOLVE_WON
                          : sum.disproof == PROVED ? SOLVE_NOT_WON
                                                   : SOLVE_UNKNOWN;
        result->turns = s->by_turns ? number : 0;
    }
    result->nodes = s->nodes;
    if (result->verdict == SOLVE_WON)
        line_write(s, result);
    result->milliseconds = pace_spent(&s->pace) / 1000000u;
    return FERZ_OK;
}
