#include "study/stats.h"

#include <math.h>

enum { GAME = 100, PAIR = 2 * GAME }; /* the best scores */

void tally_game(Tally *tally, uint32_t score) {
    tally->won += score == GAME;
    tally->lost += score == 0;
    tally->drawn += score > 0 && score < GAME;
    tally->score += score;
}

void tally_pair(Tally *tally, uint32_t first, uint32_t second) {
    uint64_t both = (uint64_t)first + second;
    tally->pairs++;
    tally->sum += both;
    tally->squares += both * both;
}

double score_of_elo(double elo) {
    return 1.0 / (1.0 + pow(10.0, -elo / 400.0));
}

double elo_of_score(double score) {
    if (score <= 0.0)
        return -INFINITY;
    if (score >= 1.0)
        return INFINITY;
    return 400.0 * log10(score / (1.0 - score));
}

/* Of a pair's score between 0 and 1, with `extra` pairs won and as many lost. */
static double variance(const Tally *tally, double extra) {
    double n = (double)tally->pairs + 2.0 * extra;
    double mean = ((double)tally->sum / PAIR + extra) / n;
    double square = ((double)tally->squares / PAIR / PAIR + extra) / n;
    double found = square - mean * mean;
    return found > 0.0 ? found : 0.0;
}

static void interval(Estimate *e, double games) {
    const double z = 1.959963985; /* 97.5 % of the normal distribution lie below */
    double share = z * z / games;
    double middle = (e->score + share / 2.0) / (1.0 + share);
    double half =
        z * sqrt(e->score * (1.0 - e->score) / games + share / (4.0 * games)) / (1.0 + share);
    e->low = middle - half > 0.0 ? middle - half : 0.0;
    e->high = middle + half < 1.0 ? middle + half : 1.0;
}

Estimate tally_estimate(const Tally *tally) {
    enum { MOST_GAMES_A_PAIR = 10 };
    Estimate e = {.score = 0.5, .low = 0.0, .high = 1.0, .superior = 0.5};
    double n = (double)tally->pairs;
    if (tally->pairs > 0) {
        double of_pairs = variance(tally, 0.0);
        e.score = (double)tally->sum / PAIR / n;
        double free = e.score * (1.0 - e.score); /* variance of games won or lost */
        double games = free <= 0.0 ? n : MOST_GAMES_A_PAIR * n;
        if (free > 0.0 && of_pairs * MOST_GAMES_A_PAIR > free)
            games = n * free / of_pairs;
        interval(&e, games);
        double error = sqrt(variance(tally, 1.0) / n);
        e.superior = 0.5 * (1.0 + erf((e.score - 0.5) / (error * sqrt(2.0))));
    }
    e.elo = elo_of_score(e.score);
    e.elo_low = elo_of_score(e.low);
    e.elo_high = elo_of_score(e.high);
    return e;
}

double sprt_ratio(const Sprt *sprt, const Tally *tally) {
    double s0 = score_of_elo(sprt->elo0), s1 = score_of_elo(sprt->elo1);
    double n = (double)tally->pairs;
    if (tally->pairs == 0)
        return 0.0;
    double mean = (double)tally->sum / PAIR / n;
    return n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance(tally, 1.0));
}

double sprt_lower(const Sprt *sprt) {
    return log(sprt->beta / (1.0 - sprt->alpha));
}

double sprt_upper(const Sprt *sprt) {
    return log((1.0 - sprt->beta) / sprt->alpha);
}
