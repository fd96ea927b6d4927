/* What the parts of the key check share: schema.c (maps and their keys), schema_shapes.c
 * (values). Not for use outside them. */
#ifndef FERZ_LANG_SCHEMA_PARTS_H
#define FERZ_LANG_SCHEMA_PARTS_H

#include "lang/schema.h"

/* Checks a map of a context: unknown, later and missing keys, then each value. `title` is
 * where what is missing is reported: the key that holds the map, or its begin. */
void schema_map(Diagnostics *diags, const Node *map, KeyContext context, Span title);
/* Reports all that a map lacks. */
void schema_lacks(Diagnostics *diags, const Node *map, KeyContext context, Span title);
/* Reports a key that the context does not have. */
void schema_unknown(Diagnostics *diags, const Pair *pair, KeyContext context);
const KeyRow *schema_find(KeyContext context, const Node *key);
/* A part of the language that is read but not played yet; `what` is its name. */
void schema_later(Diagnostics *diags, Span span, const char *what);
/* The value of a key against its row; per side where the row allows it. */
void schema_value(Diagnostics *diags, const KeyRow *row, const Pair *pair);
/* Reports a name that cannot be one; parameters are allowed for definitions. */
bool schema_name(Diagnostics *diags, const Node *name, bool parameters);
bool schema_whole_number(const Node *scalar);
bool schema_per_side(const Node *node);

#endif
