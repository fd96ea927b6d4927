#include "tests/games/support_fuzz_variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sink.h"
#include "tests/games/support.h"

static bool has_placed_error(const Diagnostics *diags) {
    for (uint32_t i = 0; i < diags->count && i < MAX_DIAGNOSTICS; i++)
        if (diags->items[i].severity == SEVERITY_ERROR && diags->items[i].span.source != NO_SOURCE)
            return true;
    return false;
}

/* Random actions, so that what loads is also played. */
static Verdict play_some(const Rules *rules) {
    enum { PLIES = 12 };
    Game *game = game_new(rules, PLIES + 1);
    Actions list = actions_new();
    Rng rng;
    Verdict verdict = VERDICT_GOOD;
    rng_seed(&rng, 7);
    for (uint32_t ply = 0; ply < PLIES && verdict == VERDICT_GOOD; ply++) {
        if (game_self_check(game))
            verdict = VERDICT_BAD_DATA;
        if (game_outcome(game).over)
            break;
        list.count = game_actions(game, list.items, MAX_ACTIONS);
        if (list.count == 0 || !game_play(game, &list.items[rng_below(&rng, list.count)]))
            break;
    }
    actions_free(&list);
    game_free(game);
    return verdict;
}

/* Printing must be as safe as compiling. */
static Verdict print_refusal(const Variant *variant) {
    enum { REPORT_BYTES = 1 << 18 };
    if (variant->status != LANG_ERRORS || variant->diags->errors == 0)
        return VERDICT_NO_ERROR;
    char *report = malloc(REPORT_BYTES);
    Sink sink = sink_over(report, REPORT_BYTES);
    diag_sort(variant->diags);
    diag_print(variant->diags, &sink);
    free(report);
    return has_placed_error(variant->diags) ? VERDICT_GOOD : VERDICT_NO_PLACE;
}

Verdict variant_text_try(const char *name, const char *text, size_t size) {
    Variant variant;
    Verdict verdict = variant_compile(&variant, name, text, size) ? play_some(variant.rules)
                                                                  : print_refusal(&variant);
    variant_free(&variant);
    return verdict;
}

const char *verdict_text(Verdict verdict) {
    static const char *const texts[VERDICT_COUNT] = {
        [VERDICT_NO_PLACE] = "is refused without a place",
        [VERDICT_BAD_DATA] = "loads, and its incremental data go wrong",
        [VERDICT_NO_ERROR] = "fails without an error",
    };
    return texts[verdict];
}

int fuzz_variant(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = 0;
    const char *wrong = verdict_text(variant_text_try("fuzz.yaml", text, size));
    free(text);
    if (wrong) {
        fprintf(stderr, "a text %s\n", wrong);
        abort();
    }
    return 0;
}
