/* The castling field of a position text, and which men's `unmoved` matters.
 *
 * A field names partners: `K` and `Q` the outermost possible partner on the side of the
 * high and of the low files, any other letter the one on that file; capitals are White's.
 * Where movement or rules read of other men whether they have moved, a letter that names no
 * partner names the man on that file of the side's first rank. It overrules the set-up on the
 * castlers' home rank: of the men there only those it names, and the castler with them, are
 * unmoved. A movement from a movement string additionally asks that the men named stand there in
 * the set-up. Pure functions of their arguments. */
#ifndef FERZ_NOTATION_CASTLING_FIELD_H
#define FERZ_NOTATION_CASTLING_FIELD_H

#include "base/sink.h"
#include "notation/text_error.h"
#include "rules/rules.h"

/* Every man is unmoved exactly if the set-up has one of its type and owner there. */
void castling_field_default(const Rules *rules, State *state);

/* Applies text[0..length) to a state prepared by castling_field_default. `offset` is the
 * place of the field in the whole text, for the error. */
bool castling_field_read(const Rules *rules, const char *text, size_t length, size_t offset,
                         State *state, TextError *error);

/* The field that says most about the state: `K` `Q` where both sides castle on the same
 * files of their set-up and these letters name the partners, else the partners' files; `-`
 * when no castling is left. */
void castling_field_write(const Rules *rules, const State *state, Sink *sink);

/* Whether anything can still depend on the `unmoved` of the man on this point. */
bool castling_unmoved_matters(const Rules *rules, const State *state, uint32_t point);

#endif
