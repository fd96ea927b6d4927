/* Store: the table of positions that were searched. */
#ifndef FERZ_PLAY_STORE_H
#define FERZ_PLAY_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct Entry {
    uint64_t key;
    int16_t score, value; /* searched; by evaluation alone */
    uint16_t move;        /* of the best action's code */
    uint8_t depth;
    uint8_t kind; /* Bound, and the age above it */
} Entry;

enum { STORE_BUCKET = 4 };

typedef struct Store {
    Entry *entries; /* owned */
    void *memory;   /* owned */
    uint64_t mask;  /* buckets less one */
    uint8_t age;
    bool lent;          /* the memory holds something else */
    uint32_t lent_used; /* thousandths of it */
} Store;

/* False: no memory. */
bool store_open(Store *store, size_t megabytes);
void store_close(Store *store);
void store_clear(Store *store);
/* A new run: what older ones left goes first. */
void store_turn(Store *store);
/* NULL: not known. */
const Entry *store_find(const Store *store, uint64_t key);
void store_put(Store *store, uint64_t key, int32_t score, int32_t value, uint16_t move,
               int32_t depth, Bound bound);
/* The memory for another use; the table holds nothing until store_regain, and is not asked. */
void *store_lend(Store *store, size_t *bytes);
void store_regain(Store *store);
/* Thousandths that hold something of this run. */
uint32_t store_used(const Store *store);

static inline Bound entry_bound(const Entry *entry) {
    return (Bound)(entry->kind & 3);
}

#endif
