/* What a match says about two players. Games are played in pairs, the same beginning with colours
 * reversed, and it is the pairs that are independent of each other: errors are those of pairs.
 *
 * Scores are A's. A game counts 0 to 100 (percent), a pair 0 to 200. */
#ifndef FERZ_STUDY_STATS_H
#define FERZ_STUDY_STATS_H

#include <stdint.h>

typedef struct Tally {
    uint64_t won, drawn, lost; /* games; one that is neither won nor lost counts as drawn */
    uint64_t score;            /* of those games */
    uint64_t pairs;            /* complete ones */
    uint64_t sum, squares;     /* of their scores, and of the squares of these */
} Tally;

void tally_game(Tally *tally, uint32_t score);
void tally_pair(Tally *tally, uint32_t first, uint32_t second);

/* The score that a difference in rating makes expected, and back: 1 / (1 + 10^(-elo/400)). The
 * difference of scores of 0 and 1 is infinite. */
double score_of_elo(double elo);
double elo_of_score(double score);

/* Of the complete pairs. The interval is Wilson's, which is honest at 0 and 1, at 95 %: it takes as
 * many games as would have the variance that the pairs have, but no more than 10 a pair. */
typedef struct Estimate {
    double score, low, high;
    double elo, elo_low, elo_high;
    double superior; /* how likely A is the better player, taken normal */
} Estimate;
/* Without pairs all is open: 0.5 between 0 and 1. */
Estimate tally_estimate(const Tally *tally);

/* Wald's sequential test of elo = elo0 against elo = elo1 (elo0 < elo1), on pairs, their scores
 * taken normal with the variance that they have. Two more pairs, one won and one lost, are taken
 * into the variance: else a match that begins with the same result a few times would be decided. */
typedef struct Sprt {
    double elo0, elo1;
    double alpha, beta; /* risks of taking either wrongly */
} Sprt;
double sprt_ratio(const Sprt *sprt, const Tally *tally); /* logarithm of the likelihood ratio */
double sprt_lower(const Sprt *sprt);                     /* at or below: elo0 is taken */
double sprt_upper(const Sprt *sprt);                     /* at or above: elo1 is taken */

#endif
