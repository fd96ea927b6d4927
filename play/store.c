#include "play/store.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 64, AGES = 64 };

bool store_open(Store *store, size_t megabytes) {
    size_t bytes = (megabytes ? megabytes : 1) << 20, buckets = 1;
    while (buckets * 2 * STORE_BUCKET * sizeof(Entry) <= bytes)
        buckets *= 2;
    store->mask = buckets - 1;
    store->age = 0;
    store->memory = aligned_alloc(LINE_BYTES, buckets * STORE_BUCKET * sizeof(Entry));
    store->entries = store->memory;
    if (store->memory)
        store_clear(store);
    return store->memory != NULL;
}

void store_close(Store *store) {
    free(store->memory);
    store->memory = store->entries = NULL;
}

static size_t store_bytes(const Store *store) {
    return (store->mask + 1) * STORE_BUCKET * sizeof(Entry);
}

void store_clear(Store *store) {
    memset(store->memory, 0, store_bytes(store));
    store->age = 0;
    store->lent = false;
}

void *store_lend(Store *store, size_t *bytes) {
    store->lent = true;
    store->lent_used = 0;
    *bytes = store_bytes(store);
    return store->memory;
}

void store_regain(Store *store) {
    if (store->lent)
        store_clear(store);
}

void store_turn(Store *store) {
    store->age = (uint8_t)((store->age + 1) % AGES);
}

static Entry *bucket_of(const Store *store, uint64_t key) {
    return store->entries + (key & store->mask) * STORE_BUCKET;
}

const Entry *store_find(const Store *store, uint64_t key) {
    const Entry *entry = bucket_of(store, key);
    for (int i = 0; i < STORE_BUCKET; i++)
        if (entry[i].key == key && entry_bound(&entry[i]) != BOUND_NONE)
            return &entry[i];
    return NULL;
}

/* What is lost least: the lower, the sooner it goes. */
static int keep_worth(const Store *store, const Entry *entry) {
    int old = (store->age - (entry->kind >> 2)) & (AGES - 1);
    return entry_bound(entry) == BOUND_NONE ? -4 * AGES * 2 : entry->depth - 4 * old;
}

void store_put(Store *store, uint64_t key, int32_t score, int32_t value, uint16_t move,
               int32_t depth, Bound bound) {
    Entry *bucket = bucket_of(store, key), *place = bucket;
    for (int i = 0; i < STORE_BUCKET; i++) {
        if (bucket[i].key == key) {
            place = &bucket[i];
            break;
        }
        if (keep_worth(store, &bucket[i]) < keep_worth(store, place))
            place = &bucket[i];
    }
    if (place->key == key && entry_bound(place) != BOUND_NONE) {
        move = move ? move : place->move;
        if (bound != BOUND_EXACT && depth + 3 < place->depth && place->kind >> 2 == store->age)
            return;
    }
    *place = (Entry){.key = key,
                     .score = (int16_t)score,
                     .value = (int16_t)value,
                     .move = move,
                     .depth = (uint8_t)(depth < 0 ? 0 : depth),
                     .kind = (uint8_t)((unsigned)store->age << 2 | bound)};
}

uint32_t store_used(const Store *store) {
    enum { LOOKED_AT = 250 };
    uint32_t used = 0, looked = 0;
    if (store->lent)
        return store->lent_used;
    for (uint64_t i = 0; i < LOOKED_AT && i <= store->mask; i++)
        for (int k = 0; k < STORE_BUCKET; k++, looked++) {
            const Entry *entry = &store->entries[i * STORE_BUCKET + (uint64_t)k];
            used += entry_bound(entry) != BOUND_NONE && entry->kind >> 2 == store->age;
        }
    return used * 1000 / looked;
}
