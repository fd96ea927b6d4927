#include "study/beginnings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/limits.h"
#include "play/simple.h"

static bool goes_on(ferz_game *game) {
    return !ferz_game_outcome(game).over && ferz_game_action_count(game) > 0;
}

/* The text as a position, else as moves. Owned; NULL: neither. */
static char *line_take(const char *line, size_t length, ferz_game *game) {
    static const char moves[] = "startpos moves ";
    size_t size = sizeof moves + length;
    char *text = malloc(size);
    if (!text)
        return NULL;
    snprintf(text, size, "%.*s", (int)length, line);
    if (ferz_game_set_position(game, text) == FERZ_OK)
        return text;
    snprintf(text, size, "%s%.*s", moves, (int)length, line);
    if (ferz_game_set_position(game, text) == FERZ_OK)
        return text;
    free(text);
    return NULL;
}

static bool lines_add(Beginnings *own, char *line) {
    char **lines = realloc(own->lines, ((size_t)own->n_lines + 1) * sizeof *lines);
    if (!lines) {
        free(line);
        return false;
    }
    own->lines = lines;
    own->lines[own->n_lines++] = line;
    return true;
}

bool beginnings_read(Beginnings *own, const char *text, ferz_game *game,
                     char why[BEGINNINGS_WHY_BYTES]) {
    for (uint32_t number = 1; *text; number++) {
        size_t whole = strcspn(text, "\n"), length = strcspn(text, "\n;");
        while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\r'))
            length--;
        if (length > 0 && *text != '#') {
            char *line = line_take(text, length, game);
            if (!line || !goes_on(game)) {
                snprintf(why, BEGINNINGS_WHY_BYTES, "line %u: %s", number,
                         line ? "the game is over there" : ferz_game_message(game));
                free(line);
                return false;
            }
            if (!lines_add(own, line))
                return false;
        }
        text += whole + (text[whole] != '\0');
    }
    if (own->n_lines == 0)
        snprintf(why, BEGINNINGS_WHY_BYTES, "no line tells a beginning");
    return own->n_lines > 0;
}

void beginnings_free(Beginnings *own) {
    for (uint32_t i = 0; i < own->n_lines; i++)
        free(own->lines[i]);
    free(own->lines);
    *own = (Beginnings){0};
}

static bool play_random(ferz_game *game, uint32_t plies, Rng *rng) {
    for (uint32_t i = 0; i < plies; i++)
        if (!goes_on(game) || ferz_game_play_index(game, choose_randomly(game, rng)) != FERZ_OK)
            return false;
    return goes_on(game);
}

bool beginnings_set(const Beginnings *own, uint32_t pair, uint64_t seed, ferz_game *game,
                    const ferz_rules *rules) {
    enum { TRIES = 100 };
    if (own->n_lines > 0)
        return ferz_game_set_position(game, own->lines[pair % own->n_lines]) == FERZ_OK;
    Rng rng;
    rng_seed(&rng, hash_mix(seed ^ hash_mix(pair + UINT64_C(1))));
    uint64_t draw = rng_next(&rng);
    for (int i = 0; i < TRIES; i++) {
        if (ferz_rules_setup_count(rules) > 1)
            ferz_game_set_up(game, ferz_rules_draw(rules, draw));
        else
            ferz_game_restart(game);
        if (play_random(game, own->random_plies, &rng))
            return true;
    }
    return false;
}
