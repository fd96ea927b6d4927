#include "render/explain.h"

#include <string.h>

#include "render/board_text.h"
#include "render/diagram.h"
#include "render/explain_hands.h"
#include "render/explain_turn.h"
#include "render/grid.h"
#include "render/phrases.h"
#include "rules/expr_info.h"
#include "rules/geometry.h"
#include "rules/reach.h"

static const char *side_word(uint32_t side) {
    return side == SIDE_WHITE ? "White" : "Black";
}

static void heading(const char *text, Sink *sink) {
    sink_printf(sink, "\n%s\n", text);
    sink_repeat(sink, '-', strlen(text));
    sink_char(sink, '\n');
}

/* ----------------------------------------------------------------------- title and board */

static bool given(const char *text) {
    return text && *text;
}

static void title_write(const Rules *rules, Sink *sink) {
    sink_printf(sink, "%s\n", rules->name);
    sink_repeat(sink, '=', strlen(rules->name));
    sink_char(sink, '\n');
    const char *year = given(rules->year) ? rules->year : "";
    if (given(rules->inventor))
        sink_printf(sink, "By %s%s%s.\n", rules->inventor, *year ? ", " : "", year);
    if (given(rules->source))
        sink_printf(sink, "Source: %s.\n", rules->source);
}

/* Where diagonals exist, on boards that do not have them everywhere. */
static void diagonals_write(const Board *board, Sink *sink) {
    uint32_t count = 0;
    if (!grid_is_mixed(board))
        return;
    for (uint32_t p = 0; p < board->n_points; p++)
        count += grid_has_diagonals(board, (PointId)p);
    sink_printf(sink, "Diagonal lines meet on %u points alone:", count);
    for (uint32_t p = 0; p < board->n_points; p++)
        if (grid_has_diagonals(board, (PointId)p))
            sink_printf(sink, " %s", board->points[p].name);
    sink_text(sink, ".\n");
}

static void board_write(const Rules *rules, Sink *sink) {
    static const char *const symmetry[] = {
        "The two sides are written down apart.\n",
        "What is given for White holds for Black as seen in a mirror between them.\n",
        "What is given for White holds for Black after half a turn of the board.\n"};
    const Board *board = &rules->board;
    heading("Board", sink);
    if (board_has_levels(board))
        sink_printf(sink, "%u levels of these:\n", board->levels);
    if (board_is_hex(board))
        sink_printf(sink, "Hexagons, %u along each side, %u points.\n", board->files / 2u + 1,
                    board->n_points);
    else if (board->files > 0)
        sink_printf(sink, "%u files, %u ranks, %u points%s%s.\n", board->files, board->ranks,
                    board->n_points, board->wrap_files ? ", first and last file joined" : "",
                    board->wrap_ranks ? ", first and last rank joined" : "");
    else
        sink_printf(sink, "%u points.\n", board->n_points);
    diagonals_write(board, sink);
    sink_text(sink, symmetry[board->symmetry < 3 ? board->symmetry : 0]);
    if (board->turns_levels)
        sink_text(sink, "The levels are turned over with it.\n");
    sink_printf(sink, "Capitals are White's. %s begins:\n\n", side_word(rules->start.side));
    BoardStyle style = {.color = false};
    board_text_write(rules, &rules->start, &style, sink);
}

static void effects_write(const Rules *rules, EffectList list, Sink *sink) {
    for (uint32_t i = 0; i < list.count; i++) {
        sink_text(sink, "    - ");
        phrase_effect(rules, &rules->effects[list.first + i], sink);
        sink_char(sink, '\n');
    }
}

/* --------------------------------------------------------------------------------- pieces */

static bool is_hop(const PathStep *step) {
    return step->need == NEED_OCCUPIED || step->need == CLASS_PLATFORM ||
           step->need == CLASS_OWN_PLATFORM;
}

static bool hops(const Rules *rules, const Component *c) {
    if (c->flags & COMPONENT_TO_SET)
        return false;
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        uint32_t first, end;
        rules_paths(rules, c, p, &first, &end);
        for (uint32_t i = first; i < end; i++)
            for (uint32_t k = 0; k < rules->paths[i].n_steps; k++)
                if (is_hop(&rules->steps[rules->paths[i].first_step + k]))
                    return true;
    }
    return false;
}

/* How men in the way stop a movement. */
enum { WAY_SLIDES = 1, WAY_LAME = 2, WAY_LEAPS = 4, WAY_TAKES = 8 };

static bool is_target(const Rules *rules, uint32_t first, uint32_t end, PointId point) {
    for (uint32_t i = first; i < end; i++)
        if (rules->paths[i].target == point)
            return true;
    return false;
}

/* Does one step of the board lead from a point to another? */
static bool adjoins(const Board *board, uint32_t from, uint32_t to) {
    for (uint32_t d = 0; d < board->n_directions; d++)
        if (board->steps[d * board->n_points + from] == to)
            return true;
    return false;
}

static bool beside_on_grid(const Board *board, uint32_t from, uint32_t to) {
    for (uint32_t d = 0; board->files > 0 && d < board->n_directions; d++)
        if (geometry_at(board, from, geometry_vector(board, d)) == to)
            return true;
    return false;
}

/* Of one path from a point, beside the others of its component. */
static unsigned way_of(const Rules *rules, uint32_t point, uint32_t first, uint32_t end,
                       const Path *path) {
    unsigned way = 0;
    for (uint32_t k = 0; k < path->n_steps; k++) {
        const PathStep *step = &rules->steps[path->first_step + k];
        if (is_hop(step))
            return 0; /* a hop: told apart */
        if (step->acts & STEP_TAKES && step->point != path->target)
            return WAY_TAKES;
        if (step->need == NEED_EMPTY)
            way |= is_target(rules, first, end, step->point) ? WAY_SLIDES : WAY_LAME;
    }
    bool near = adjoins(&rules->board, point, path->target) ||
                beside_on_grid(&rules->board, point, path->target);
    return way == 0 && !near ? WAY_LEAPS : way;
}

static unsigned ways_of(const Rules *rules, const Component *c) {
    unsigned ways = 0;
    if (c->flags & COMPONENT_TO_SET)
        return 0;
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        uint32_t first, end;
        rules_paths(rules, c, p, &first, &end);
        for (uint32_t i = first; i < end; i++)
            ways |= way_of(rules, p, first, end, &rules->paths[i]);
    }
    return ways;
}

/* Of the whole type: what is said of one of its movements goes to component_write. */
static void ways_write(const Rules *rules, const Mover *mover, Sink *sink) {
    unsigned ways = 0;
    for (uint32_t i = 0; i < mover->n_components; i++)
        ways |= ways_of(rules, &rules->components[mover->first_component + i]);
    if (ways & WAY_SLIDES)
        sink_text(sink, "  Slides end at the first man in the way.\n");
    if (ways & WAY_LEAPS)
        sink_text(sink, "  Leaps: men in between do not stop it.\n");
}

/* "by the very next action" */
static const char *ep_words(const Rules *rules) {
    static const char *const words[] = {[UNTIL_NEVER] = "",
                                        [UNTIL_ACTION] = ", by the very next action alone",
                                        [UNTIL_ANSWER] =
                                            ", by the first action of the other side alone",
                                        [UNTIL_TURN] = ", in the same turn"};
    return rules->ep_until < sizeof words / sizeof words[0] ? words[rules->ep_until] : "";
}

/* How the movement repeats. */
static void chain_write(const Rules *rules, const Component *c, Sink *sink) {
    sink_printf(sink, "  `%s`: again and again from where it arrives, %s%s.", c->text,
                c->straight ? "without turning, " : "",
                c->chain == CHAIN_FULL ? "while it can" : "as often as it likes");
    sink_text(sink, c->lift ? " What it takes stands in the way to the end.\n" : "\n");
    if (c->onward_at == NO_EXPR)
        return;
    sink_text(sink, "    From ");
    phrase_set(rules, c->onward_at, sink);
    sink_printf(sink, " on it is %s.\n", phrase_title(&rules->types[c->onward_type]));
}

/* What a component does beyond the diagram, if anything. */
static void component_write(const Rules *rules, const Component *c, Sink *sink) {
    if (hops(rules, c))
        sink_printf(sink, "  `%s`: %s over men in between.\n", c->text,
                    !(c->modes & MODE_MOVE)      ? "captures"
                    : !(c->modes & MODE_CAPTURE) ? "moves"
                                                 : "moves or captures");
    unsigned ways = ways_of(rules, c);
    if (ways & WAY_LAME)
        sink_printf(sink, "  `%s`: not over a man in between.\n", c->text);
    if (ways & WAY_TAKES)
        sink_printf(sink, "  `%s`: captures men on its way.\n", c->text);
    if (c->chain != CHAIN_NONE)
        chain_write(rules, c, sink);
    if (c->hops != NO_EXPR) {
        sink_printf(sink, "  `%s`: hops only over ", c->text);
        phrase_set(rules, c->hops, sink);
        sink_text(sink, ".\n");
    }
    if (c->distinct)
        sink_printf(sink, "  `%s`: different ways to the same end are different actions.\n",
                    c->text);
    if (c->n_effects > 0) {
        sink_printf(sink, "  `%s` comes with:\n", c->text ? c->text : "to");
        effects_write(rules, (EffectList){c->first_effect, c->n_effects}, sink);
    }
    if (c->modes & MODE_EP)
        sink_printf(sink, "  `%s`: captures in passing, on the point that was passed%s.\n", c->text,
                    ep_words(rules));
    if (c->flags & COMPONENT_MAKES_EP)
        sink_printf(sink, "  `%s`: lets itself be captured in passing on the way.\n", c->text);
    if (c->to != NO_EXPR) {
        sink_text(sink, "  Goes to ");
        phrase_set(rules, c->to, sink);
        sink_text(sink, ".\n");
    }
    if (c->takes != NO_EXPR) {
        sink_printf(sink, "  `%s`: captures only ", c->text ? c->text : "");
        phrase_set(rules, c->takes, sink);
        sink_text(sink, ".\n");
    }
    const ExprId guards[] = {c->from, c->within, c->when};
    static const char *const words[] = {"only from", "only to", "only if"};
    for (size_t i = 0; i < 3; i++) {
        if (guards[i] == NO_EXPR)
            continue;
        sink_printf(sink, "  `%s`: %s ", c->text ? c->text : "", words[i]);
        if (i == 2)
            phrase_condition(rules, guards[i], sink);
        else
            phrase_set(rules, guards[i], sink);
        sink_text(sink, ".\n");
    }
}

static const char *point_name(const Rules *rules, PointId point) {
    return rules->board.points[point].name;
}

static void castling_write(const Rules *rules, const Castling *c, Sink *sink) {
    if (c->is_static) {
        sink_printf(sink, "  %s castles: from %s to %s, the partner from %s to %s.\n",
                    side_word(c->side), point_name(rules, c->from), point_name(rules, c->to),
                    point_name(rules, c->partner_from), point_name(rules, c->partner_to));
        return;
    }
    sink_printf(sink, "  %s castles: to ", side_word(c->side));
    phrase_set(rules, c->king_to, sink);
    sink_text(sink, ", with the first in that direction of ");
    phrase_set(rules, c->with, sink);
    sink_text(sink, ", which goes to ");
    phrase_set(rules, c->rook_to, sink);
    sink_text(sink, ".\n");
}

/* What every castling of the type asks for. */
static void castling_needs_write(const Rules *rules, const Castling *c, Sink *sink) {
    const Type *type = &rules->types[c->type];
    bool watched = type->royal[c->side] && rules->safe != SAFE_NEVER;
    sink_printf(sink, "  Castling: %s, no other man stands between the two or on their ways%s.\n",
                c->needs_unmoved ? "neither of the two men has moved" : "the partner has not moved",
                watched ? ", and the castler is attacked nowhere on its own way, both ends "
                          "included"
                        : "");
}

static void castlings_write(const Rules *rules, uint32_t type, Sink *sink) {
    const Castling *last = NULL;
    for (uint32_t i = 0; i < rules->n_castlings; i++) {
        if (rules->castlings[i].type != type)
            continue;
        last = &rules->castlings[i];
        castling_write(rules, last, sink);
    }
    if (last)
        castling_needs_write(rules, last, sink);
}

static void promotion_write(const Rules *rules, uint32_t type, Sink *sink) {
    uint32_t index = rules->types[type].promotion[SIDE_WHITE];
    if (index == NO_INDEX)
        return;
    const Promotion *p = &rules->promotions[index];
    sink_printf(sink, "  %s become", p->always ? "Must" : "May");
    for (uint32_t i = 0; i < p->n_choices; i++) {
        const Choice *choice = &rules->choices[p->first_choice + i];
        sink_text(sink, i == 0 ? " " : i + 1 == p->n_choices ? " or " : ", ");
        sink_text(sink, choice->type != NO_TYPE ? phrase_title(&rules->types[choice->type])
                                                : choice->name);
    }
    if (p->zone != NO_SET && p->leaving == NO_SET) {
        sink_text(sink, " on arrival at ");
        phrase_points(rules, p->zone, sink);
        sink_text(sink, " (White)");
    } else if (p->when != NO_EXPR) {
        sink_text(sink, " if ");
        phrase_condition(rules, p->when, sink);
    }
    sink_text(sink, ".\n");
}

static const char *royal_words(const Type *type) {
    static const char *const words[] = {"", ", royal for White", ", royal for Black", ", royal"};
    return words[type->royal[SIDE_WHITE] + 2 * type->royal[SIDE_BLACK]];
}

static void type_line(const Type *type, Sink *sink) {
    const char *white = type->moves_text[SIDE_WHITE], *black = type->moves_text[SIDE_BLACK];
    sink_printf(sink, "\n%s (%s)%s%s%s", phrase_title(type), type->letter, royal_words(type),
                type->neutral ? ", nobody's" : "", type->iron ? ", cannot be taken" : "");
    if (white)
        sink_printf(sink, ", moves `%s`", white);
    if (white && black && strcmp(white, black) != 0)
        sink_printf(sink, ", Black's `%s`", black);
    sink_char(sink, '\n');
}

/* How much of the board White's men of the type come to from their places in the set-up. */
typedef struct Reach {
    uint32_t least, most, together;
    bool returns;
} Reach;

static Reach reach_of(const Rules *rules, uint32_t type) {
    const Mover *mover = &rules->movers[rules->types[type].mover[SIDE_WHITE]];
    ReachTables tables = reach_tables(rules);
    PointSet together = pointset_none();
    Reach reach = {.least = rules->board.n_points, .returns = true};
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        const Man *man = &rules->start.men[p];
        if (man->type != type || man->owner != SIDE_WHITE)
            continue;
        PointSet own = reach_from(&tables, mover, p);
        uint32_t count = pointset_count(&own);
        reach.least = count < reach.least ? count : reach.least;
        reach.most = count > reach.most ? count : reach.most;
        reach.returns = reach.returns && reach_returns(&tables, mover, p);
        together = pointset_or(&together, &own);
    }
    reach.together = pointset_count(&together);
    return reach;
}

static void reach_write(const Rules *rules, uint32_t type, Sink *sink) {
    const Mover *mover = &rules->movers[rules->types[type].mover[SIDE_WHITE]];
    ReachTables tables = reach_tables(rules);
    Reach reach = reach_of(rules, type);
    if (reach_is_open(&tables, mover) || reach.least == rules->board.n_points || reach.most < 2)
        return;
    sink_printf(sink, "  One man %s ", reach.returns ? "is bound to" : "reaches");
    if (reach.least < reach.most)
        sink_printf(sink, "%u to ", reach.least);
    sink_printf(sink, "%u of the %u points", reach.most, rules->board.n_points);
    if (reach.together > reach.most)
        sink_printf(sink, ", all of them together %s%u", reach.returns ? "to " : "",
                    reach.together);
    sink_text(sink, ".\n");
}

static void type_write(const Rules *rules, uint32_t index, Sink *sink) {
    const Type *type = &rules->types[index];
    const Mover *mover = &rules->movers[type->mover[SIDE_WHITE]];
    type_line(type, sink);
    diagram_write(rules, index, sink);
    ways_write(rules, mover, sink);
    for (uint32_t i = 0; i < mover->n_components; i++)
        component_write(rules, &rules->components[mover->first_component + i], sink);
    reach_write(rules, index, sink);
    castlings_write(rules, index, sink);
    promotion_write(rules, index, sink);
}

static void pieces_write(const Rules *rules, Sink *sink) {
    heading("Pieces", sink);
    sink_text(sink, "Drawn for White, alone on the board.\n");
    for (uint32_t i = 0; i < rules->n_types; i++)
        type_write(rules, i, sink);
}

/* ----------------------------------------------------------------------------- influences */

static void added_write(const Influence *in, Sink *sink) {
    sink_printf(sink, " moves `%s` as well", in->text[SIDE_WHITE]);
    if (strcmp(in->text[SIDE_WHITE], in->text[SIDE_BLACK]) != 0)
        sink_printf(sink, ", a man of Black's `%s`", in->text[SIDE_BLACK]);
}

static void influence_write(const Rules *rules, const Influence *in, Sink *sink) {
    sink_printf(sink, "  %s: a man", in->name);
    if (in->who != NO_EXPR) {
        sink_char(sink, ' ');
        phrase_where(rules, in->who, sink);
    }
    if (in->kind == INFLUENCE_FROZEN) {
        sink_text(sink, " neither acts nor attacks");
    } else if (in->kind == INFLUENCE_AS) {
        sink_text(sink, " moves, not in its own way, but like the men on ");
        phrase_set(rules, in->as, sink);
    } else {
        added_write(in, sink);
    }
    if (in->when != NO_EXPR) {
        sink_text(sink, " if ");
        phrase_condition(rules, in->when, sink);
    }
    sink_text(sink, ".\n");
}

static void influences_write(const Rules *rules, Sink *sink) {
    if (!rules->n_influences)
        return;
    heading("Men under influences", sink);
    sink_text(sink, "The acting side is here the man's own.\n");
    for (uint32_t i = 0; i < rules->n_influences; i++)
        influence_write(rules, &rules->influences[i], sink);
}

/* -------------------------------------------------------------------------------- effects */

static void rule_write(const Rules *rules, const Rule *rule, Sink *sink) {
    static const char *const when[] = {[AT_ACTION] = "after an action",
                                       [AT_TURN_START] = "when a turn starts",
                                       [AT_TURN_END] = "when a turn ends",
                                       [AT_PHASE] = "the phase is over as a turn begins"};
    sink_printf(sink, "  %s: %s", rule->name, when[rule->at]);
    if (rule->when != NO_EXPR) {
        sink_text(sink, ", if ");
        phrase_condition(rules, rule->when, sink);
    }
    sink_text(sink, ":\n");
    effects_write(rules, rule->effects, sink);
}

static void extra_write(const Rules *rules, const Extra *extra, Sink *sink) {
    bool bare = extra->effects.count == 0 && extra->n_choices == 0;
    sink_printf(sink, "  %s: a choice with an action%s%s%s", extra->name,
                extra->text ? ", written `" : "", extra->text ? extra->text : "",
                extra->text ? "`" : "");
    if (extra->when != NO_EXPR) {
        sink_text(sink, ", if ");
        phrase_condition(rules, extra->when, sink);
    }
    sink_text(sink, bare ? ".\n" : ":\n");
    effects_write(rules, extra->effects, sink);
    for (uint32_t i = 0; i < extra->n_choices; i++) {
        const Choice *choice = &rules->choices[extra->first_choice + i];
        sink_printf(sink, "    %s%s\n", choice->name, choice->effects.count > 0 ? ":" : "");
        effects_write(rules, choice->effects, sink);
    }
}

/* Counters that fall back by themselves. */
static void counters_write(const Rules *rules, Sink *sink) {
    static const char *const when[] = {[UNTIL_NEVER] = NULL,
                                       [UNTIL_ACTION] = "by the next action",
                                       [UNTIL_ANSWER] = "by the first action of the other side",
                                       [UNTIL_TURN] = "when the turn has ended"};
    for (uint32_t i = 0; i < rules->n_counters; i++) {
        const Counter *counter = &rules->counters[i];
        if (counter->until != UNTIL_NEVER && when[counter->until])
            sink_printf(sink, "  The counter %s is %d again %s.\n", counter->name, counter->start,
                        when[counter->until]);
    }
}

static void captures_write(const Rules *rules, Sink *sink) {
    heading("Captures and what follows", sink);
    sink_text(sink, "A capture takes the man away from the board.\n");
    for (uint32_t i = 0; i < rules->n_rules; i++)
        rule_write(rules, &rules->rules[i], sink);
    counters_write(rules, sink);
    for (uint32_t i = 0; i < rules->n_extras; i++)
        extra_write(rules, &rules->extras[i], sink);
}

/* ---------------------------------------------------------------------- check and illegal */

/* An option may have switched it off. */
static bool holds_never(const Rules *rules, ExprId condition) {
    return expr_is_constant(rules, condition, false);
}

static const PhraseSides that_side = {"that side", "its enemy", "its enemy"};

static void royals_write(const Rules *rules, Sink *sink) {
    static const char *const royals[] = {[ROYALS_EACH] = "one of its royal men is attacked",
                                         [ROYALS_ALL] = "all of its royal men are attacked",
                                         [ROYALS_LAST] = "its only royal man is attacked"};
    static const char *const safe[] = {
        [SAFE_ACTION] = "No action may leave its own side in check.\n",
        [SAFE_TURN] = "No turn may end with its own side in check.\n",
        [SAFE_NEVER] = "A side may leave itself in check.\n"};
    for (uint32_t i = 0, phase = 0; rules->phase_royals && i < rules->n_rules; i++)
        if (rules->rules[i].at == AT_PHASE)
            sink_printf(sink, "In the phase %s a side is in check if %s.\n", rules->rules[i].name,
                        royals[rules->phase_royals[phase++]]);
    uint8_t which = rules->phase_royals ? rules->phase_royals[rules->n_phases] : rules->royals;
    sink_printf(sink, "%s side is in check if %s", rules->phase_royals ? "Later a" : "A",
                royals[which]);
    if (rules->check_unless != NO_EXPR) {
        sink_text(sink, ", unless ");
        phrase_condition_of(rules, rules->check_unless, that_side, sink);
    }
    sink_printf(sink, ". %s", safe[rules->safe]);
}

static void check_write(const Rules *rules, Sink *sink) {
    heading("Check and what is forbidden", sink);
    if (rules->any_royal)
        royals_write(rules, sink);
    else
        sink_text(sink, "There are no royal men and there is no check.\n");
    for (uint32_t i = 0; i < rules->n_forbids; i++) {
        if (holds_never(rules, rules->forbids[i].when))
            continue;
        sink_printf(sink, "  %s: an action is illegal if ", rules->forbids[i].name);
        phrase_condition(rules, rules->forbids[i].when, sink);
        sink_text(sink, ".\n");
    }
}

/* ------------------------------------------------------------------------------- the end */

static void result_write(const End *end, Sink *sink) {
    if (end->score != NO_EXPR)
        sink_text(sink, " scores");
    else if (end->percent == 0 || end->percent == 50 || end->percent == 100)
        sink_text(sink, end->percent == 0 ? " loses" : end->percent == 50 ? " draws" : " wins");
    else
        sink_printf(sink, " scores %u %%", end->percent);
}

/* How the condition of an end calls its subject and the other side, whose turn it may be. */
static PhraseSides end_sides(const End *end) {
    static const PhraseSides sides[] = {
        [OF_ACTOR] = {"it", "the other side", NULL}, [OF_US] = {"it", "the other side", NULL},
        [OF_THEM] = {"it", "the side to act", NULL}, [OF_WHITE] = {"White", "Black", NULL},
        [OF_BLACK] = {"Black", "White", NULL},       [OF_EACH] = {"it", "its enemy", NULL}};
    PhraseSides of = sides[end->of];
    of.moves_next = of.us;
    return of;
}

static void end_write(const Rules *rules, const End *end, Sink *sink) {
    static const char *const subject[] = {
        [OF_ACTOR] = "the side to act", [OF_US] = "the side to act", [OF_THEM] = "the other side",
        [OF_WHITE] = "White",           [OF_BLACK] = "Black",        [OF_EACH] = "a side"};
    sink_printf(sink, "  %s: %s", end->name, subject[end->of]);
    result_write(end, sink);
    /* In its condition the subject is the acting side, whoever's turn it is. */
    bool acts = end->of == OF_ACTOR || end->of == OF_US;
    sink_text(sink, acts ? " if " : " if, were it to act, ");
    phrase_condition_of(rules, end->when, end_sides(end), sink);
    if (end->score != NO_EXPR) {
        sink_text(sink, "; in percent: ");
        phrase_number_of(rules, end->score, end_sides(end), sink);
    }
    sink_text(sink, end->at_turn ? " (looked at when a turn begins).\n" : ".\n");
}

static void ends_write(const Rules *rules, Sink *sink) {
    heading("The end", sink);
    sink_text(sink, rules->n_ends > 0 ? "Looked at in this order; the first that holds decides.\n"
                                      : "Nothing ends the game.\n");
    for (uint32_t i = 0; i < rules->n_ends; i++)
        if (!holds_never(rules, rules->ends[i].when))
            end_write(rules, &rules->ends[i], sink);
}

static void options_write(const Rules *rules, Sink *sink) {
    if (rules->n_options == 0)
        return;
    heading("Options", sink);
    for (uint32_t i = 0; i < rules->n_options; i++) {
        const Option *option = &rules->options[i];
        sink_printf(sink, "  %s=%s  (%s; usually %s)\n", option->name, option->value,
                    option->choices, option->standard);
        if (option->says && *option->says)
            sink_printf(sink, "      %s\n", option->says);
    }
}

static void turn_write(const Rules *rules, Sink *sink) {
    if (rules->plain_turn || rules->n_own_steps == 0)
        return; /* one action a turn: as everybody expects */
    heading("The turn", sink);
    explain_turn(rules, sink);
}

static void hands_write(const Rules *rules, Sink *sink) {
    if (!rules->has_hands)
        return;
    heading("Hands", sink);
    explain_hands(rules, sink);
}

/* Who may stand where among the men that change places. */
static void shuffle_group_write(const Rules *rules, const ShuffleGroup *group, Sink *sink) {
    const Shuffle *shuffle = rules->shuffle;
    uint64_t all = shuffle->n_points < 64 ? (UINT64_C(1) << shuffle->n_points) - 1 : UINT64_MAX;
    sink_printf(sink, "  %u %s", group->count, rules->types[group->type].title);
    sink_text(sink, group->on == all ? "" : " on one of");
    for (uint32_t i = 0; i < shuffle->n_points; i++)
        if (group->on != all && (group->on >> i & 1))
            sink_printf(sink, " %s", rules->board.points[shuffle->points[i]].name);
    sink_text(sink, "\n");
}

static void shuffle_write(const Rules *rules, Sink *sink) {
    const Shuffle *shuffle = rules->shuffle;
    if (!shuffle)
        return;
    heading("Drawn set-ups", sink);
    sink_printf(sink, "There are %u set-ups. Of White's men these change places, on",
                (unsigned)shuffle->count);
    for (uint32_t i = 0; i < shuffle->n_points; i++)
        sink_printf(sink, " %s", rules->board.points[shuffle->points[i]].name);
    sink_text(sink, ":\n");
    for (uint32_t g = 0; g < shuffle->n_groups; g++)
        shuffle_group_write(rules, &shuffle->groups[g], sink);
    if (shuffle->such != NO_EXPR) {
        sink_text(sink, "so that ");
        phrase_condition(rules, shuffle->such, sink);
        sink_text(sink, ". ");
    }
    sink_text(sink, "Black's men follow by symmetry.\n");
}

void explain_rules(const Rules *rules, Sink *sink) {
    title_write(rules, sink);
    board_write(rules, sink);
    pieces_write(rules, sink);
    shuffle_write(rules, sink);
    influences_write(rules, sink);
    turn_write(rules, sink);
    captures_write(rules, sink);
    hands_write(rules, sink);
    check_write(rules, sink);
    ends_write(rules, sink);
    options_write(rules, sink);
}
