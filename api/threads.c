/* Counts and random games by several threads. Rules are constant and shared; each thread has a
 * game of its own. What is to be done is numbered, and each thread takes the next number that
 * nobody has taken. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "api/internal.h"

/* -------------------------------------------------------------------------------- a team */

typedef void TeamWork(ferz_game *game, void *task);

typedef struct Member {
    ferz_game *game; /* owned */
    TeamWork *work;
    void *task;
    pthread_t thread;
} Member;

static void *member_run(void *own) {
    Member *member = own;
    member->work(member->game, member->task);
    return NULL;
}

static bool member_start(Member *member) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    bool started = pthread_attr_setstacksize(&attributes, THREAD_STACK_BYTES) == 0 &&
                   pthread_create(&member->thread, &attributes, member_run, member) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

/* Does the work in all members' threads and in this one, with its game. A thread that does not
 * start is not missed: the others take its share. */
static void team_work(ferz_game *game, Member *members, uint32_t count) {
    TeamWork *work = members[0].work;
    uint32_t started = 0;
    while (started < count && member_start(&members[started]))
        started++;
    work(game, members[0].task);
    for (uint32_t i = 0; i < started; i++)
        pthread_join(members[i].thread, NULL);
}

static void team_free(Member *members, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        ferz_game_free(members[i].game);
    free(members);
}

/* Members whose games stand where this one does. Owned; NULL: no memory. */
static Member *team_make(ferz_game *game, uint32_t count, TeamWork *work, void *task) {
    Member *members = calloc(count, sizeof *members);
    Past *past = members ? past_take(game) : NULL;
    if (!past) {
        free(members);
        return NULL;
    }
    past_restore(game, past);
    bool made = true;
    for (uint32_t i = 0; i < count && made; i++) {
        members[i] = (Member){.work = work, .task = task};
        made = ferz_game_new(game->rules, game->max_plies, &members[i].game) == FERZ_OK;
        if (made)
            past_restore(members[i].game, past);
    }
    past_free(past);
    if (made)
        return members;
    team_free(members, count);
    return NULL;
}

static ferz_status team_run(ferz_game *game, uint32_t threads, TeamWork *work, void *task) {
    if (threads == 1) {
        work(game, task);
        return FERZ_OK;
    }
    Member *members = team_make(game, threads - 1, work, task);
    if (!members)
        return game_refuse(game, FERZ_NO_MEMORY, "not enough memory for so many threads");
    team_work(game, members, threads - 1);
    team_free(members, threads - 1);
    return FERZ_OK;
}

static ferz_status check_threads(ferz_game *game, uint32_t threads) {
    if (threads < 1 || threads > MAX_THREADS)
        return game_refuse(game, FERZ_USAGE, "the number of threads is out of range");
    return FERZ_OK;
}

/* -------------------------------------------------------------------------------- counts */

/* One count, shared by the team. */
typedef struct Count {
    uint32_t depth;
    PerftEnds ends;
    atomic_uint_least64_t next;   /* subtree that nobody has taken */
    atomic_uint_least64_t leaves; /* in all */
    atomic_bool too_wide;
    pthread_mutex_t lock; /* of `behind` */
    uint64_t *behind;     /* by action of the root, `room` of them; or NULL */
    uint32_t room;
} Count;

typedef struct Taker {
    Count *count;
    uint64_t mine; /* the subtree to count next */
} Taker;

static bool take_subtree(void *own, uint64_t subtree) {
    Taker *taker = own;
    if (subtree != taker->mine || atomic_load(&taker->count->too_wide))
        return false;
    taker->mine = atomic_fetch_add(&taker->count->next, 1);
    return true;
}

static void count_behind(void *own, uint32_t action, uint64_t leaves) {
    Count *count = ((Taker *)own)->count;
    if (!count->behind)
        return;
    if (action >= count->room) {
        atomic_store(&count->too_wide, true);
        return;
    }
    pthread_mutex_lock(&count->lock);
    count->behind[action] += leaves;
    pthread_mutex_unlock(&count->lock);
}

static void count_work(ferz_game *game, void *task) {
    Count *count = task;
    Taker taker = {count, atomic_fetch_add(&count->next, 1)};
    PerftShare share = {take_subtree, count_behind, &taker};
    uint64_t leaves = game_perft_share(game->game, count->depth, count->ends, &share);
    if (leaves == PERFT_TOO_WIDE)
        atomic_store(&count->too_wide, true);
    else
        atomic_fetch_add(&count->leaves, leaves);
}

/* Counts into `behind`, when it is there, and `leaves`. */
static ferz_status count_run(ferz_game *game, uint32_t threads, Count *count, uint64_t *leaves) {
    if (pthread_mutex_init(&count->lock, NULL) != 0)
        return game_refuse(game, FERZ_NO_MEMORY, "not enough memory");
    atomic_init(&count->next, 0);
    atomic_init(&count->leaves, 0);
    atomic_init(&count->too_wide, false);
    ferz_status status = team_run(game, threads, count_work, count);
    pthread_mutex_destroy(&count->lock);
    if (status != FERZ_OK)
        return status;
    if (atomic_load(&count->too_wide))
        return game_refuse_wide(game);
    *leaves = atomic_load(&count->leaves);
    return FERZ_OK;
}

ferz_status ferz_game_perft_threads(ferz_game *game, uint32_t threads, uint32_t depth,
                                    ferz_ends ends, uint64_t *leaves) {
    enum { LEAST_SHARED = 3 }; /* below, nothing is left to share */
    *leaves = 0;
    ferz_status status = check_threads(game, threads);
    if (status == FERZ_OK)
        status = game_perft_check(game, depth, ends);
    if (status != FERZ_OK)
        return status;
    if (threads == 1 || depth < LEAST_SHARED)
        return ferz_game_perft(game, depth, ends, leaves);
    Count count = {.depth = depth, .ends = game_perft_ends(ends)};
    return count_run(game, threads, &count, leaves);
}

ferz_status ferz_game_divide(ferz_game *game, uint32_t threads, uint32_t depth, ferz_ends ends,
                             uint64_t *leaves) {
    uint64_t total;
    ferz_status status = check_threads(game, threads);
    if (status == FERZ_OK && depth == 0)
        status = game_refuse(game, FERZ_USAGE, "a count by actions has a depth of at least 1");
    if (status == FERZ_OK)
        status = game_perft_check(game, depth, ends);
    if (status != FERZ_OK)
        return status;
    uint32_t room = game_list(game).count;
    if (room == 0)
        return FERZ_OK;
    memset(leaves, 0, room * sizeof *leaves);
    Count count = {.depth = depth, .ends = game_perft_ends(ends), .behind = leaves, .room = room};
    return count_run(game, threads, &count, &total);
}

/* -------------------------------------------------------------------------- random games */

typedef struct Playouts {
    uint64_t seed, first;
    size_t count;
    uint32_t max_plies;
    ferz_playout *results;
    atomic_size_t next; /* the first that nobody plays */
} Playouts;

static void playouts_work(ferz_game *game, void *task) {
    Playouts *own = task;
    for (size_t i; (i = atomic_fetch_add(&own->next, 1)) < own->count;)
        ferz_game_playout(game, own->seed, own->first + i, own->max_plies, &own->results[i]);
}

ferz_status ferz_game_playouts(ferz_game *game, uint32_t threads, uint64_t seed, uint64_t first,
                               size_t count, uint32_t max_plies, ferz_playout *results) {
    ferz_status status = check_threads(game, threads);
    if (status != FERZ_OK)
        return status;
    Playouts own = {seed, first, count, max_plies, results, 0};
    return team_run(game, threads, playouts_work, &own);
}
