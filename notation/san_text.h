/* SAN: actions as people write them down, `Nf3`, `exd5`, `O-O`, `e8=Q+`, `P@e5`.
 *
 *     move       [letter][where from][x]point[=letter][choices]
 *     castling   O-O towards the last file, O-O-O towards the first
 *     drop       letter@point[choices]
 *     pass, stop --          a pass is `pass` where the turn can be stopped as well
 *     offer      !NAME, !NAME@point
 *     choices    the texts of extras, `/` before a letter; `/NAME` where the text is a sign
 *
 * Where from: the file, else the rank, else the point, by which the action differs from those
 * of other men of the type with the same arrival; the file always where a man without letter
 * takes. Behind it `+` for a check and `#` where that is the end. A reply stands in brackets,
 * `(Nxd3)`, a declined one is `()`. Texts that several actions would share are those of
 * action_text.h instead. Nothing is kept but by san_rules_init, which any thread may share. */
#ifndef FERZ_NOTATION_SAN_TEXT_H
#define FERZ_NOTATION_SAN_TEXT_H

#include "base/sink.h"
#include "interp/game.h"
#include "notation/action_text.h"

/* What texts of a game's actions ask of its rules. The rules are borrowed. */
typedef struct SanRules {
    const Rules *rules;
    uint8_t plain;          /* the type whose letter is left out, or NO_TYPE */
    bool lettered;          /* points are called by a file's letter and a rank's number */
    bool simple;            /* no extras, offers, replies: SAN is parsed alone */
    uint8_t files[26];      /* number of the file with this small letter, 0: none */
    uint8_t letters[2][26]; /* type with this capital, behind `+` in [1]; or NO_TYPE */
} SanRules;

void san_rules_init(SanRules *san, const Rules *rules);

/* The legal actions of the position at which a game stands. */
typedef struct SanPlace {
    const SanRules *san;
    Game *game;
    const Action *actions;
    uint32_t count;
    State *state;     /* the position itself, */
    bool state_known; /* once it was asked for */
} SanPlace;

/* The list that action_text.h wants. */
ActionList san_list(SanPlace *place);

/* Plays the action for its sign, and takes it back. */
void san_write(SanPlace *place, uint32_t index, Sink *sink);
/* Without brackets and signs. Several actions may have it. */
void san_body_write(SanPlace *place, uint32_t index, Sink *sink);

#define ACTION_UNSURE (ACTION_NONE - 1)

/* Index of the action with this text, in SAN or as in action_text.h; ACTION_NONE, or
 * ACTION_UNSURE when it fits several. Signs may be left out or wrong; read as well: `0-0`,
 * `e8Q`, `e8(Q)`, `exd6 e.p.`, `Ng1-f3`, `Pe4`, `nf3`, `@e5`, a king's move onto the point that
 * castling takes him to. */
uint32_t san_find(SanPlace *place, const char *text, size_t length);
/* The quick way for texts of one man's action in games of plain turns: finds it without a list of
 * all that is legal, in `room` for MAX_ACTIONS. False: this way does not tell; `place` has no list
 * then. */
bool san_find_plain(SanPlace *place, const char *text, size_t length, Action *room, Action *action);
/* Could the text, as far as its letters and points go, mean this action? Small letters are taken
 * for capitals where no action fits otherwise. */
bool san_fits(const SanPlace *place, const char *text, size_t length, uint32_t index);
/* Is the text this action's but for what the man becomes, which it does not tell? */
bool san_lacks_choice(const SanPlace *place, const char *text, size_t length, uint32_t index);

#endif
