/* Walking programs backwards. */
#include "interp/reverse.h"

#include "interp/programs.h"

typedef struct Trie {
    const TrieNode *nodes;
    const TrieMore *more;
} Trie;

static Trie trie_of(const Rules *r, uint8_t by, uint32_t point) {
    uint32_t start = r->trie_starts[r->reverse[by].starts + point];
    return (Trie){r->reverse_tries + start, r->trie_more + start};
}

/* Does the man on the node's point attack? */
static Attacked node_attacks(const Rules *r, const Position *p, Trie t, uint32_t i) {
    const TrieTypes *types = &r->trie_types[t.more[i].types];
    uint32_t type = p->board[t.nodes[i].point], word = type / 64, bit = type % 64;
    if (types->sure[word] >> bit & 1)
        return ATTACKED_YES;
    return types->guarded[word] >> bit & 1 ? ATTACKED_MAYBE : ATTACKED_NO;
}

Attacked reverse_walk(const Game *g, const Position *p, uint8_t by, uint32_t point,
                      const Stands *stands) {
    Trie t = trie_of(g->rules, by, point);
    Attacked result = ATTACKED_NO;
    uint32_t i = 0;
    do {
        uint32_t link = t.nodes[i].next[stands->at[t.nodes[i].point]];
        if (link & 1) {
            Attacked attacked = node_attacks(g->rules, p, t, i);
            if (attacked == ATTACKED_YES)
                return attacked;
            result = attacked > result ? attacked : result;
        }
        i = link >> 1;
    } while (i);
    return result;
}

/* ------------------------------------------------------------------------ sight */

typedef struct Look {
    const Game *g;
    const Position *p;
    const Stands *stands;
    Trie t;
    Sight *sight;
} Look;

/* Would a man of ours who comes to the node's point lead the walk somewhere? */
static bool coming_matters(Trie t, uint32_t i) {
    return t.nodes[i].next[STANDS_OURS] >> 1 != t.more[i].skip;
}

static bool leaving_matters(Trie t, uint32_t i) {
    return t.nodes[i].next[STANDS_NOBODY] >> 1 != t.more[i].skip;
}

/* What lies behind node i, were its point as it is not: is there an attack? One action may change
 * another point there as well: those where that could matter count as touchy at once. */
static bool look_behind(Look *l, uint32_t i, uint32_t instead) {
    const Trie t = l->t;
    uint32_t stop = t.more[i].skip;
    bool attack = false;
    for (uint32_t j = t.nodes[i].next[instead] >> 1; j != stop;) {
        uint32_t point = t.nodes[j].point, stands = l->stands->at[point];
        uint32_t link = t.nodes[j].next[stands];
        attack |= link & 1 && node_attacks(l->g->rules, l->p, t, j) != ATTACKED_NO;
        if (instead == STANDS_NOBODY ? stands != STANDS_OURS && coming_matters(t, j)
                                     : stands == STANDS_OURS && leaving_matters(t, j))
            set_add(&l->sight->touchy, point);
        j = link >> 1;
    }
    return attack;
}

/* An answer of another kind at node i may bring an attack by itself. */
static void look_aside(Look *l, uint32_t i, uint32_t stands) {
    bool ours = stands == STANDS_OURS;
    if (ours ? leaving_matters(l->t, i) : coming_matters(l->t, i))
        if (look_behind(l, i, ours ? STANDS_NOBODY : STANDS_OURS))
            set_add(&l->sight->touchy, l->t.nodes[i].point);
}

Attacked reverse_sight(const Game *g, const Position *p, uint8_t by, uint32_t point,
                       const Stands *stands, Sight *sight) {
    Look l = {g, p, stands, trie_of(g->rules, by, point), sight};
    Attacked result = ATTACKED_NO;
    uint32_t i = 0;
    sight->seen = sight->touchy = set_none();
    do {
        const TrieNode *node = &l.t.nodes[i];
        uint32_t at = stands->at[node->point], link = node->next[at];
        set_add(&sight->seen, node->point);
        if (link & 1) {
            Attacked attacked = node_attacks(g->rules, p, l.t, i);
            if (attacked == ATTACKED_YES)
                return attacked;
            result = attacked > result ? attacked : result;
        }
        look_aside(&l, i, at);
        i = link >> 1;
    } while (i);
    return result;
}

/* ------------------------------------------------------------------------- whole */

/* Does one of the men whose guards decide attack? */
static bool guarded_attack(Game *g, const Position *p, uint32_t point, uint8_t by) {
    const LeapAttack *a = g->rules->leap_attacks + g->rules->reverse[by].first_reach;
    for (uint32_t i = 0; i < g->rules->reverse[by].n_reaches; i++) {
        Set men =
            set_and(*trie_leaps(g->rules, a[i].origins, point), *position_men(g, p, by, a[i].type));
        SET_EACH(q, men)
        if (programs_attack(g, p, plan_of(g, by, a[i].type), q, point))
            return true;
    }
    return false;
}

bool reverse_at(Game *g, const Position *p, uint32_t point, uint8_t by) {
    if (set_any(reverse_leapers(g, p, by, point)))
        return true;
    if (!reverse_may_reach(g, p, by, point))
        return false;
    Stands stands;
    stands_fill(&stands, p->sides[by ^ 1], p->sides[by]);
    Attacked attacked = reverse_walk(g, p, by, point, &stands);
    return attacked == ATTACKED_YES ||
           (attacked == ATTACKED_MAYBE && guarded_attack(g, p, point, by));
}
