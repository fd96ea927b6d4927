/* A tree grown walk by walk: down to where it ends, one node further, and up with what that one is
 * worth. A node is an action. What is known of nodes is White's, so that it stays the same whoever
 * decides next: turns of several actions and replies need nothing of their own.
 *
 * Of a node's actions the first in their order are open, more of them the more often it was
 * visited. All lies in the memory of the table of positions, which is not asked meanwhile: nodes
 * from its beginning, lists of the places of actions from its end.
 *
 *     | node | node | node ...        free        ... places | places |
 */
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "play/own.h"

enum {
    NONE = INT32_MAX, /* no node */
    FRESH = NONE - 1, /* one that is to be made */
    FIRST_OPEN = 2,
    KEEP_FIRST = 16,   /* places kept of a list when it is first made, */
    KEEP_FACTOR = 4,   /* and how many times as many when it is made again */
    FIRST_WALKS = 128, /* a wish to end waits for so many, then the tree is told first; and where
                          there is nothing to choose they are all */
    LOOK_WALKS = 32,   /* between looks at the clock for what is best spent */
    RANDOM_PLIES = 400 /* of one random play */
};

/* Guessed, not tuned; what they do as they are is measured in docs/strength.md. */
static const struct {
    double curious;    /* how much an action's place in the order weighs beside what was found */
    double best;       /* of the best line in what was found, beside the mean of all */
    double unknown;    /* less than the mean: what was not visited */
    double open;       /* actions for each root of the number of visits */
    double hundredths; /* at which who leads wins three times in four */
} W = {.curious = 1, .best = 0.3, .unknown = 0.1, .open = 2, .hundredths = 200};

typedef struct TreeNode {
    uint8_t head[ACTION_HEAD]; /* of its action: what lies behind it is listed again */
    uint16_t place;            /* of its action in the list */
    uint8_t side;              /* who decides behind it */
    bool listed, lists_more;   /* its list was made; its action has more than a head */
    uint32_t visits;
    float share;             /* of what is left to curiosity among its siblings */
    float best;              /* chances by the best line */
    double sum;              /* of the chances of all visits */
    int32_t exact;           /* score, or SCORE_NONE while it is not decided */
    int32_t children, other; /* the last made child; the sibling made before */
    uint32_t n_actions;      /* to choose from; */
    uint32_t n_kept, n_made; /* the first of them in their order, and those that are children */
    size_t places;           /* of those that are kept, counted from the beginning of all */
} TreeNode;

typedef struct Tree {
    Search *s;
    TreeNode *nodes;     /* borrowed: the memory of the store; */
    uint16_t *lists;     /* the same */
    size_t first_listed; /* where the last list begins: no node reaches so far */
    int32_t used;        /* nodes */
    bool full;
    Rng rng;
    int32_t way[MAX_PLY + 2]; /* of the walk, from the root */
    uint32_t ply;             /* its last */
} Tree;

static TreeNode *node_at(const Tree *t, int32_t i) {
    return &t->nodes[i];
}

static uint16_t *places_of(const Tree *t, const TreeNode *node) {
    return t->lists + node->places;
}

/* ------------------------------------------------------------------ scores and chances */

/* Without functions whose last digit is another on another machine. */
static double chance_of(int32_t score) {
    if (score >= SCORE_SURE || score <= -SCORE_SURE)
        return score > 0;
    return 0.5 + 0.5 * score / (W.hundredths + (score < 0 ? -score : score));
}

static int32_t score_of(double chance) {
    double lead = 2 * chance - 1, size = lead < 0 ? -lead : lead;
    return score_clamp((int32_t)(W.hundredths * lead / (1.0001 - size)));
}

static double chance_for(double chance, uint8_t side) {
    return side == SIDE_WHITE ? chance : 1 - chance;
}

static int32_t score_for(int32_t score, uint8_t side) {
    return side == SIDE_WHITE ? score : -score;
}

static bool is_lost(const TreeNode *node, uint8_t side) {
    return node->exact != SCORE_NONE && score_for(node->exact, side) <= -SCORE_SURE;
}

static double mean_of(const TreeNode *node) {
    return node->visits ? node->sum / node->visits : 0.5;
}

/* -------------------------------------------------------------------------- children */

/* Room for a node or for places, if `nodes` and places from `first` on do not meet. */
static bool fits(Tree *t, int32_t nodes, size_t first) {
    t->full |= nodes >= FRESH || (size_t)nodes * sizeof(TreeNode) > first * sizeof(uint16_t);
    return !t->full;
}

static int32_t node_new(Tree *t) {
    if (!fits(t, t->used + 1, t->first_listed))
        return NONE;
    *node_at(t, t->used) = (TreeNode){.exact = SCORE_NONE, .children = NONE, .other = NONE};
    return t->used++;
}

/* Room for places of the node, those it has kept among them. */
static bool places_new(Tree *t, TreeNode *node, uint32_t n) {
    if (!fits(t, t->used, n < t->first_listed ? t->first_listed - n : 0))
        return false;
    t->first_listed -= n;
    if (node->n_kept)
        memcpy(t->lists + t->first_listed, places_of(t, node), node->n_kept * sizeof(uint16_t));
    node->places = t->first_listed;
    return true;
}

/* The actions of the root are those that the limits leave, in their order. */
static bool root_make(Tree *t) {
    const Search *s = t->s;
    int32_t at = node_new(t);
    if (at == NONE || !places_new(t, node_at(t, at), s->n_roots))
        return false;
    TreeNode *root = node_at(t, at);
    root->side = game_side(s->game);
    root->listed = true;
    root->n_actions = root->n_kept = s->n_roots;
    for (uint32_t i = 0; i < s->n_roots; i++)
        places_of(t, root)[i] = s->roots[i].index;
    return true;
}

static void list_order(Search *s, uint32_t ply) {
    RowEnds ends;
    search_list(s, ply);
    s->plies[ply].killers[0] = s->plies[ply].killers[1] = 0;
    order_node(s, ply, 0);
    if (order_row_ends(s, &ends))
        order_force(s, ply, &ends);
}

/* Lists the node's actions, and keeps more of them than before. */
static void actions_keep(Tree *t, TreeNode *node) {
    Ply *p = &t->s->plies[t->ply];
    uint32_t n = 0, most = node->listed ? KEEP_FACTOR * node->n_kept : KEEP_FIRST;
    list_order(t->s, t->ply);
    for (uint32_t i = 0; i < p->n; i++)
        n += p->order[i] != ORDER_LEFT_OUT;
    most = most < n ? most : n;
    if (places_new(t, node, most)) {
        uint16_t *places = places_of(t, node);
        for (uint32_t i = 0; i < node->n_kept; i++)
            p->order[places[i]] = ORDER_LEFT_OUT;
        while (node->n_kept < most)
            places[node->n_kept++] = (uint16_t)order_next(p);
        node->n_actions = n;
        node->listed = true;
    }
    search_unlist(t->s, t->ply);
}

static double share_of(const TreeNode *node, uint32_t rank) {
    return 0.5 / sqrt((rank + 1.0) * node->n_actions);
}

/* The child to go on with, FRESH for the next in the order, or NONE. Lost ones take no place among
 * those that are open. */
static int32_t child_choose(const Tree *t, const TreeNode *node) {
    double root = sqrt(node->visits + 1.0), curious = W.curious * root, top = -1e9;
    uint32_t open = FIRST_OPEN + (uint32_t)(W.open * root), alive = 0;
    int32_t best = NONE;
    for (int32_t c = node->children; c != NONE; c = node_at(t, c)->other) {
        const TreeNode *child = node_at(t, c);
        if (is_lost(child, node->side))
            continue;
        double found = (1 - W.best) * mean_of(child) + W.best * child->best;
        double promise =
            chance_for(found, node->side) + curious * child->share / (1 + child->visits);
        alive++;
        if (promise >= top) { /* of equal ones the first in their order */
            top = promise;
            best = c;
        }
    }
    double unknown = chance_for(mean_of(node), node->side) - W.unknown;
    if (alive < open && node->n_made < node->n_actions &&
        unknown + curious * share_of(node, node->n_made) > top)
        return FRESH;
    return best;
}

/* ---------------------------------------------------------------------------- going up */

/* What the children tell of a node: its best line, and whether it is decided. */
static void node_sum(const Tree *t, TreeNode *node) {
    int32_t most = -SCORE_WIN;
    uint32_t exact = 0;
    double best = -1;
    for (int32_t c = node->children; c != NONE; c = node_at(t, c)->other) {
        const TreeNode *child = node_at(t, c);
        if (child->exact != SCORE_NONE) {
            int32_t score = score_for(child->exact, node->side);
            most = score > most ? score : most;
            exact++;
        }
        double chance = chance_for(child->best, node->side);
        best = chance > best ? chance : best;
    }
    node->best = (float)chance_for(best, node->side);
    if (most < SCORE_SURE && (exact == 0 || exact < node->n_actions))
        return;
    node->exact = score_for(most, node->side);
    node->best = (float)chance_of(node->exact);
}

static void go_up(Tree *t, double chance) {
    for (uint32_t i = t->ply + 1; i-- > 0;) {
        TreeNode *node = node_at(t, t->way[i]);
        node->visits++;
        node->sum += chance;
        if (node->children == NONE || node->exact != SCORE_NONE)
            continue;
        node_sum(t, node);
        if (node->exact == SCORE_NONE)
            continue;
        chance = node->best;
        node->sum = chance * node->visits;
    }
}

/* -------------------------------------------------------------------------- going down */

static double node_end(TreeNode *node, int32_t score) {
    node->exact = score_for(score, node->side);
    node->best = (float)chance_of(node->exact);
    return node->best;
}

/* How random play ends; where it does not, or the nodes do first, nobody knows. */
static double play_out(Tree *t) {
    Search *s = t->s;
    uint64_t left = s->node_limit ? s->node_limit - s->nodes_made : RANDOM_PLIES;
    uint32_t most = left < RANDOM_PLIES ? (uint32_t)left : RANDOM_PLIES;
    Playout played = game_playout(s->game, &t->rng, most);
    for (uint32_t i = 0; i < played.plies; i++)
        game_undo(s->game);
    s->nodes_made += played.plies;
    return played.outcome.over ? played.outcome.percent / 100.0 : 0.5;
}

/* The first time that a position is met. */
static double node_judge(Tree *t, TreeNode *node) {
    Search *s = t->s;
    node->side = game_side(s->game);
    if (game_ended(s->game).over)
        return node_end(node, score_of_end(game_outcome(s->game), node->side, t->ply));
    if (s->shape.draws_repeats && game_repeats(s->game))
        return node_end(node, 0);
    if (s->shape.all_take) {
        node->best = (float)play_out(t);
        return node->best;
    }
    int32_t score = quiesce(s, t->ply, 0, -SCORE_WIN, SCORE_WIN);
    node->best = (float)chance_of(score_for(score, node->side));
    return node->best;
}

/* The action at a place of the present list. */
static bool place_play(Tree *t, uint32_t place, Action *played) {
    Search *s = t->s;
    if (t->ply > 0)
        search_list(s, t->ply);
    const Action *a = &s->plies[t->ply].list[place];
    action_copy(played, a);
    bool made = search_make(s, a);
    if (t->ply > 0)
        search_unlist(s, t->ply);
    return made;
}

static bool node_play(Tree *t, const TreeNode *node) {
    Action action;
    if (node->lists_more)
        return place_play(t, node->place, &action);
    memcpy(&action, node->head, ACTION_HEAD);
    return search_make(t->s, &action);
}

/* Plays the next action in the order for the first time; NONE: there is no room. */
static int32_t child_make(Tree *t, TreeNode *node) {
    Action action;
    if (node->n_made == node->n_kept)
        actions_keep(t, node);
    if (t->full)
        return NONE;
    uint32_t place = places_of(t, node)[node->n_made];
    int32_t new = node_new(t);
    if (new == NONE || !place_play(t, place, &action))
        return NONE;
    TreeNode *child = node_at(t, new);
    memcpy(child->head, &action, ACTION_HEAD);
    child->place = (uint16_t)place;
    child->lists_more = action.n_more || action.n_via;
    child->share = (float)share_of(node, node->n_made++);
    child->other = node->children;
    node->children = new;
    return new;
}

/* One action further down. False: the walk ends here. */
static bool step_down(Tree *t, TreeNode *node) {
    if (t->ply + 2 >= t->s->ply_limit)
        return false;
    if (!node->listed)
        actions_keep(t, node);
    int32_t next = node->listed ? child_choose(t, node) : NONE;
    if (next == FRESH)
        next = child_make(t, node);
    else if (next != NONE && !node_play(t, node_at(t, next)))
        next = NONE;
    if (next == NONE)
        return false;
    t->way[++t->ply] = next;
    return true;
}

/* Chances of where the walk ends. */
static double walk_down(Tree *t) {
    for (;;) {
        TreeNode *node = node_at(t, t->way[t->ply]);
        if (t->ply > 0 && node->visits == 0)
            return node_judge(t, node);
        if (node->exact != SCORE_NONE)
            return chance_of(node->exact);
        if (search_halted(t->s))
            return 0; /* nothing goes up */
        if (step_down(t, node))
            continue;
        if (node->listed && node->n_actions == 0)
            return node_end(node, score_of_end(game_outcome(t->s->game), node->side, t->ply));
        return mean_of(node);
    }
}

static void walk(Tree *t) {
    Search *s = t->s;
    t->ply = 0;
    t->way[0] = 0;
    double chance = walk_down(t);
    for (uint32_t i = 0; i < t->ply; i++)
        game_undo(s->game);
    s->seldepth = t->ply > s->seldepth ? t->ply : s->seldepth;
    if (!s->stopped)
        go_up(t, chance);
}

/* ------------------------------------------------------------------------ what was found */

/* Wins first, the shorter the better, and losses last; between them the most visited. */
static bool is_better(const TreeNode *a, const TreeNode *b, uint8_t side) {
    int32_t scores[2];
    const TreeNode *nodes[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        int32_t exact = nodes[i]->exact == SCORE_NONE ? 0 : score_for(nodes[i]->exact, side);
        scores[i] = exact >= SCORE_SURE || exact <= -SCORE_SURE ? exact : 0;
    }
    return scores[0] != scores[1] ? scores[0] > scores[1] : a->visits > b->visits;
}

/* `told`: places left out, or NULL. */
static int32_t child_best(const Tree *t, const TreeNode *node, const bool *told) {
    int32_t best = NONE;
    for (int32_t c = node->children; c != NONE; c = node_at(t, c)->other) {
        const TreeNode *child = node_at(t, c);
        if (child->visits > 0 && !(told && told[child->place]) &&
            (best == NONE || !is_better(node_at(t, best), child, node->side)))
            best = c;
    }
    return best;
}

static Found found_of(const Tree *t, int32_t first, uint8_t side) {
    const TreeNode *node = node_at(t, first);
    int32_t exact = node->exact, score = exact == SCORE_NONE ? score_of(mean_of(node)) : exact;
    Found found = {.score = score_for(score, side), .seldepth = t->s->seldepth};
    for (int32_t c = first; c != NONE && found.n_trail < TRAIL;
         c = child_best(t, node_at(t, c), NULL))
        found.trail[found.n_trail++] = node_at(t, c)->place;
    found.depth = found.n_trail;
    return found;
}

/* The best actions to the front of the roots, as many as lines are asked for. */
static void tree_tell(Tree *t) {
    Search *s = t->s;
    const TreeNode *root = node_at(t, 0);
    bool told[MAX_ACTIONS] = {false};
    for (uint32_t k = 0; k < s->n_lines; k++) {
        int32_t best = child_best(t, root, told);
        if (best == NONE)
            break;
        uint32_t i = k, place = node_at(t, best)->place;
        while (s->roots[i].index != place)
            i++;
        Root chosen = s->roots[i];
        memmove(&s->roots[k + 1], &s->roots[k], (i - k) * sizeof chosen);
        chosen.now = found_of(t, best, root->side);
        s->roots[k] = chosen;
        told[place] = true;
    }
    search_tell(s);
}

/* ------------------------------------------------------------------------------ the run */

static bool is_enough(const Tree *t, uint64_t walks) {
    const Search *s = t->s;
    if (t->full || node_at(t, 0)->exact != SCORE_NONE || (s->n_roots == 1 && walks >= FIRST_WALKS))
        return true;
    return s->soft && walks % LOOK_WALKS == 0 && pace_spent(&s->pace) >= s->soft;
}

static uint32_t thousandths_used(const Tree *t, size_t bytes) {
    size_t used = (size_t)t->used * sizeof(TreeNode) + bytes - t->first_listed * sizeof(uint16_t);
    return (uint32_t)((uint64_t)used * 1000 / bytes);
}

bool montecarlo_run(Search *s) {
    size_t bytes;
    Tree tree = {.s = s};
    uint64_t tell_at = FIRST_WALKS;
    void *memory = store_lend(&s->store, &bytes);
    tree.nodes = memory;
    tree.lists = memory;
    tree.first_listed = bytes / sizeof *tree.lists;
    if (!root_make(&tree))
        return false;
    rng_seed(&tree.rng, s->limits.seed);
    s->seldepth = 0;
    s->first_until = UINT64_MAX;
    for (uint64_t walks = 1; !search_halted(s); walks++) {
        walk(&tree);
        s->store.lent_used = thousandths_used(&tree, bytes);
        if (is_enough(&tree, walks))
            break;
        if (walks < tell_at)
            continue;
        s->first_until = 0;
        tell_at *= 2;
        tree_tell(&tree);
    }
    tree_tell(&tree);
    return true;
}
