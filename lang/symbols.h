/* Symbols: the one name space of a game. Types, zones, marks, counters, attributes and
 * definitions share it with the built-in words and the names of points.
 *
 * Names are declared from the merged tree before anything is compiled, so that expressions
 * may mention them in any order; zones and definitions are worked out on first mention.
 * Everything lives in the scratch arena of the compiler. */
#ifndef FERZ_LANG_SYMBOLS_H
#define FERZ_LANG_SYMBOLS_H

#include "lang/compiler.h"

typedef enum SymbolKind {
    SYMBOL_TYPE,
    SYMBOL_ZONE,
    SYMBOL_MARK,
    SYMBOL_COUNTER,
    SYMBOL_ATTRIBUTE,
    SYMBOL_DEFINITION
} SymbolKind;

typedef enum SymbolState { STATE_NEW, STATE_BUSY, STATE_DONE, STATE_FAILED } SymbolState;

typedef struct Symbol {
    const char *name;
    uint8_t kind;   /* SymbolKind */
    uint8_t state;  /* SymbolState: zones and definitions */
    uint32_t index; /* among its kind, in the order of the file */
    bool mentioned; /* definitions, attributes */
    uint32_t depth; /* a busy definition: of how many others it is read inside */
    Span span;      /* of the name where it is given */
    const Node *node;
    PointSet *zone[2];       /* zones: what acting white and acting black mean by it */
    const char **parameters; /* definitions */
    uint32_t n_parameters;
} Symbol;

struct Symbols {
    VEC(Symbol) items;
    bool zones_ready;    /* points are numbered for good: zones may be read */
    uint32_t expr_nodes; /* of all expressions so far, against MAX_EXPR_NODES */
    uint32_t fold_steps; /* left for folding, so that no text can fold for ever */
    bool nodes_reported;
};

/* Makes c->symbols and declares every name of the tree; reports names that are taken. */
void symbols_declare(Compiler *c);
Symbol *symbols_find(const Symbols *symbols, const char *text, size_t length);
Symbol *symbols_find_kind(const Symbols *symbols, const char *text, size_t length, SymbolKind kind);

/* The index of the type named by the scalar, or -1 after a diagnostic. */
int symbols_type(Compiler *c, const Node *scalar);
/* Reports the removal of what a word names; false when it names nothing removed. */
bool symbols_report_removed(Compiler *c, const char *text, size_t length, Span span);
/* Reports a word that names nothing of the given kind, with the nearest one that does. */
void symbols_report_unknown(Compiler *c, const Node *scalar, SymbolKind kind, DiagCode code);

/* Works out the zone when that has not been done; false (reported) when it has no value.
 * Defined by lower_board.c. */
bool symbols_zone(Compiler *c, Symbol *zone, Span mention);

/* "type", "zone", ... */
const char *symbol_kind_text(SymbolKind kind);
/* A letter or underscore, then letters, digits and underscores, of a bounded length. */
bool name_is_valid(const char *text, size_t length);

#endif
