/* Movement strings in plain words, one clause a move. Pure. */
#ifndef FERZ_LANG_BETZA_WORDS_H
#define FERZ_LANG_BETZA_WORDS_H

#include "base/sink.h"
#include "lang/betza.h"

/* "steps one point diagonally; moves and captures", one line for each move. */
void betza_tell(const BetzaText *text, Sink *sink);

#endif
