#include "study/match.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/limits.h"
#include "study/bout.h"

/* Of a game: its score, or that there is none. */
enum { NOT_PLAYED = -1, VOID = -2 };

/* What the threads share, under the lock. */
typedef struct Match {
    const MatchSetup *setup;
    MatchResult *result;
    char *why;
    int16_t *scores; /* by game; owned */
    uint32_t next;   /* game that nobody has taken */
    uint32_t pair;   /* in order: the first one that is not complete */
    Tally in_order;  /* of the pairs before */
    GameFile file;
    MatchEnd end;
    uint32_t running; /* threads */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    atomic_bool stop;
} Match;

/* ------------------------------------------------------------------------------ counting */

static int fault_of(const char *end) {
    for (int i = ENGINE_FINE + 1; i <= ENGINE_DIFFERS; i++)
        if (strcmp(engine_fault_name((EngineFault)i), end) == 0)
            return i;
    return ENGINE_FINE;
}

static void count_record(Match *match, const GameRecord *record) {
    MatchResult *result = match->result;
    result->played++;
    match->scores[record->index] = record->counted ? (int16_t)record->score : VOID;
    for (int i = 0; i < 2; i++) {
        result->decisions[i] += record->decisions[i];
        result->nodes[i] += record->nodes[i];
        result->processor[i] += record->processor[i];
    }
    if (record->by < 0)
        return;
    result->faults[record->by][fault_of(record->end)]++;
    snprintf(result->last_fault, sizeof result->last_fault, "%s", record->note);
}

static void tally_both(Tally *tally, int first, int second) {
    if (first >= 0)
        tally_game(tally, (uint32_t)first);
    if (second >= 0)
        tally_game(tally, (uint32_t)second);
    if (first >= 0 && second >= 0)
        tally_pair(tally, (uint32_t)first, (uint32_t)second);
}

/* Takes the pairs that are complete now, in order, until the test has its answer. */
static void look_in_order(Match *match) {
    MatchResult *result = match->result;
    const Sprt *sprt = match->setup->sprt;
    while (result->verdict == 0 && match->pair < match->setup->games / 2) {
        const int16_t *both = match->scores + (size_t)2 * match->pair;
        if (both[0] == NOT_PLAYED || both[1] == NOT_PLAYED)
            return;
        tally_both(&match->in_order, both[0], both[1]);
        match->pair++;
        if (!sprt)
            continue;
        result->ratio = sprt_ratio(sprt, &match->in_order);
        if (result->ratio >= sprt_upper(sprt))
            result->verdict = 1;
        else if (result->ratio <= sprt_lower(sprt))
            result->verdict = -1;
    }
}

/* All that was played; with a verdict, only the pairs that led to it. */
static void sum_up(Match *match) {
    MatchResult *result = match->result;
    const MatchSetup *setup = match->setup;
    result->tally = match->in_order;
    for (uint32_t i = 2 * match->pair; result->verdict == 0 && i < setup->games; i += 2)
        tally_both(&result->tally, match->scores[i],
                   i + 1 < setup->games ? match->scores[i + 1] : NOT_PLAYED);
    result->counted = (uint32_t)(result->tally.won + result->tally.drawn + result->tally.lost);
}

/* ------------------------------------------------------------------------------- threads */

/* A game to play; false: there is none any more. */
static bool take_game(Match *match, uint32_t *index) {
    bool found = false;
    pthread_mutex_lock(&match->lock);
    while (match->next < match->setup->games && match->scores[match->next] != NOT_PLAYED)
        match->next++;
    if (match->next < match->setup->games && match->result->verdict == 0) {
        *index = match->next++;
        found = true;
    }
    pthread_mutex_unlock(&match->lock);
    return found && !atomic_load(&match->stop);
}

static void fail(Match *match, MatchEnd end, const char *why) {
    pthread_mutex_lock(&match->lock);
    if (match->end == MATCH_DONE) {
        match->end = end;
        snprintf(match->why, MATCH_WHY_BYTES, "%s", why);
    }
    pthread_mutex_unlock(&match->lock);
    atomic_store(&match->stop, true);
}

static void keep(Match *match, const GameRecord *record) {
    pthread_mutex_lock(&match->lock);
    bool kept = game_file_append(&match->file, record);
    int why = errno; /* what comes now may change it */
    count_record(match, record);
    look_in_order(match);
    if (match->setup->told) {
        sum_up(match);
        match->setup->told(match->setup->context, match->result, record);
    }
    pthread_mutex_unlock(&match->lock);
    if (!kept)
        fail(match, MATCH_FILE, strerror(why));
}

static void play_games(Match *match, Bout *bout) {
    uint32_t index;
    while (take_game(match, &index)) {
        GameRecord record;
        char *moves;
        BoutEnd end = bout_play(bout, index, &record, &moves);
        if (end == BOUT_OVER)
            keep(match, &record);
        else if (end == BOUT_ABSENT || end == BOUT_UNABLE)
            fail(match, end == BOUT_ABSENT ? MATCH_ABSENT : MATCH_UNABLE, record.note);
        else if (end == BOUT_NO_MEMORY)
            fail(match, MATCH_NO_MEMORY, "not enough memory");
        free(moves);
        if (end != BOUT_OVER)
            return;
    }
}

static void *worker_run(void *own) {
    Match *match = own;
    Bout bout;
    if (bout_open(&bout, match->setup, &match->stop))
        play_games(match, &bout);
    else
        fail(match, MATCH_NO_MEMORY, "not enough memory");
    bout_close(&bout);
    pthread_mutex_lock(&match->lock);
    match->running--;
    pthread_cond_signal(&match->changed);
    pthread_mutex_unlock(&match->lock);
    return NULL;
}

static bool worker_start(Match *match, pthread_t *thread) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    bool started = pthread_attr_setstacksize(&attributes, THREAD_STACK_BYTES) == 0 &&
                   pthread_create(thread, &attributes, worker_run, match) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

/* Waits for the threads, and looks ten times a second whether it is enough. */
static void wait_for_workers(Match *match) {
    enum { LOOK_NANOSECONDS = 100000000, SECOND = 1000000000 };
    const MatchSetup *setup = match->setup;
    pthread_mutex_lock(&match->lock);
    while (match->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += LOOK_NANOSECONDS;
        until.tv_sec += until.tv_nsec / SECOND;
        until.tv_nsec %= SECOND;
        pthread_cond_timedwait(&match->changed, &match->lock, &until);
        if (setup->halt && !atomic_load(&match->stop) && setup->halt(setup->context)) {
            atomic_store(&match->stop, true);
            if (match->end == MATCH_DONE)
                match->end = MATCH_STOPPED;
        }
    }
    pthread_mutex_unlock(&match->lock);
}

static void run_workers(Match *match) {
    pthread_t threads[MATCH_MAX_WORKERS];
    uint32_t started = 0;
    match->running = match->setup->workers;
    while (started < match->setup->workers && worker_start(match, &threads[started]))
        started++;
    pthread_mutex_lock(&match->lock);
    match->running -= match->setup->workers - started; /* the others take their share */
    pthread_mutex_unlock(&match->lock);
    if (started == 0)
        fail(match, MATCH_NO_MEMORY, "no thread could be started");
    wait_for_workers(match);
    for (uint32_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

/* ------------------------------------------------------------------------------- matches */

/* A game of the file. One behind the number that is wanted now is not looked at. */
static bool found_game(void *context, const GameRecord *record) {
    Match *match = context;
    if (record->index >= match->setup->games)
        return true;
    if (match->scores[record->index] != NOT_PLAYED)
        return false;
    count_record(match, record);
    match->result->resumed++;
    return true;
}

static bool open_file(Match *match) {
    char why[RECORD_WHY_BYTES];
    match->file = (GameFile){.file = -1};
    if (!match->setup->path)
        return true;
    if (game_file_open(&match->file, match->setup->path, match->setup->head, found_game, match,
                       why)) {
        look_in_order(match);
        return true;
    }
    snprintf(match->why, MATCH_WHY_BYTES, "%s", why);
    match->end = MATCH_FILE;
    return false;
}

MatchEnd match_run(const MatchSetup *setup, MatchResult *result, char why[MATCH_WHY_BYTES]) {
    Match match = {.setup = setup, .result = result, .why = why, .end = MATCH_DONE};
    *result = (MatchResult){.games = setup->games};
    why[0] = '\0';
    match.scores = malloc(setup->games * sizeof *match.scores);
    if (!match.scores) {
        snprintf(why, MATCH_WHY_BYTES, "not enough memory");
        return MATCH_NO_MEMORY;
    }
    for (uint32_t i = 0; i < setup->games; i++)
        match.scores[i] = NOT_PLAYED;
    pthread_mutex_init(&match.lock, NULL);
    pthread_cond_init(&match.changed, NULL);
    if (open_file(&match)) {
        run_workers(&match);
        sum_up(&match);
        game_file_close(&match.file);
    }
    pthread_cond_destroy(&match.changed);
    pthread_mutex_destroy(&match.lock);
    free(match.scores);
    return match.end;
}
