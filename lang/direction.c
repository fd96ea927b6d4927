#include "lang/direction.h"

#include <stdlib.h>
#include <string.h>

/* Letters counted: how far ahead (n f), to the right (e r), up. */
typedef struct Letters {
    int ahead, right;
    bool relative, any;
} Letters;

/* Counts of each direction of a ring, the quarter ahead-right; the others mirror it. */
typedef struct QuarterRow {
    uint8_t ahead, right, direction;
} QuarterRow;

static const QuarterRow SQUARE[] = {{1, 0, 0}, {1, 1, 1}, {0, 1, 2}};
static const QuarterRow HEX[] = {{1, 0, 0}, {2, 1, 1}, {1, 1, 2}, {0, 1, 3}};

static bool count_letter(char letter, Letters *counted) {
    static const char letters[] = "nesfbrlw";
    static const int8_t right[] = {0, 1, 0, 0, 0, 1, -1, -1}, ahead[] = {1, 0, -1, 1, -1, 0, 0, 0};
    const char *found = letter ? strchr(letters, letter) : NULL;
    if (!found)
        return false;
    size_t i = (size_t)(found - letters);
    bool relative = strchr("fbrl", letter) != NULL;
    bool crosses = right[i] * counted->right >= 0 && ahead[i] * counted->ahead >= 0;
    if (!crosses || (counted->any && relative != counted->relative))
        return false;
    counted->any = true;
    counted->relative = relative;
    counted->right += right[i];
    counted->ahead += ahead[i];
    return true;
}

static bool push(DirectionWord *word, uint32_t direction, uint32_t times) {
    if (word->n_steps + times > MAX_WORD_STEPS)
        return false;
    for (; times > 0; times--)
        word->steps[word->n_steps++] = (uint8_t)direction;
    return true;
}

/* The direction with these counts, signs included; the ring's size when there is none. */
static uint32_t on_ring(const Board *b, int ahead, int right) {
    const QuarterRow *rows = board_is_hex(b) ? HEX : SQUARE;
    size_t n = board_is_hex(b) ? sizeof HEX / sizeof *HEX : sizeof SQUARE / sizeof *SQUARE;
    for (size_t i = 0; i < n; i++) {
        if (rows[i].ahead != abs(ahead) || rows[i].right != abs(right))
            continue;
        uint32_t d = rows[i].direction;
        d = ahead < 0 ? (b->ring + b->ring / 2u - d) % b->ring : d;
        return right < 0 ? (b->ring - d) % b->ring : d;
    }
    return b->ring;
}

/* The plane part as steps: one direction some times over; on squares straight ones, then
 * diagonal ones. */
static bool push_plane(const Board *b, Letters l, int side, DirectionWord *word) {
    int turn = l.relative && side == SIDE_BLACK ? -1 : 1;
    int ahead = turn * l.ahead, right = turn * l.right;
    int most = abs(ahead) > abs(right) ? abs(ahead) : abs(right);
    for (int times = most; times > 0; times--) {
        if (ahead % times || right % times)
            continue;
        uint32_t d = on_ring(b, ahead / times, right / times);
        if (d < b->ring)
            return push(word, d, (uint32_t)times);
    }
    if (board_is_hex(b))
        return false;
    int across = abs(ahead) + abs(right) - most, one_ahead = (ahead > 0) - (ahead < 0);
    int one_right = (right > 0) - (right < 0);
    uint32_t straight =
        abs(ahead) > abs(right) ? on_ring(b, one_ahead, 0) : on_ring(b, 0, one_right);
    return push(word, straight, (uint32_t)(most - across)) &&
           push(word, on_ring(b, one_ahead, one_right), (uint32_t)across);
}

static bool is_vertical(char letter) {
    return letter == 'u' || letter == 'd';
}

bool direction_read(const Board *b, const char *text, size_t length, int side,
                    DirectionWord *word) {
    *word = (DirectionWord){.n_steps = 0};
    char vertical = 0;
    for (size_t at = 0; at < length;) {
        Letters plane = {0};
        if (is_vertical(text[at])) {
            if (b->n_directions == b->ring || (vertical && vertical != text[at]))
                return false;
            vertical = text[at];
            if (!push(word, b->ring + (text[at++] == 'd' ? 1u : 0u), 1))
                return false;
            continue;
        }
        for (; at < length && !is_vertical(text[at]); at++)
            if (!count_letter(text[at], &plane))
                return false;
        if (!push_plane(b, plane, side, word))
            return false;
    }
    return word->n_steps > 0;
}

static Offset sum_of(const Board *board, const DirectionWord *word) {
    Offset sum = {0};
    for (uint32_t i = 0; i < word->n_steps; i++) {
        Offset one = geometry_vector(board, word->steps[i]);
        sum =
            (Offset){(int16_t)(sum.x + one.x), (int16_t)(sum.y + one.y), (int16_t)(sum.z + one.z)};
    }
    return sum;
}

/* On listed points the steps themselves count; elsewhere their sum. */
bool direction_same(const Board *board, const DirectionWord *a, const DirectionWord *b) {
    Offset x = sum_of(board, a), y = sum_of(board, b);
    bool steps = a->n_steps == b->n_steps && memcmp(a->steps, b->steps, a->n_steps) == 0;
    return board->files ? x.x == y.x && x.y == y.y && x.z == y.z : steps;
}

const char *direction_list(const Board *b) {
    bool hex = board_is_hex(b), vertical = b->n_directions > b->ring;
    if (hex)
        return vertical ? "one of n nne ne e se sse s ssw sw w nw nnw u d"
                        : "one of n nne ne e se sse s ssw sw w nw nnw";
    return vertical ? "one of n ne e se s sw w nw u d" : "one of n ne e se s sw w nw";
}
