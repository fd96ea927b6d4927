#include "lang/yaml_cut.h"

/* The pieces in the order of the file: items, or keys and values in turn. */
static const Node *piece_at(const Node *flow, uint32_t i) {
    if (flow->kind == NODE_LIST)
        return flow->items[i];
    return i % 2 ? flow->pairs[i / 2].value : flow->pairs[i / 2].key;
}

static uint32_t piece_count(const Node *flow) {
    return flow->kind == NODE_LIST ? flow->count : 2 * flow->count;
}

/* How many round brackets are open behind the piece, if `open` are before it. */
static int brackets_open(const Node *piece, int open) {
    for (uint32_t i = 0; i < piece->length && open >= 0; i++)
        open += (piece->text[i] == '(') - (piece->text[i] == ')');
    return open;
}

static void report(Diagnostics *diags, Span span) {
    enum { SHOWN = 60 };
    const char *text = diags->sources->items[span.source].text + span.begin;
    uint32_t length = span.end - span.begin;
    Diag *diag = diag_add(diags, DIAG_CUT, span,
                          "a comma inside brackets of YAML ends a text that is not in quotes");
    if (length <= SHOWN)
        diag_hint(diags, diag, "quote it: \"%.*s\"", (int)length, text);
    else
        diag_hint(diags, diag, "quote it from `%.*s` on", SHOWN / 2, text);
}

/* The piece that closes what piece `first` leaves open, or `first`. */
static uint32_t closing_piece(const Node *flow, uint32_t first) {
    int open = 0;
    for (uint32_t i = first; i < piece_count(flow); i++) {
        const Node *piece = piece_at(flow, i);
        if (piece->kind != NODE_SCALAR || !piece->plain)
            break;
        open = brackets_open(piece, open);
        if (open <= 0)
            return i;
    }
    return first;
}

bool yaml_cut_report(Diagnostics *diags, const Node *flow) {
    bool any = false;
    for (uint32_t i = 0; i < piece_count(flow); i++) {
        uint32_t last = closing_piece(flow, i);
        if (last == i)
            continue;
        Span span = piece_at(flow, i)->span;
        span.end = piece_at(flow, last)->span.end;
        report(diags, span);
        any = true;
        i = last;
    }
    return any;
}
