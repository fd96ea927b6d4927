/* Node tree: one YAML text as maps, lists and scalars, each with its span. Scalars are
 * text (no typing), maps keep the order of the file. Built from libyaml's events; what the
 * language refuses (anchors, aliases, tags, merge keys, duplicate keys, a second document,
 * NUL) is a diagnostic with its place. Nodes live in the given arena. */
#ifndef FERZ_LANG_YAML_TREE_H
#define FERZ_LANG_YAML_TREE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/source.h"

typedef enum NodeKind { NODE_SCALAR, NODE_LIST, NODE_MAP } NodeKind;

typedef struct Node Node;

typedef struct Pair {
    Node *key; /* a scalar */
    Node *value;
} Pair;

/* A key of a map that `null` took away in merging. */
typedef struct Removal {
    const char *key;
    Span by; /* the null */
    const struct Removal *next;
} Removal;

struct Node {
    NodeKind kind;
    Span span;        /* of the whole node, quotes and brackets included */
    const char *text; /* scalar: NUL-terminated */
    uint32_t length;  /* scalar: bytes of text */
    bool plain;       /* scalar: written without quotes */
    bool literal;     /* scalar: text[i] is the source byte at text_begin + i */
    uint32_t text_begin;
    Node **items;            /* list */
    Pair *pairs;             /* map */
    uint32_t count;          /* of items or pairs */
    const Removal *removals; /* map: the latest first */
};

/* NULL after an error (diagnostics tell). `source` is an index in diags->sources. */
Node *yaml_tree_read(Arena *arena, Diagnostics *diags, uint32_t source);

/* The value of a key of a map, or NULL (also when `map` is NULL or no map). */
Node *node_get(const Node *map, const char *key);
Pair *node_pair(const Node *map, const char *key);
bool node_is(const Node *scalar, const char *text);
bool node_is_null(const Node *node); /* a plain `null` */
/* The place of text[begin..end) of a scalar, as exactly as the source allows. */
Span node_slice(const Node *scalar, size_t begin, size_t end);

#endif
