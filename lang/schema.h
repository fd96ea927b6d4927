/* The table of keys: which keys a map may have, what their values look like, which are not
 * played yet. keys.def is the one list; the check, the reference and the nearest-word hints
 * read it. */
#ifndef FERZ_LANG_SCHEMA_H
#define FERZ_LANG_SCHEMA_H

#include "lang/merge.h"

/* Reports every unknown key, missing key, wrong shape and unsupported part of the tree.
 * True when nothing was reported as an error. */
bool schema_check(const Node *root, Diagnostics *diags);

/* Whether a key of the file is a collection whose keys are names that files make up. */
bool schema_is_collection(const char *root_key);
/* What an entry of such a collection lacks, as words of a message ("`when` and `result`"),
 * or NULL when it is complete or its shape says nothing. */
const char *schema_missing(Arena *arena, const char *collection, const Node *entry);

#endif
