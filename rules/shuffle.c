/* An order as a number: a digit for each group, the first group's changing fastest. The digit of
 * a group says which of the places still free its men take, counted as words are sorted: the
 * first and second place, the first and third ... Well-known numberings of drawn first ranks come
 * out so, when the file lists the men in the order in which those place them. */
#include "rules/shuffle.h"

uint32_t shuffle_ways(uint32_t n, uint32_t k) {
    uint64_t ways = 1;
    if (k > n)
        return 0;
    for (uint32_t i = 1; i <= k; i++) {
        ways = ways * (n - k + i) / i;
        if (ways > MAX_SHUFFLES)
            return MAX_SHUFFLES + 1;
    }
    return (uint32_t)ways;
}

static uint32_t bits_in(uint64_t set) {
    return (uint32_t)__builtin_popcountll(set);
}

/* The places that this digit stands for: `count` of the free ones. */
static uint64_t chosen_places(uint64_t free, uint32_t count, uint32_t digit) {
    uint64_t chosen = 0;
    while (count > 0) {
        uint64_t first = free & (~free + 1);
        free ^= first;
        uint32_t with_it = shuffle_ways(bits_in(free), count - 1);
        if (digit < with_it) {
            chosen |= first;
            count--;
        } else {
            digit -= with_it;
        }
    }
    return chosen;
}

bool shuffle_order(const Shuffle *shuffle, uint32_t order, uint8_t types[MAX_SHUFFLED]) {
    uint64_t taken = 0;
    for (uint32_t g = 0; g < shuffle->n_groups; g++) {
        const ShuffleGroup *group = &shuffle->groups[g];
        uint64_t free = group->on & ~taken;
        uint32_t digit = order % group->ways;
        order /= group->ways;
        if (digit >= shuffle_ways(bits_in(free), group->count))
            return false;
        uint64_t chosen = chosen_places(free, group->count, digit);
        taken |= chosen;
        for (uint32_t i = 0; i < shuffle->n_points; i++)
            if (chosen >> i & 1)
                types[i] = group->type;
    }
    return true;
}

uint32_t shuffle_count(const Rules *rules) {
    return rules->shuffle ? rules->shuffle->count : 1;
}

/* The order of the set-up with this number. */
static uint32_t order_of(const Shuffle *shuffle, uint32_t number) {
    uint32_t word = 0;
    while (number >= bits_in(shuffle->allowed[word]))
        number -= bits_in(shuffle->allowed[word++]);
    uint64_t rest = shuffle->allowed[word];
    for (; number > 0; number--)
        rest &= rest - 1;
    return word * 64 + (uint32_t)__builtin_ctzll(rest);
}

void shuffle_state(const Rules *rules, uint32_t number, State *state) {
    const Shuffle *shuffle = rules->shuffle;
    uint8_t types[MAX_SHUFFLED];
    *state = rules->start;
    if (!shuffle || !shuffle_order(shuffle, order_of(shuffle, number), types))
        return;
    for (uint32_t i = 0; i < shuffle->n_points; i++) {
        PointId own = shuffle->points[i], other = rules->board.image[own];
        state->men[own].type = state->men[own].base = types[i];
        state->men[other].type = state->men[other].base = types[i];
    }
}
