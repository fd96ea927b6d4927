#include "cli/tell.h"

#include <stdarg.h>
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

void tell_marks_of(const ferz_game *game, const char *point) {
    char *points = malloc(MARK_BYTES);
    for (size_t i = 0; points && i < ferz_game_mark_count(game); i++) {
        char *rest = points;
        if (ferz_game_mark_points(game, i, points, MARK_BYTES) == 0)
            continue;
        for (char *word; (word = strtok_r(rest, " ", &rest));)
            if (strcmp(word, point) == 0)
                printf("%s is marked %s.\n", point, ferz_game_mark_name(game, i));
    }
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

/* A line that breaks at blanks. */
enum { ANSWER_LINE = 2048 };
typedef struct Line {
    char text[ANSWER_LINE];
    size_t length;
} Line;

__attribute__((format(printf, 2, 3))) static void line_add(Line *line, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line->text + line->length, sizeof line->text - line->length, format, args);
    va_end(args);
    line->length += n > 0 ? (size_t)n : 0;
    if (line->length >= sizeof line->text)
        line->length = sizeof line->text - 1;
}

/* The answers there are, where they are few. */
static void add_answers(ferz_game *game, Line *line) {
    enum { FEW = 12 };
    size_t count, said = 0;
    char *texts = sorted_actions(game, &count);
    if (texts && count > FEW)
        line_add(line, "%zu ways, `moves` lists them", count);
    for (size_t i = 0; texts && count <= FEW && i < count; i++)
        if (strcmp(texts + i * MAX_TEXT_ACTION, "()") != 0)
            line_add(line, "%s%s", said++ > 0 ? " " : "", texts + i * MAX_TEXT_ACTION);
    free(texts);
}

/* The action that is answered: the last word of the game's record. Owned; NULL: none. */
static char *latest_action(ferz_game *game) {
    size_t length = ferz_game_record(game, NULL, 0);
    char *record = malloc(length + 1);
    if (!record || ferz_game_ply(game) == 0) {
        free(record);
        return NULL;
    }
    ferz_game_record(game, record, length + 1);
    const char *last = strrchr(record, ' ');
    if (last)
        memmove(record, last + 1, strlen(last + 1) + 1);
    return record;
}

static void add_reply(ferz_game *game, const ferz_frame *frame, Line *line) {
    char reason[256];
    bool may_decline = may_stop(game, "()");
    size_t length =
        ferz_game_frame_reason(game, ferz_game_frame_count(game) - 1, reason, sizeof reason);
    char *answered = latest_action(game);
    line_add(line, "%s %s answer%s%s (%s%s%s): ", side_name(frame->side),
             may_decline ? "may" : "must", answered ? " " : "", answered ? answered : "",
             frame->name, length > 0 ? ": " : "", reason);
    add_answers(game, line);
    line_add(line, "%s", may_decline ? ", or () (or `stop`) to decline." : ".");
    free(answered);
}

static void add_range(const ferz_frame *frame, Line *line) {
    if (frame->min != frame->max)
        line_add(line, "%d to ", frame->min);
    line_add(line, "%d move%s.", frame->max, frame->max == 1 ? "" : "s");
}

/* "7 of 10", "7 of at most 10", "1 of 2 to 4": the least is told until it is made. */
static void add_made(const ferz_frame *frame, Line *line) {
    line_add(line, "%d of ", frame->done);
    if (frame->min < frame->max && frame->done < frame->min)
        line_add(line, "%d to ", frame->min);
    else if (frame->min < frame->max)
        line_add(line, "at most ");
    line_add(line, "%d move%s made", frame->max, frame->max == 1 ? "" : "s");
}

/* "; e4, d4 spent" */
static void add_marks(const ferz_game *game, Line *line) {
    char *points = malloc(MARK_BYTES);
    for (size_t i = 0; points && i < ferz_game_mark_count(game); i++) {
        if (ferz_game_mark_points(game, i, points, MARK_BYTES) == 0)
            continue;
        char *rest = points;
        const char *before = "; ";
        for (char *word; (word = strtok_r(rest, " ", &rest)); before = ", ")
            line_add(line, "%s%s", before, word);
        line_add(line, " %s", ferz_game_mark_name(game, i));
    }
    free(points);
}

static void add_turn(ferz_game *game, const ferz_frame *frame, Line *line) {
    const char *side = side_name(frame->side);
    if (frame->done == 0 && frame->step == 1) {
        line_add(line, "Turn %u: %s makes ", ferz_game_turn(game), side);
        add_range(frame, line);
        return;
    }
    line_add(line, "Turn %u, %s: ", ferz_game_turn(game), side);
    add_made(frame, line);
    add_marks(game, line);
}

void tell_status(ferz_game *game) {
    ferz_outcome outcome = ferz_game_outcome(game);
    ferz_frame frame = top_frame(game);
    int side = ferz_game_side(game);
    Line line = {.length = 0};
    if (outcome.over) {
        fputs(outcome.score == 50 ? "The game is " : "", stdout);
        print_result(outcome);
        puts(".");
        return;
    }
    if (ferz_game_in_check(game, side))
        line_add(&line, "%s is in check. ", side_name(side));
    if (!turn_is_long(game))
        line_add(&line, "%s to move.", side_name(side));
    else if (ferz_game_frame_count(game) > 1) {
        ferz_frame turn;
        ferz_game_frame(game, 0, &turn);
        add_turn(game, &turn, &line);
        line_add(&line, "%s", turn.done == 0 && turn.step == 1 ? " " : ". ");
        add_reply(game, &frame, &line);
    } else {
        add_turn(game, &frame, &line);
        if (frame.done > 0 || frame.step > 1)
            line_add(&line, "%s", may_stop(game, "--") ? "; -- (or `stop`) ends the turn." : ".");
    }
    print_wrapped(line.text);
}

/* --------------------------------------------------------------------------- turn ends */

TurnMark turn_mark(const ferz_game *game) {
    TurnMark mark = {.turn = ferz_game_turn(game),
                     .is_long = turn_is_long(game),
                     .frames = ferz_game_frame_count(game)};
    ferz_game_frame(game, 0, &mark.frame);
    return mark;
}

void tell_turn_end(const ferz_game *game, const TurnMark *before, const char *action) {
    int32_t done = before->frame.done + (before->frames == 1);
    size_t length = strlen(action);
    if (ferz_game_turn(game) == before->turn || !before->is_long || strcmp(action, "--") == 0)
        return;
    printf("%s's turn is over: ", side_name(before->frame.side));
    if (done >= before->frame.max)
        printf("all %d moves are made.\n", before->frame.max);
    else if (before->frames == 1 && length > 0 && action[length - 1] == '/')
        puts("`/` ended it.");
    else if (before->frame.until)
        puts("its rules end it here, or nothing more is legal.");
    else
        puts("no further move is legal.");
}
