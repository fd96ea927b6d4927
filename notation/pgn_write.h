/* Games as PGN: tags, then the actions in SAN, as lines of up to 79 columns. */
#ifndef FERZ_NOTATION_PGN_WRITE_H
#define FERZ_NOTATION_PGN_WRITE_H

#include "notation/record_text.h"
#include "notation/san_text.h"

/* Words in lines: a line is broken before a word that does not fit. */
typedef struct PgnLines {
    Sink *sink;
    uint32_t column;
} PgnLines;
void pgn_word(PgnLines *lines, const char *word);

/* [name "value"] and a line end. */
void pgn_tag_write(const char *name, const char *value, Sink *sink);
/* Tags SetUp and FEN, where the game's first position is not the rules' set-up. */
void pgn_setup_write(Game *game, const RecordRoom *room, Sink *sink);
/* The actions since the game's first position, numbered, and the result. The game is where it
 * was afterwards. */
void pgn_moves_write(Game *game, const SanRules *san, const RecordRoom *room, const char *result,
                     Sink *sink);

#endif
