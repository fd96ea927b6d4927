#include "cli/game_clock.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static bool read_number(const char **text, int64_t most, int64_t *number) {
    char *end;
    if (!isdigit((unsigned char)**text))
        return false;
    unsigned long long value = strtoull(*text, &end, 10);
    *text = end;
    *number = value <= (unsigned long long)most ? (int64_t)value : most + 1;
    return *number <= most;
}

bool game_clock_read(GameClock *clock, const char *text) {
    enum { MOST_SECONDS = 1000000 };
    int64_t seconds, increment = 0;
    if (!read_number(&text, MOST_SECONDS, &seconds))
        return false;
    if (*text == ':') {
        int64_t rest;
        text++;
        if (!read_number(&text, 59, &rest))
            return false;
        seconds = 60 * seconds + rest;
    }
    if (*text == '+') {
        text++;
        if (!read_number(&text, MOST_SECONDS, &increment))
            return false;
    }
    if (*text || seconds == 0)
        return false;
    *clock = (GameClock){.begin = 1000 * seconds, .increment = 1000 * increment, .over = -1};
    return true;
}

void game_clock_start(GameClock *clock) {
    clock->runs = clock->begin > 0;
    clock->left[0] = clock->left[1] = clock->begin;
    clock->since = now();
    clock->over = -1;
}

void game_clock_stop(GameClock *clock) {
    clock->runs = false;
    clock->over = -1;
}

bool game_clock_charge(GameClock *clock, int side) {
    int64_t time = now();
    if (!clock->runs)
        return true;
    clock->left[side] -= time - clock->since;
    clock->since = time;
    if (clock->left[side] > 0)
        return true;
    clock->runs = false;
    clock->left[side] = 0;
    clock->over = side;
    return false;
}

void game_clock_turn_over(GameClock *clock, int side) {
    if (clock->runs)
        clock->left[side] += clock->increment;
}

SearchClock game_clock_for_search(const GameClock *clock, int side) {
    if (!clock->runs)
        return (SearchClock){0};
    return (SearchClock){.left = (uint64_t)(clock->left[side] > 1 ? clock->left[side] : 1),
                         .increment = (uint64_t)clock->increment};
}

const char *game_clock_text(const GameClock *clock, int side, char text[CLOCK_TEXT_BYTES]) {
    int64_t seconds = (clock->left[side] + 999) / 1000;
    snprintf(text, CLOCK_TEXT_BYTES, "%" PRId64 ":%02" PRId64, seconds / 60, seconds % 60);
    return text;
}
