/* lang_compile: a variant file to rules. The one entry into this layer. */
#ifndef FERZ_LANG_COMPILE_H
#define FERZ_LANG_COMPILE_H

#include "base/diag.h"
#include "lang/merge.h"
#include "rules/rules.h"

typedef enum LangStatus {
    LANG_OK,
    LANG_ERRORS,   /* the text is wrong: diagnostics tell; no rules */
    LANG_NO_MEMORY /* a reservation failed; no rules */
} LangStatus;

/* On LANG_OK `*rules` is owned by the caller (rules_free); warnings may still be in diags.
 * `diags` must be prepared with an arena and a source set, which then hold the texts. */
LangStatus lang_compile(const MergeRequest *request, Diagnostics *diags, Rules **rules);

#endif
