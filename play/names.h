/* What other programs call the variants: a table beside them, names.tsv, whose rows are
 *
 *     NAME PROTOCOL OTHER      name of the variant, `uci`, `cecp` or `pgn`, the name there
 *
 * PROTOCOL `parent` names what a CECP client shows the variant by; `castle960` names the variant
 * that is played instead when a client asks for castling of drawn set-ups. Texts are owned by the
 * table. */
#ifndef FERZ_PLAY_NAMES_H
#define FERZ_PLAY_NAMES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct NameRow {
    const char *name, *protocol, *other;
} NameRow;

typedef struct Names {
    NameRow *rows; /* owned */
    size_t count;
    char *text; /* owned: what the rows point into */
} Names;

/* Reads the first names.tsv of the colon-separated folders; without one the table is empty.
 * False: no memory. */
bool names_open(const char *folders, Names *names);
void names_close(Names *names);
/* NULL: the table has none. */
const char *names_own(const Names *names, const char *protocol, const char *other);
const char *names_other(const Names *names, const char *protocol, const char *name);

#endif
