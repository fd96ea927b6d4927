#include "play/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "play/own.h"

enum {
    SETTLE_PLIES = 7, /* captures that are not followed at the end of a turn: 3 are */
    PATH = MAX_PLY,
    MOST_CHILDREN = 4096,
    LEAST_WIDTH = 4 /* children looked at from the first visit on */
};

/* Chosen by games of a variant with turns of ten actions (docs/strength.md). */
static const double EXPLORE = 0.6;  /* weight of what is likely against what was seen */
static const double HALF_WAY = 400; /* hundredths that are worth half of a won game */
static const double SHARPNESS = 12; /* of the likelihood, in shares of a won game */
static const double WIDENING = 1.2; /* children looked at, by the root of the visits */

bool plan_open(Plan *plan) {
    plan->nodes = malloc(PLAN_NODES * sizeof *plan->nodes);
    plan->seen = malloc(PLAN_SEEN * sizeof *plan->seen);
    return plan->nodes && plan->seen;
}

void plan_close(Plan *plan) {
    free(plan->nodes);
    free(plan->seen);
    plan->nodes = NULL;
    plan->seen = NULL;
}

/* ------------------------------------------------------------------------------ values */

static double value_of(int32_t score) {
    if (score >= SCORE_SURE || score <= -SCORE_SURE)
        return score > 0 ? 1 : -1;
    return score / (abs(score) + HALF_WAY);
}

static int32_t score_of(double value) {
    double most = 0.985, v = value > most ? most : value < -most ? -most : value;
    return (int32_t)lround(HALF_WAY * v / (1 - fabs(v)));
}

static double for_side(double white, uint8_t side) {
    return side == SIDE_WHITE ? white : -white;
}

static Proof proof_of_end(Outcome end) {
    return end.percent > 50 ? PROOF_WHITE : end.percent < 50 ? PROOF_BLACK : PROOF_DRAWN;
}

static bool proof_wins(Proof proof, uint8_t side) {
    return proof == (side == SIDE_WHITE ? PROOF_WHITE : PROOF_BLACK);
}

static double proof_value(Proof proof) {
    return proof == PROOF_WHITE ? 1 : proof == PROOF_BLACK ? -1 : 0;
}

/* --------------------------------------------------------------------------- one action */

/* What the reply that is asked now leaves, at its best for who gives it. */
static int32_t answered(Search *s, uint32_t ply) {
    Ply *node = &s->plies[ply];
    uint8_t us = game_side(s->game);
    int32_t best = -SCORE_WIN;
    search_list(s, ply);
    for (uint32_t i = 0; i < node->n; i++) {
        if (!search_make(s, &node->list[i]))
            break;
        Outcome end = game_outcome(s->game);
        int32_t score;
        if (end.over)
            score = score_of_end(end, us, ply + 1);
        else {
            score = search_judge(s, -SCORE_WIN, SCORE_WIN);
            score = game_side(s->game) == us ? score : -score;
        }
        best = score > best ? score : best;
        game_undo(s->game);
    }
    search_unlist(s, ply);
    return best;
}

/* The present position, reached by one action from where `turn` was played: White's value, and
 * the proof where the game is over. */
static double estimate(Search *s, uint32_t ply, uint32_t turn, PlanNode *child) {
    Outcome end = game_outcome(s->game);
    child->side = game_side(s->game);
    if (end.over) {
        child->proof = (uint8_t)proof_of_end(end);
        return end.percent / 50.0 - 1;
    }
    int32_t score;
    if (game_frames(s->game) > 1)
        score = answered(s, ply);
    else if (game_turn(s->game) != turn)
        score = quiesce(s, ply, -SETTLE_PLIES, -SCORE_WIN, SCORE_WIN);
    else
        score = search_judge(s, -SCORE_WIN, SCORE_WIN);
    return for_side(value_of(score), child->side);
}

/* Was the position reached before, by other actions of the same stretch? A stretch is what one
 * side decides without the other one: the order of its actions does not matter. */
static bool seen_before(Plan *plan, uint64_t key, uint32_t stretch) {
    uint64_t mark = hash_mix(key ^ hash_mix(stretch)) | 1;
    for (uint64_t i = mark; plan->seen[i % PLAN_SEEN]; i++)
        if (plan->seen[i % PLAN_SEEN] == mark)
            return true;
    uint64_t i = mark;
    while (plan->seen[i % PLAN_SEEN])
        i++;
    plan->seen[i % PLAN_SEEN] = mark;
    return false;
}

/* --------------------------------------------------------------------------- expansion */

static int by_prior(const void *a, const void *b) {
    const PlanNode *one = a, *other = b;
    if (one->prior != other->prior)
        return one->prior < other->prior ? 1 : -1;
    return one->index < other->index ? -1 : one->index > other->index;
}

/* Shares of all by how good each looks to the side that decides. */
static void priors_set(PlanNode *children, uint32_t n, uint8_t side) {
    double best = -1, sum = 0;
    for (uint32_t i = 0; i < n; i++)
        best = fmax(best, for_side(children[i].mean, side));
    for (uint32_t i = 0; i < n; i++) {
        double share = exp(SHARPNESS * (for_side(children[i].mean, side) - best));
        children[i].prior = (float)share;
        sum += share;
    }
    for (uint32_t i = 0; i < n; i++)
        children[i].prior = (float)(children[i].prior / sum);
    qsort(children, n, sizeof *children, by_prior);
}

/* What follows from the children for a node whose children are all known, or one of which wins.
 * One without children leads nowhere that its side could not come by another order: as good as
 * lost, for where the stretch began knows the others. */
static void prove(const Plan *plan, PlanNode *node) {
    if (!node->first || node->proof != PROOF_NONE)
        return;
    uint32_t longest = 0, shortest = UINT32_MAX;
    bool all = true, drawn = false;
    for (uint32_t i = 0; i < node->n; i++) {
        const PlanNode *child = &plan->nodes[node->first + i];
        if (proof_wins(child->proof, node->side)) {
            shortest = child->distance < shortest ? child->distance : shortest;
            node->proof = child->proof;
        }
        all = all && child->proof != PROOF_NONE;
        drawn = drawn || child->proof == PROOF_DRAWN;
        longest = child->distance > longest ? child->distance : longest;
    }
    if (shortest != UINT32_MAX)
        node->distance = (uint16_t)(shortest + 1);
    else if (all) {
        node->proof = (uint8_t)(drawn                      ? PROOF_DRAWN
                                : node->side == SIDE_WHITE ? PROOF_BLACK
                                                           : PROOF_WHITE);
        node->distance = (uint16_t)(longest + 1);
    }
}

/* Makes the children of a leaf whose position is the present one. */
static void expand(Search *s, uint32_t at, uint32_t ply, uint32_t stretch) {
    Plan *plan = &s->plan;
    PlanNode *node = &plan->nodes[at];
    uint32_t turn = game_turn(s->game), n = 0;
    Ply *list = &s->plies[ply];
    search_list(s, ply);
    node->first = plan->used;
    for (uint32_t i = 0; i < list->n && i < MOST_CHILDREN && plan->used + n < PLAN_NODES; i++) {
        if (!search_make(s, &list->list[i]))
            break;
        PlanNode *child = &plan->nodes[plan->used + n];
        *child = (PlanNode){.index = (uint16_t)i};
        bool same = game_side(s->game) == node->side && game_turn(s->game) == turn &&
                    game_frames(s->game) == 1;
        if (!same || !seen_before(plan, game_key(s->game), stretch)) {
            child->mean = (float)estimate(s, ply + 1, turn, child);
            n++;
        }
        game_undo(s->game);
        if (proof_wins(child->proof, node->side))
            break; /* nothing can be better */
    }
    search_unlist(s, ply);
    node->n = (uint16_t)n;
    plan->used += n;
    priors_set(&plan->nodes[node->first], n, node->side);
    prove(plan, node);
}

/* ------------------------------------------------------------------------- choosing */

static double attraction(const PlanNode *node, const PlanNode *child) {
    double seen = for_side(child->mean, node->side);
    return seen + EXPLORE * child->prior * sqrt(node->visits + 1.0) / (1 + child->visits);
}

/* The child to look at next; UINT32_MAX: none is open. */
static uint32_t select_child(const Plan *plan, const PlanNode *node) {
    uint32_t width = LEAST_WIDTH + (uint32_t)(WIDENING * sqrt(node->visits)), best = UINT32_MAX;
    double most = -INFINITY;
    for (uint32_t i = 0, open = 0; i < node->n && open < width; i++) {
        const PlanNode *child = &plan->nodes[node->first + i];
        if (child->proof != PROOF_NONE)
            continue;
        open++;
        double wanted = attraction(node, child);
        if (wanted > most) {
            most = wanted;
            best = node->first + i;
        }
    }
    return best;
}

static bool play_index(Search *s, uint32_t ply, uint32_t index) {
    search_list(s, ply);
    Ply *node = &s->plies[ply];
    bool played = index < node->n && search_make(s, &node->list[index]);
    search_unlist(s, ply);
    return played;
}

/* White's best of what the children promise to who decides. */
static double best_child(const Plan *plan, const PlanNode *node) {
    double best = -1;
    if (node->proof != PROOF_NONE)
        return proof_value(node->proof);
    if (node->n == 0)
        return node->mean;
    for (uint32_t i = 0; i < node->n; i++)
        best = fmax(best, for_side(plan->nodes[node->first + i].mean, node->side));
    return for_side(best, node->side);
}

/* Values of what turned out to be known are not averaged in: the best of the rest counts. */
static void back_up(Plan *plan, const uint32_t *path, uint32_t n, double value) {
    for (bool known = false; n-- > 0;) {
        PlanNode *node = &plan->nodes[path[n]];
        node->visits++;
        prove(plan, node);
        if (known || node->proof != PROOF_NONE)
            value = best_child(plan, node);
        known = node->proof != PROOF_NONE;
        node->mean =
            known ? (float)value : node->mean + (float)((value - node->mean) / node->visits);
    }
}

/* One way down the tree, and a leaf more. */
static void grow(Search *s) {
    Plan *plan = &s->plan;
    uint32_t path[PATH], n = 0, at = 0, stretch = 0;
    uint32_t turn = game_turn(s->game);
    path[n++] = 0;
    while (plan->nodes[at].first && n < s->ply_limit && n < PATH - 1) {
        uint32_t next = select_child(plan, &plan->nodes[at]);
        if (next == UINT32_MAX || !play_index(s, n - 1, plan->nodes[next].index))
            break;
        if (plan->nodes[next].side != plan->nodes[at].side || game_turn(s->game) != turn)
            stretch = next;
        turn = game_turn(s->game);
        at = next;
        path[n++] = at;
    }
    s->seldepth = n > s->seldepth ? n : s->seldepth;
    if (!plan->nodes[at].first && plan->nodes[at].proof == PROOF_NONE)
        expand(s, at, n - 1, stretch);
    double value = best_child(plan, &plan->nodes[at]);
    for (uint32_t i = 1; i < n; i++)
        game_undo(s->game);
    back_up(plan, path, n, value);
}

/* ------------------------------------------------------------------------------- the root */

static int32_t child_score(const PlanNode *child, uint8_t side) {
    if (child->proof == PROOF_WHITE || child->proof == PROOF_BLACK) {
        int32_t score = SCORE_WIN - child->distance - 1;
        return proof_wins(child->proof, side) ? score : -score;
    }
    return score_of(for_side(child->mean, side));
}

/* Which of two children is the better choice? */
static bool child_better(const PlanNode *a, const PlanNode *b, uint8_t side) {
    bool wins_a = proof_wins(a->proof, side), wins_b = proof_wins(b->proof, side);
    bool loses_a = proof_wins(a->proof, side ^ 1), loses_b = proof_wins(b->proof, side ^ 1);
    if (wins_a != wins_b)
        return wins_a;
    if (wins_a)
        return a->distance < b->distance;
    if (loses_a != loses_b)
        return loses_b;
    if (a->visits != b->visits)
        return a->visits > b->visits;
    return for_side(a->mean, side) > for_side(b->mean, side);
}

static const PlanNode *best_of(const Plan *plan, const PlanNode *node) {
    const PlanNode *best = NULL;
    for (uint32_t i = 0; i < node->n; i++) {
        const PlanNode *child = &plan->nodes[node->first + i];
        if (!best || child_better(child, best, node->side))
            best = child;
    }
    return best;
}

static Found found_of(const Search *s, const PlanNode *child, uint8_t side, uint32_t depth) {
    Found found = {.score = child_score(child, side), .depth = depth, .seldepth = s->seldepth};
    for (const PlanNode *node = child; node && found.n_trail < TRAIL;
         node = node->first ? best_of(&s->plan, node) : NULL)
        found.trail[found.n_trail++] = node->index;
    return found;
}

/* Roots that the tree does not have keep their place behind. */
static void roots_read(Search *s, uint32_t depth) {
    const Plan *plan = &s->plan;
    const PlanNode *root = &plan->nodes[0];
    uint32_t placed = 0;
    bool *taken = s->plan_taken;
    memset(taken, 0, root->n * sizeof *taken);
    for (; placed < s->n_roots; placed++) {
        uint32_t best = UINT32_MAX, at = placed;
        for (uint32_t i = 0; i < root->n; i++)
            if (!taken[i] &&
                (best == UINT32_MAX || child_better(&plan->nodes[root->first + i],
                                                    &plan->nodes[root->first + best], root->side)))
                best = i;
        if (best == UINT32_MAX)
            return;
        taken[best] = true;
        while (at < s->n_roots && s->roots[at].index != plan->nodes[root->first + best].index)
            at++;
        if (at == s->n_roots) {
            placed--; /* not to be chosen from */
            continue;
        }
        Root swap = s->roots[at];
        memmove(&s->roots[placed + 1], &s->roots[placed], (at - placed) * sizeof swap);
        swap.now = found_of(s, &plan->nodes[root->first + best], root->side, depth);
        s->roots[placed] = swap;
    }
}

/* Children that are not among the roots are never looked at. */
static void roots_keep(Search *s) {
    PlanNode *root = &s->plan.nodes[0];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < root->n; i++) {
        PlanNode *child = &s->plan.nodes[root->first + i];
        bool wanted = false;
        for (uint32_t k = 0; k < s->n_roots && !wanted; k++)
            wanted = s->roots[k].index == child->index;
        if (wanted)
            s->plan.nodes[root->first + kept++] = *child;
    }
    root->n = (uint16_t)kept;
    root->proof = PROOF_NONE;
    prove(&s->plan, root);
}

/* Doubled visits are told as one level of depth more. */
void plan_search(Search *s) {
    Plan *plan = &s->plan;
    uint32_t depth = 0, told = 16;
    memset(plan->seen, 0, PLAN_SEEN * sizeof *plan->seen);
    plan->nodes[0] = (PlanNode){.side = game_side(s->game)};
    plan->used = 1;
    expand(s, 0, 0, 0);
    roots_keep(s);
    roots_read(s, 1);
    while (!search_halted(s) && plan->nodes[0].proof == PROOF_NONE &&
           plan->used + MOST_CHILDREN < PLAN_NODES) {
        grow(s);
        if (plan->nodes[0].visits < told)
            continue;
        told *= 2;
        depth++;
        roots_read(s, depth);
        search_tell(s);
        if (search_enough(s, (int32_t)depth) || depth >= s->depth_limit)
            break;
    }
    roots_read(s, depth ? depth : 1);
}
