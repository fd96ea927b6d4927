/* The numbers of the language: 32 bits, saturating; dividing by nothing gives 0. Folding, play
 * and texts compute by these same functions. */
#ifndef FERZ_RULES_ARITHMETIC_H
#define FERZ_RULES_ARITHMETIC_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"

static inline int32_t number_saturate(int64_t value) {
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

static inline bool arithmetic_is(uint8_t op) {
    return op >= EXPR_ADD && op <= EXPR_REMAINDER;
}

static inline int32_t arithmetic(uint8_t op, int64_t a, int64_t b) {
    switch (op) {
    case EXPR_ADD:
        return number_saturate(a + b);
    case EXPR_SUBTRACT:
        return number_saturate(a - b);
    case EXPR_MULTIPLY:
        return number_saturate(a * b);
    case EXPR_DIVIDE:
        return b == 0 ? 0 : number_saturate(a / b);
    default:
        assert(op == EXPR_REMAINDER);
        return b == 0 ? 0 : (int32_t)(a % b);
    }
}

static inline bool comparison_is(uint8_t op) {
    return op >= EXPR_EQUAL && op <= EXPR_GREATER_EQUAL;
}

static inline bool comparison(uint8_t op, int32_t a, int32_t b) {
    switch (op) {
    case EXPR_EQUAL:
        return a == b;
    case EXPR_UNEQUAL:
        return a != b;
    case EXPR_LESS:
        return a < b;
    case EXPR_LESS_EQUAL:
        return a <= b;
    case EXPR_GREATER:
        return a > b;
    default:
        assert(op == EXPR_GREATER_EQUAL);
        return a >= b;
    }
}

#endif
