/* The board with its holes, zones, lines and links, in the order in which each may mention
 * the one before. */
#include "lang/board.h"
#include "lang/lower.h"

/* -------------------------------------------------------------------------- zones */

/* Both sides of a zone's value. */
static bool zone_sets(Compiler *c, const Node *node, PointSet out[2]) {
    if (!lower_is_per_side(node))
        return expr_static_sets(c, node, out);
    bool given[2], good = true;
    for (int side = 0; side < 2; side++) {
        const Node *value = node_get(node, side == SIDE_WHITE ? "white" : "black");
        given[side] = value != NULL;
        if (value)
            good = expr_static_set(c, value, side, &out[side]) && good;
    }
    for (int side = 0; side < 2 && good; side++)
        if (!given[side])
            out[side] = board_image(&c->rules->board, &out[!side]);
    return good;
}

static bool zone_has_points(Compiler *c, const Symbol *zone) {
    static const char *const sides[] = {"white", "black"};
    for (int side = 0; side < 2; side++) {
        if (!pointset_empty(zone->zone[side]))
            continue;
        bool both = pointset_empty(zone->zone[!side]);
        diag_add(c->diags, DIAG_ZONE_EMPTY, zone->node->span, "the zone `%s` has no points%s%s",
                 zone->name, both ? "" : " for ", both ? "" : sides[side]);
        return false;
    }
    return true;
}

bool symbols_zone(Compiler *c, Symbol *zone, Span mention) {
    if (zone->state == STATE_BUSY) {
        Diag *diag =
            diag_add(c->diags, DIAG_EXPR_CYCLE, mention, "the zone `%s` needs itself", zone->name);
        diag_other(c->diags, diag, zone->span, "defined here");
        return false;
    }
    if (zone->state != STATE_NEW)
        return zone->state == STATE_DONE;
    PointSet *sets = ARENA_ARRAY(c->scratch, PointSet, 2);
    zone->state = STATE_BUSY;
    bool good = zone_sets(c, zone->node, sets);
    zone->zone[0] = &sets[0];
    zone->zone[1] = &sets[1];
    zone->state = good && zone_has_points(c, zone) ? STATE_DONE : STATE_FAILED;
    return zone->state == STATE_DONE;
}

static void lower_zones(Compiler *c) {
    for (uint32_t i = 0; i < c->symbols->items.count; i++) {
        Symbol *symbol = &c->symbols->items.items[i];
        if (symbol->kind == SYMBOL_ZONE)
            (void)symbols_zone(c, symbol, symbol->span);
    }
}

/* ---------------------------------------------------------- holes, lines and links */

static bool lower_holes(Compiler *c, const Node *board) {
    const Node *holes = node_get(board, "holes");
    PointSet cut, all = pointset_all(c->rules->board.n_points);
    if (!holes)
        return true;
    if (!expr_static_set(c, holes, SIDE_WHITE, &cut))
        return false;
    if (pointset_equal(&cut, &all)) {
        diag_add(c->diags, DIAG_BOARD_BAD, holes->span, "the holes leave no point");
        return false;
    }
    board_cut(c, &cut);
    return true;
}

static void lower_lines(Compiler *c, const Node *board) {
    static const char *const classes[] = {"orthogonal", "diagonal"};
    const Node *lines = node_get(board, "lines");
    if (!lines || lines->kind != NODE_MAP)
        return;
    for (uint32_t i = 0; i < lines->count; i++) {
        PointSet allowed;
        int which = lower_choice(c, lines->pairs[i].key, classes, 2);
        if (which >= 0 && expr_static_set(c, lines->pairs[i].value, SIDE_WHITE, &allowed))
            board_limit_lines(c, which == 1, &allowed);
    }
}

static PointId link_end(Compiler *c, const Node *link, const char *key) {
    const Node *name = node_get(link, key);
    if (!name || name->kind != NODE_SCALAR) {
        lower_missing(c, link, key);
        return NO_POINT;
    }
    PointId point = board_find(&c->rules->board, name->text, name->length);
    if (point == NO_POINT)
        diag_add(c->diags, DIAG_POINT_UNKNOWN, name->span, "the board has no point `%.80s`",
                 name->text);
    return point;
}

static int link_direction(Compiler *c, const Node *link) {
    const Node *as = node_get(link, "as");
    if (!as || as->kind != NODE_SCALAR) {
        lower_missing(c, link, "as");
        return -1;
    }
    const Board *b = &c->rules->board;
    int direction = board_direction(b, as->text, as->length, SIDE_WHITE);
    if (direction < 0 || direction != board_direction(b, as->text, as->length, SIDE_BLACK)) {
        Diag *diag = diag_add(c->diags, DIAG_BAD_VALUE, as->span,
                              "`%.80s` is no direction of the board", as->text);
        diag_expected(c->diags, diag, "%s", direction_list(b));
        return -1;
    }
    return direction;
}

static void lower_link(Compiler *c, const Node *link) {
    PointId from = link_end(c, link, "from"), to = link_end(c, link, "to");
    int direction = link_direction(c, link);
    bool both = lower_flag(c, node_get(link, "both"), false);
    if (from == NO_POINT || to == NO_POINT || direction < 0)
        return;
    board_link(c, from, to, (uint32_t)direction);
    if (both)
        board_link(c, to, from, geometry_opposite(&c->rules->board, (uint32_t)direction));
}

static void lower_links(Compiler *c, const Node *board) {
    const Node *links = node_get(board, "links");
    for (uint32_t i = 0; links && links->kind == NODE_LIST && i < links->count; i++)
        lower_link(c, links->items[i]);
}

/* ---------------------------------------------------------------------------- atoms */

static bool atom_letter(Compiler *c, const Node *key, char *letter) {
    bool capital = key->length == 1 && key->text[0] >= 'A' && key->text[0] <= 'Z';
    *letter = capital ? key->text[0] : 0;
    if (capital && !betza_has_atom(*letter))
        return true;
    Diag *diag = capital ? diag_add(c->diags, DIAG_BOARD_BAD, key->span,
                                    "`%c` is an atom of movement strings already", *letter)
                         : diag_add(c->diags, DIAG_BAD_NAME, key->span,
                                    "`%.80s` is no letter for an atom", key->text);
    diag_expected(c->diags, diag, "a capital other than %s", betza_atom_letters());
    return false;
}

static bool add_word(Compiler *c, const Node *text, uint32_t begin, uint32_t end, int side,
                     NamedAtom *atom) {
    const Board *board = &c->rules->board;
    DirectionWord word;
    Span span = node_slice(text, begin, end);
    if (!direction_read(board, text->text + begin, end - begin, side, &word)) {
        Diag *diag = diag_add(c->diags, DIAG_BOARD_BAD, span, "`%.*s` leads nowhere on this board",
                              (int)(end - begin > 60 ? 60 : end - begin), text->text + begin);
        diag_expected(c->diags, diag, "letters of %s, or f b l r as the side sees them",
                      board->n_directions > board->ring ? "n e s w u d" : "n e s w");
        return false;
    }
    for (uint32_t i = 0; i < atom->n_words[side]; i++)
        if (direction_same(board, &atom->words[side][i], &word)) {
            diag_add(c->diags, DIAG_BOARD_BAD, span, "`%.*s` leads where a word before it does",
                     (int)(end - begin), text->text + begin);
            return false;
        }
    if (atom->n_words[side] == MAX_ATOM_WORDS) {
        Diag *diag = diag_add(c->diags, DIAG_LIMIT, span, "too many directions of one atom");
        diag_expected(c->diags, diag, "at most %d", MAX_ATOM_WORDS);
        return false;
    }
    atom->words[side][atom->n_words[side]++] = word;
    return true;
}

/* words = word { blank word } */
static bool atom_words(Compiler *c, const Node *text, int side, NamedAtom *atom) {
    bool good = true;
    atom->words[side] = ARENA_ARRAY(c->scratch, DirectionWord, MAX_ATOM_WORDS);
    for (uint32_t at = 0; at < text->length && good;) {
        uint32_t end = at;
        while (end < text->length && text->text[end] != ' ')
            end++;
        if (end > at)
            good = add_word(c, text, at, end, side, atom);
        at = end + 1;
    }
    if (good && atom->n_words[side] == 0) {
        Diag *diag = diag_add(c->diags, DIAG_BOARD_BAD, text->span, "an atom without directions");
        diag_expected(c->diags, diag, "direction words, as in `une unw`");
        good = false;
    }
    return good;
}

static bool lower_atom(Compiler *c, const Pair *pair, NamedAtom *atom) {
    bool good = atom_letter(c, pair->key, &atom->letter);
    atom->span = pair->key->span;
    for (int side = 0; side < 2 && good; side++) {
        const Node *text = lower_for_side(pair->value, side);
        good = text && text->kind == NODE_SCALAR && atom_words(c, text, side, atom);
    }
    return good;
}

/* The words of one side serve both when the other has none: letters of the board stay. */
static void lower_atoms(Compiler *c, const Node *board) {
    const Node *atoms = node_get(board, "atoms");
    if (!atoms || atoms->kind != NODE_MAP)
        return;
    NamedAtom *list = ARENA_ARRAY(c->scratch, NamedAtom, atoms->count);
    for (uint32_t i = 0; i < atoms->count; i++)
        if (lower_atom(c, &atoms->pairs[i], &list[c->ground.n_atoms]))
            c->ground.n_atoms++;
    c->ground.atoms = list;
}

bool lower_board(Compiler *c) {
    const Node *board = node_get(c->root, "board");
    if (!board) {
        lower_missing(c, c->root, "board");
        return false;
    }
    if (!board_shape(c, board))
        return false;
    symbols_declare(c);
    if (!lower_holes(c, board))
        return false;
    builder_set_points(&c->builder, c->rules->board.n_points);
    lower_atoms(c, board);
    c->symbols->zones_ready = true;
    lower_links(c, board);
    lower_zones(c);
    lower_lines(c, board);
    c->rules->has_blocks = lower_flag(c, node_get(board, "blocks"), false);
    lower_links(c, board); /* again: lines do not cut what is linked by name */
    return true;
}
