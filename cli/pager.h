/* A screenful at a time of what is longer than the terminal. Elsewhere it does nothing. */
#ifndef FERZ_CLI_PAGER_H
#define FERZ_CLI_PAGER_H

#include <stdio.h>

#include "cli/line_input.h"

typedef struct Pager {
    LineInput *input; /* borrowed; NULL: nothing is held back */
    FILE *text;       /* owned: what standard output got since the beginning */
    int screen;       /* owned: where standard output went before */
} Pager;

/* What standard output gets from now on is held back. `input` NULL: it is not. */
Pager pager_begin(LineInput *input);
/* Shows it, and asks behind each screenful whether to go on. */
void pager_end(Pager *pager);

#endif
