/* Action texts: `e2e4`, `e7e8q`, castling `e1g1`, `pass`, extras' text behind (`f4c7/`); a stop
 * is `--`. Replies stand in brackets, `(d8c7)`, and may be read without them; declining is `()`.
 *
 * A text names one action among all legal ones of its position, so it is made relative to
 * that list: of equal texts, a capture also names what it takes (`c4c3xd4`, read also as
 * `c4c3ep`) and castling names its partner (`e1h1`). Everything is borrowed; pure. */
#ifndef FERZ_NOTATION_ACTION_TEXT_H
#define FERZ_NOTATION_ACTION_TEXT_H

#include "base/sink.h"
#include "interp/action.h"
#include "rules/rules.h"

/* All legal actions of a position. */
typedef struct ActionList {
    const Rules *rules;
    const State *state; /* the position they are chosen in */
    const Action *actions;
    uint32_t count;
    const uint64_t *shorts; /* from action_text_shorts(), for long lists; NULL: not known */
} ActionList;

#define ACTION_NONE UINT32_MAX

/* A number for each action of the list, the same for all that are first named alike, so that a
 * text of one among thousands need not be compared with those of all. */
void action_text_shorts(const ActionList *list, uint64_t *shorts);

void action_text_write(const ActionList *list, uint32_t index, Sink *sink);
/* The same without the brackets of a reply; the text of one open choice that it takes. */
void action_text_inner(const ActionList *list, uint32_t index, Sink *sink);
void action_text_extra(const ActionList *list, const Action *action, uint32_t i, Sink *sink);

/* Index of the action with this text, or ACTION_NONE. */
uint32_t action_text_find(const ActionList *list, const char *text, size_t length);

#endif
