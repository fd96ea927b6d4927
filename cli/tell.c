#include "cli/tell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cli/common.h"

enum { MARK_BYTES = MAX_POINTS * (MAX_NAME_BYTES + 1) };

bool turn_is_long(const ferz_game *game) {
    ferz_frame frame;
    return ferz_game_frame_count(game) > 1 ||
           (ferz_game_frame(game, 0, &frame) &&
            (frame.min != 1 || frame.max != 1 || frame.step > 1));
}

static ferz_frame top_frame(const ferz_game *game) {
    ferz_frame frame = {.name = ""};
    ferz_game_frame(game, ferz_game_frame_count(game) - 1, &frame);
    return frame;
}

/* ---------------------------------------------------------------------------- numbers */

/* "5", "1 to 10" */
static void print_range(int32_t min, int32_t max) {
    if (min == max)
        printf("%d", max);
    else
        printf("%d to %d", min, max);
}

static void print_marks(const ferz_game *game, const char *before, const char *after) {
    char *points = malloc(MARK_BYTES);
    for (size_t i = 0; points && i < ferz_game_mark_count(game); i++)
        if (ferz_game_mark_points(game, i, points, MARK_BYTES) > 0)
            printf("%s%s: %s%s", before, ferz_game_mark_name(game, i), points, after);
    free(points);
}

void tell_state(const ferz_game *game) {
    size_t count = ferz_game_frame_count(game);
    ferz_frame frame;
    if (!turn_is_long(game))
        return;
    ferz_game_frame(game, 0, &frame);
    printf("turn: %u, %s's, step %u, made %d of ", ferz_game_turn(game), side_name(frame.side),
           frame.step, frame.done);
    print_range(frame.min, frame.max);
    puts("");
    for (size_t i = 1; i < count; i++) {
        ferz_game_frame(game, i, &frame);
        printf("reply: %s, %s %s answer, made %d of ", frame.name, side_name(frame.side),
               frame.min > frame.done ? "must" : "may", frame.done);
        print_range(frame.min, frame.max);
        puts("");
    }
    print_marks(game, "marked ", "\n");
}

/* -------------------------------------------------------------------------- questions */

/* Is there a stop among the actions? */
static bool may_stop(ferz_game *game, const char *stop) {
    size_t count = ferz_game_action_count(game);
    for (size_t i = 0; i < count; i++) {
        char text[MAX_TEXT_ACTION];
        ferz_game_action_text(game, i, text, sizeof text);
        if (strcmp(text, stop) == 0)
            return true;
    }
    return false;
}

/* The answers there are, where they are few. */
static void print_answers(ferz_game *game) {
    enum { FEW = 12 };
    size_t count, said = 0;
    char *texts = sorted_actions(game, &count);
    if (texts && count > FEW)
        printf("%zu ways, `moves` lists them", count);
    for (size_t i = 0; texts && count <= FEW && i < count; i++)
        if (strcmp(texts + i * MAX_TEXT_ACTION, "()") != 0)
            printf("%s%s", said++ > 0 ? " " : "", texts + i * MAX_TEXT_ACTION);
    free(texts);
}

static void ask_reply(ferz_game *game, const ferz_frame *frame) {
    bool may_decline = may_stop(game, "()");
    printf("%s %s answer (%s): ", side_name(frame->side), may_decline ? "may" : "must",
           frame->name);
    print_answers(game);
    puts(may_decline ? ", or () to decline." : ".");
}

static void ask_turn(ferz_game *game, const ferz_frame *frame) {
    const char *side = side_name(frame->side);
    if (frame->done == 0 && frame->step == 1) {
        printf("Turn %u: %s makes ", ferz_game_turn(game), side);
        print_range(frame->min, frame->max);
        printf(" move%s.\n", frame->max == 1 ? "" : "s");
        return;
    }
    printf("%s: %d of ", side, frame->done);
    print_range(frame->min, frame->max);
    printf(" move%s made", frame->max == 1 ? "" : "s");
    print_marks(game, "; ", "");
    puts(may_stop(game, "--") ? "; -- ends the turn." : ".");
}

void tell_question(ferz_game *game) {
    ferz_frame frame = top_frame(game);
    if (!turn_is_long(game) || ferz_game_outcome(game).over)
        return;
    if (ferz_game_frame_count(game) > 1)
        ask_reply(game, &frame);
    else
        ask_turn(game, &frame);
}
