/* Diagnostics: what is wrong with a rule text. Collected, sorted, printed once.
 *
 * One row of diagnostics.def per kind: a stable code, a severity and a one-line summary.
 * Printed form:
 *
 *     game.yaml:7:9: error E0201: unknown key `mvoes`
 *       7 |   man: {mvoes: fmW}
 *         |         ^~~~~
 *         = expected: one of letter, name, moves, promotes, ...
 *         = hint: did you mean `moves`?
 *     parent.yaml:3:1: note: first defined here
 */
#ifndef FERZ_BASE_DIAG_H
#define FERZ_BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/sink.h"
#include "base/source.h"

typedef enum DiagCode {
#define DIAGNOSTIC(name, code, severity, summary) DIAG_##name,
#include "base/diagnostics.def"
#undef DIAGNOSTIC
    DIAG_COUNT
} DiagCode;

typedef enum Severity { SEVERITY_ERROR, SEVERITY_WARNING } Severity;

typedef struct Diag {
    DiagCode code;
    Severity severity;
    Span span; /* source == NO_SOURCE when the place is no text (a --set, a memory limit) */
    const char *message;  /* what was found */
    const char *expected; /* or NULL */
    const char *hint;     /* or NULL */
    Span other;           /* the other place, when other_note is not NULL */
    const char *other_note;
} Diag;

#define NO_SOURCE UINT32_MAX
#define NO_SPAN ((Span){NO_SOURCE, 0, 0})

typedef struct Diagnostics {
    Arena *arena;                    /* borrowed: holds the texts */
    SourceSet *sources;              /* borrowed */
    Diag items[MAX_DIAGNOSTICS + 1]; /* the last one is the spare entry of diag_add */
    uint32_t count;
    uint32_t dropped; /* reported beyond MAX_DIAGNOSTICS */
    uint32_t errors;  /* all errors, dropped ones included */
} Diagnostics;

/* Adds a diagnostic; the returned one may be completed by the functions below. Never NULL:
 * beyond the limit a spare entry is returned. The same code at the same span is kept once. */
Diag *diag_add(Diagnostics *diags, DiagCode code, Span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_expected(Diagnostics *diags, Diag *diag, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void diag_hint(Diagnostics *diags, Diag *diag, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void diag_other(Diagnostics *diags, Diag *diag, Span other, const char *note);

void diag_sort(Diagnostics *diags); /* by source, place, code */
/* All diagnostics in printed form; ends with a count line when there are several. */
void diag_print(const Diagnostics *diags, Sink *sink);
const char *diag_code_text(DiagCode code); /* "E0201" */
const char *diag_summary(DiagCode code);

/* The word of `words` nearest to word[0..length), within two edits (one for words of up to
 * three letters), or NULL. */
const char *word_nearest(const char *word, size_t length, const char *const *words, size_t count);
/* Do the words share most of their letters? Two of four changed make another word. */
bool word_is_near(const char *a, const char *b);

#endif
