/* Asking loaded rules. */
#include <inttypes.h>
#include <stdlib.h>

#include "api/internal.h"
#include "base/rng.h"
#include "base/sink.h"
#include "render/explain.h"
#include "rules/dump.h"
#include "rules/shuffle.h"

const char *ferz_version(void) {
    return FERZ_VERSION;
}

const char *ferz_status_text(ferz_status status) {
    static const char *const texts[] = {
        [FERZ_OK] = "done",
        [FERZ_ERRORS] = "the input has errors",
        [FERZ_NO_MEMORY] = "not enough memory",
        [FERZ_USAGE] = "an argument is missing or out of range",
        [FERZ_FULL] = "the game is too long",
        [FERZ_EMPTY] = "there is nothing to take back",
    };
    return (unsigned)status < sizeof texts / sizeof texts[0] ? texts[status] : "unknown status";
}

void ferz_rules_free(ferz_rules *rules) {
    if (!rules)
        return;
    rules_free(rules->rules);
    free(rules);
}

const char *ferz_rules_name(const ferz_rules *rules) {
    return rules->rules->name ? rules->rules->name : "";
}

uint64_t ferz_rules_hash(const ferz_rules *rules) {
    return rules->rules->hash;
}

size_t ferz_rules_memory(const ferz_rules *rules) {
    return arena_used(rules->rules->arena) + sizeof *rules;
}

size_t ferz_rules_points(const ferz_rules *rules) {
    return rules->rules->board.n_points;
}

size_t ferz_rules_setup_count(const ferz_rules *rules) {
    return shuffle_count(rules->rules);
}

size_t ferz_rules_draw(const ferz_rules *rules, uint64_t seed) {
    Rng rng;
    rng_seed(&rng, seed);
    return rng_below(&rng, shuffle_count(rules->rules));
}

size_t ferz_rules_option_count(const ferz_rules *rules) {
    return rules->rules->n_options;
}

bool ferz_rules_option(const ferz_rules *rules, size_t index, ferz_option *option) {
    if (index >= rules->rules->n_options)
        return false;
    const Option *own = &rules->rules->options[index];
    *option = (ferz_option){.name = own->name,
                            .says = own->says ? own->says : "",
                            .value = own->value,
                            .standard = own->standard,
                            .choices = own->choices};
    return true;
}

size_t ferz_rules_explain(const ferz_rules *rules, char *buffer, size_t size) {
    Sink sink = sink_over(buffer, size);
    explain_rules(rules->rules, &sink);
    return sink.length;
}

/* What is chosen as a game is set up. */
static void dump_play(const ferz_rules *rules, Sink *sink) {
    ferz_game *game;
    if (ferz_game_new(rules, 1, &game) != FERZ_OK) {
        sink_text(sink, "play: no memory for a game\n");
        return;
    }
    GameWays ways = game_ways(game->game);
    sink_printf(sink, "play:\n  sets: %" PRIu32 " points\n", ways.width);
    sink_printf(sink, "  leaves: %s\n",
                ways.based     ? "counted on sets, siblings by what changed"
                : ways.counted ? "counted on sets"
                               : "counted as they are generated");
    sink_printf(sink, "  actions: %s\n",
                ways.barely ? "made without asking rules but for clocks" : "made with all rules");
    sink_printf(sink, "  random: %s\n",
                ways.chances ? "drawn before it is judged" : "drawn from all that is legal");
    ferz_game_free(game);
}

size_t ferz_rules_dump(const ferz_rules *rules, char *buffer, size_t size) {
    Sink sink = sink_over(buffer, size);
    rules_dump(rules->rules, &sink);
    dump_play(rules, &sink);
    return sink.length;
}
