/* Texts that YAML cut in pieces: inside `{...}` and `[...]` a comma ends a text, unless that is in
 * quotes, so that `{when: run(from, to, any)}` is three keys to YAML. */
#ifndef FERZ_LANG_YAML_CUT_H
#define FERZ_LANG_YAML_CUT_H

#include "lang/yaml_tree.h"

/* Reports each text of this map or list, written in brackets, whose round brackets open in one
 * piece and close in a later one. True if there was any. */
bool yaml_cut_report(Diagnostics *diags, const Node *flow);

#endif
