#include "rules/verify.h"

#include <string.h>

#include "rules/verify_parts.h"

/* ----------------------------------------------------------------------- board */

static bool is_point(const Board *board, PointId point) {
    return point < board->n_points;
}

static bool is_point_or_none(const Board *board, PointId point) {
    return point == NO_POINT || is_point(board, point);
}

static const char *verify_board(const Rules *rules) {
    const Board *board = &rules->board;
    uint32_t n = board->n_points, words = rules->words;
    CHECK(n >= 1 && n <= MAX_POINTS, "the board has no points, or too many");
    CHECK(words == 1 || words == 2 || words == 4 || words == POINTSET_WORDS,
          "sets have an odd width");
    CHECK(n <= words * 64, "sets are narrower than the board");
    CHECK(board->points && board->steps && board->image, "the board is incomplete");
    for (uint32_t i = 0; i < board->n_directions * n; i++)
        CHECK(is_point_or_none(board, board->steps[i]), "a step leads off the board");
    for (uint32_t p = 0; p < n; p++) {
        CHECK(is_point(board, board->image[p]), "a point's image is off the board");
        CHECK(board->points[p].name, "a point has no name");
    }
    CHECK((board->files == 0) == (board->ranks == 0), "a board has files without ranks");
    for (uint32_t i = 0; i < (uint32_t)board->files * board->ranks * board->levels; i++)
        CHECK(is_point_or_none(board, board->grid[i]), "the grid names a point off the board");
    return NULL;
}

static const char *verify_sets(const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_sets; i++)
        CHECK(set_on_board(rules, rules_set(rules, i)), "a constant set reaches off the board");
    return NULL;
}

/* ---------------------------------------------------------------------- pieces */

static const char *verify_type(const Rules *rules, const Type *type) {
    CHECK(type->name && type->title, "a type has no name");
    CHECK(memchr(type->letter, '\0', sizeof type->letter), "a letter does not end");
    for (uint32_t i = 0; i < MAX_LETTERS_READ; i++)
        CHECK(memchr(type->letters_read[i], '\0', sizeof type->letters_read[i]),
              "a letter that is read does not end");
    for (uint32_t side = 0; side < 2; side++) {
        CHECK(type->mover[side] < rules->n_movers, "a type's mover is missing");
        CHECK(type->promotion[side] == NO_INDEX || type->promotion[side] < rules->n_promotions,
              "a type's promotion is missing");
    }
    CHECK(rules->n_attributes == 0 || type->attributes, "a type has no attributes");
    CHECK(!(type->neutral || type->iron) || !(type->royal[0] || type->royal[1]),
          "a neutral or iron type is royal");
    return NULL;
}

static const char *verify_pieces(const Rules *rules) {
    CHECK(rules->n_types <= MAX_TYPES, "too many types");
    CHECK(rules->n_marks <= MAX_MARKS && rules->n_counters <= MAX_COUNTERS,
          "too many marks or counters");
    for (uint32_t t = 0; t < rules->n_types; t++)
        CHECK_PART(verify_type(rules, &rules->types[t]));
    for (uint32_t i = 0; i < rules->n_maps * rules->n_types; i++)
        CHECK(rules->maps[i] == NO_TYPE || rules->maps[i] < rules->n_types,
              "a map leads to no type");
    for (uint32_t i = 0; rules->homes && i < rules->n_types * N_OWNERS; i++)
        CHECK(rules->homes[i] == NO_SET || set_id_fits(rules, rules->homes[i]),
              "a type's home is no set");
    return NULL;
}

static const char *verify_right(const Rules *rules, const EpRight *right) {
    CHECK(is_point(&rules->board, right->victim), "an e.p. right has no victim");
    CHECK(right->n_points <= MAX_EP_POINTS, "an e.p. right has too many points");
    for (uint32_t i = 0; i < right->n_points; i++)
        CHECK(is_point(&rules->board, right->points[i]), "an e.p. right is off the board");
    return NULL;
}

static const char *verify_start(const Rules *rules) {
    const State *start = &rules->start;
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        const Man *man = &start->men[p];
        CHECK(man->type == NO_TYPE || man->type < rules->n_types, "a man has no type");
        CHECK(man->owner <= OWNER_NEUTRAL || man_is_blocked(man), "a man has no owner");
        CHECK(man->type == NO_TYPE ||
                  (man->owner == OWNER_NEUTRAL) == rules->types[man->type].neutral,
              "a man's owner is not his type's");
    }
    CHECK(start->side <= SIDE_BLACK, "the side to act is none");
    CHECK(start->n_ep <= rules_ep_rights(rules), "too many e.p. rights");
    for (uint32_t i = 0; i < start->n_ep; i++)
        CHECK_PART(verify_right(rules, &start->ep[i]));
    return NULL;
}

static const char *verify_shuffle(const Rules *rules) {
    const Shuffle *shuffle = rules->shuffle;
    if (!shuffle)
        return NULL;
    CHECK(shuffle->n_points <= MAX_SHUFFLED && shuffle->n_groups <= shuffle->n_points,
          "a shuffle has too many men");
    uint32_t men = 0;
    for (uint32_t g = 0; g < shuffle->n_groups; g++) {
        CHECK(shuffle->groups[g].type < rules->n_types, "a shuffle has no type");
        CHECK(shuffle->groups[g].ways > 0, "a shuffle leaves no place");
        men += shuffle->groups[g].count;
    }
    CHECK(men == shuffle->n_points, "a shuffle has more places than men");
    for (uint32_t i = 0; i < shuffle->n_points; i++) {
        PointId own = shuffle->points[i];
        CHECK(own < rules->board.n_points, "a shuffle leaves the board");
        CHECK(rules->start.men[own].type != NO_TYPE, "a shuffle moves nobody");
        CHECK(rules->start.men[rules->board.image[own]].type == rules->start.men[own].type,
              "a shuffle has no image");
    }
    CHECK(shuffle->count > 0 && shuffle->count <= shuffle->n_orders, "a shuffle has no set-up");
    return NULL;
}

static const char *verify_hands(const Rules *rules) {
    for (uint32_t owner = 0; owner < N_OWNERS; owner++)
        for (uint32_t t = 0; t < rules->n_types; t++) {
            uint16_t count = rules->start.hands[owner][t];
            CHECK(count <= MAX_HAND || count == HAND_MANY, "a hand is too large");
        }
    CHECK(!rules->has_drops || rules->drops, "no drops are known");
    for (uint32_t t = 0; rules->drops && t < rules->n_types; t++) {
        const Drop *drop = &rules->drops[t];
        CHECK(!drop->allowed || (drop->to[0] != NO_EXPR && drop->to[1] != NO_EXPR),
              "a drop has no points");
    }
    return NULL;
}

const char *rules_verify(const Rules *rules) {
    CHECK_PART(verify_board(rules));
    CHECK_PART(verify_sets(rules));
    CHECK_PART(verify_pieces(rules));
    CHECK_PART(verify_start(rules));
    CHECK_PART(verify_shuffle(rules));
    CHECK_PART(verify_hands(rules));
    CHECK_PART(verify_turn(rules));
    CHECK_PART(verify_exprs(rules));
    CHECK_PART(verify_movement(rules));
    CHECK_PART(verify_programs(rules));
    return verify_tables(rules);
}
