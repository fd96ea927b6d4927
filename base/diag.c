#include "base/diag.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TAB_STOP = 4,      /* a tab is shown as spaces up to the next multiple */
    LINE_SHOWN = 96,   /* columns of a source line that are shown */
    LINE_LEAD = 32,    /* of them before the caret, when the line's begin is cut */
    LINE_NEAR = 512,   /* bytes of a very long line that are looked at before the caret */
    MESSAGE_MAX = 1024 /* bytes of one message before it is cut */
};

typedef struct DiagKind {
    const char *code;
    Severity severity;
    const char *summary;
} DiagKind;

static const DiagKind KINDS[DIAG_COUNT] = {
#define DIAGNOSTIC(name, code, severity, summary)                                                  \
    [DIAG_##name] = {code, SEVERITY_##severity, summary},
#include "base/diagnostics.def"
#undef DIAGNOSTIC
};

const char *diag_code_text(DiagCode code) {
    assert(code < DIAG_COUNT);
    return KINDS[code].code;
}

const char *diag_summary(DiagCode code) {
    assert(code < DIAG_COUNT);
    return KINDS[code].summary;
}

/* --- collecting ------------------------------------------------------------------------- */

/* A long word of a hostile file must not fill the arena: messages are cut. */
__attribute__((format(printf, 2, 0))) static const char *
message_format(Arena *arena, const char *format, va_list args) {
    char text[MESSAGE_MAX];
    int length = vsnprintf(text, sizeof text, format, args);
    if (length < 0)
        return "";
    if ((size_t)length < sizeof text)
        return arena_text(arena, text, (size_t)length);
    memcpy(text + sizeof text - 4, "...", 4);
    return arena_text(arena, text, sizeof text - 1);
}

static bool span_same(Span a, Span b) {
    return a.source == b.source && a.begin == b.begin && a.end == b.end;
}

/* Without a place only the message can tell two of a kind apart. */
static bool diag_known(const Diagnostics *diags, DiagCode code, Span span, const char *message) {
    for (uint32_t i = 0; i < diags->count; i++) {
        const Diag *diag = &diags->items[i];
        if (diag->code == code && span_same(diag->span, span) &&
            (span.source != NO_SOURCE || strcmp(diag->message, message) == 0))
            return true;
    }
    return false;
}

static Diag *spare_entry(Diagnostics *diags) {
    return &diags->items[MAX_DIAGNOSTICS];
}

Diag *diag_add(Diagnostics *diags, DiagCode code, Span span, const char *format, ...) {
    assert(code < DIAG_COUNT);
    Diag *diag = spare_entry(diags);
    *diag = (Diag){.code = code, .severity = KINDS[code].severity, .span = span, .message = ""};
    if (diags->count == MAX_DIAGNOSTICS) {
        diags->dropped++;
        diags->errors += diag->severity == SEVERITY_ERROR;
        return diag;
    }
    va_list args;
    va_start(args, format);
    const char *message = message_format(diags->arena, format, args);
    va_end(args);
    if (diag_known(diags, code, span, message))
        return diag;
    diag->message = message;
    diags->items[diags->count] = *diag;
    diags->errors += diag->severity == SEVERITY_ERROR;
    return &diags->items[diags->count++];
}

void diag_expected(Diagnostics *diags, Diag *diag, const char *format, ...) {
    if (diag == spare_entry(diags))
        return;
    va_list args;
    va_start(args, format);
    diag->expected = message_format(diags->arena, format, args);
    va_end(args);
}

void diag_hint(Diagnostics *diags, Diag *diag, const char *format, ...) {
    if (diag == spare_entry(diags))
        return;
    va_list args;
    va_start(args, format);
    diag->hint = message_format(diags->arena, format, args);
    va_end(args);
}

void diag_other(Diagnostics *diags, Diag *diag, Span other, const char *note) {
    if (diag == spare_entry(diags))
        return;
    diag->other = other;
    diag->other_note = arena_text(diags->arena, note, strlen(note));
}

static int diag_compare(const void *left, const void *right) {
    const Diag *a = left, *b = right;
    int order = span_compare(a->span, b->span);
    if (order == 0)
        order = (a->code > b->code) - (a->code < b->code);
    if (order == 0)
        order = (a->span.end > b->span.end) - (a->span.end < b->span.end);
    return order != 0 ? order : strcmp(a->message, b->message);
}

void diag_sort(Diagnostics *diags) {
    if (diags->count)
        qsort(diags->items, diags->count, sizeof diags->items[0], diag_compare);
}

/* --- printing --------------------------------------------------------------------------- */

/* Length of the printable UTF-8 code point at text[0..size), or 0 when the byte there must
 * not reach a terminal: a control character, C1 included, or no UTF-8. */
static size_t printable_length(const char *text, size_t size) {
    unsigned char first = (unsigned char)text[0];
    if (first < 0x80)
        return first >= 0x20 && first != 0x7F;
    size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || length > size)
        return 0;
    for (size_t i = 1; i < length; i++)
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            return 0;
    bool c1_control = first == 0xC2 && (unsigned char)text[1] < 0xA0;
    return c1_control ? 0 : length;
}

/* Writes text with every byte that is not printable shown as `?`. */
static void print_clean(Sink *sink, const char *text) {
    size_t size = strlen(text);
    for (size_t i = 0; i < size;) {
        size_t length = printable_length(text + i, size - i);
        if (length > 0)
            sink_bytes(sink, text + i, length);
        else
            sink_char(sink, '?');
        i += length > 0 ? length : 1;
    }
}

/* The part of a source line that is shown, and where the caret stands in it.
 *
 *   columns  0 ...... from ............ to ...... end of line
 *                     [    shown        ]
 *                         ^~~~ mark_from .. mark_to
 */
typedef struct Window {
    uint32_t from, to;           /* columns shown, tabs counted in full */
    uint32_t mark_from, mark_to; /* columns underlined, at least one */
    bool cut_after;              /* text goes on after `to` */
} Window;

/* Bytes and columns that one character of a line takes. */
typedef struct Glyph {
    uint32_t bytes, columns;
    bool printable;
} Glyph;

static Glyph glyph_at(const Source *source, uint32_t offset, uint32_t line_end, uint32_t column) {
    if (source->text[offset] == '\t')
        return (Glyph){1, TAB_STOP - column % TAB_STOP, false};
    size_t length = printable_length(source->text + offset, line_end - offset);
    return length ? (Glyph){(uint32_t)length, 1, true} : (Glyph){1, 1, false};
}

/* Columns from the line's begin to `offset`. */
static uint32_t columns_until(const Source *source, LineColumn place, uint32_t offset) {
    uint32_t column = 0;
    for (uint32_t i = place.line_begin; i < offset && i < place.line_end;) {
        Glyph glyph = glyph_at(source, i, place.line_end, column);
        column += glyph.columns;
        i += glyph.bytes;
    }
    return column;
}

static Window window_around(const Source *source, LineColumn place, Span span) {
    uint32_t total = columns_until(source, place, place.line_end);
    Window window = {.mark_from = columns_until(source, place, span.begin),
                     .mark_to = columns_until(source, place, span.end)};
    if (window.mark_to <= window.mark_from)
        window.mark_to = window.mark_from + 1;
    if (total > LINE_SHOWN && window.mark_from >= LINE_SHOWN - LINE_LEAD)
        window.from = window.mark_from - LINE_LEAD;
    window.to = window.from + LINE_SHOWN;
    window.cut_after = total > window.to;
    if (window.mark_to > window.to)
        window.mark_to = window.to;
    return window;
}

static void print_source_text(Sink *sink, const Source *source, LineColumn place, Window window) {
    uint32_t column = 0;
    for (uint32_t i = place.line_begin; i < place.line_end && column < window.to;) {
        Glyph glyph = glyph_at(source, i, place.line_end, column);
        if (column >= window.from && glyph.printable)
            sink_bytes(sink, source->text + i, glyph.bytes);
        else if (column >= window.from && source->text[i] != '\t')
            sink_char(sink, '?');
        for (uint32_t c = column; source->text[i] == '\t' && c < column + glyph.columns; c++)
            if (c >= window.from && c < window.to)
                sink_char(sink, ' ');
        column += glyph.columns;
        i += glyph.bytes;
    }
}

/* Digits of the widest line number decide where the bar stands. */
static size_t gutter_width(uint32_t line) {
    size_t width = 3;
    for (; line >= 10; line /= 10)
        width++;
    return width;
}

/* Of a very long line only the neighbourhood of the caret is looked at, so that printing
 * many diagnostics of one such line stays quick. A side that is cut off here is still wider
 * than the window (four bytes a column), so the cut is shown. */
static LineColumn place_near(const Source *source, LineColumn place, uint32_t begin) {
    if (begin > place.line_end)
        begin = place.line_end;
    if (begin - place.line_begin > 2 * LINE_NEAR) {
        place.line_begin = begin - LINE_NEAR;
        while (place.line_begin < begin && !utf8_begins(source->text[place.line_begin]))
            place.line_begin++;
    }
    if (place.line_end - begin > 2 * LINE_NEAR)
        place.line_end = begin + 2 * LINE_NEAR;
    return place;
}

static void print_source_line(Sink *sink, const Source *source, Span span, LineColumn place) {
    place = place_near(source, place, span.begin);
    Window window = window_around(source, place, span);
    const char *before = window.from > 0 ? "..." : "";
    sink_printf(sink, "  %u | %s", (unsigned)place.line, before);
    print_source_text(sink, source, place, window);
    sink_text(sink, window.cut_after ? "...\n" : "\n");
    sink_repeat(sink, ' ', gutter_width(place.line));
    sink_text(sink, " | ");
    sink_repeat(sink, ' ', strlen(before) + window.mark_from - window.from);
    sink_char(sink, '^');
    sink_repeat(sink, '~', window.mark_to - window.mark_from - 1);
    sink_char(sink, '\n');
}

/* "name:line:column: " */
static LineColumn print_place(Sink *sink, const SourceSet *sources, Span span) {
    LineColumn place = source_place(sources, span.source, span.begin);
    print_clean(sink, sources->items[span.source].name);
    sink_printf(sink, ":%u:%u: ", (unsigned)place.line, (unsigned)place.column);
    return place;
}

static void print_detail(Sink *sink, size_t gutter, const char *label, const char *text) {
    if (!text)
        return;
    sink_repeat(sink, ' ', gutter);
    sink_printf(sink, " = %s: ", label);
    print_clean(sink, text);
    sink_char(sink, '\n');
}

static bool has_place(const Diagnostics *diags, Span span) {
    return diags->sources && span.source < diags->sources->count;
}

static void print_one(const Diagnostics *diags, const Diag *diag, Sink *sink) {
    bool placed = has_place(diags, diag->span);
    LineColumn place = {0};
    if (placed)
        place = print_place(sink, diags->sources, diag->span);
    const char *severity = diag->severity == SEVERITY_ERROR ? "error" : "warning";
    sink_printf(sink, "%s %s: ", severity, diag_code_text(diag->code));
    print_clean(sink, diag->message);
    sink_char(sink, '\n');
    if (placed)
        print_source_line(sink, &diags->sources->items[diag->span.source], diag->span, place);
    size_t gutter = placed ? gutter_width(place.line) : 1;
    print_detail(sink, gutter, "expected", diag->expected);
    print_detail(sink, gutter, "hint", diag->hint);
    if (!diag->other_note)
        return;
    if (has_place(diags, diag->other))
        print_place(sink, diags->sources, diag->other);
    sink_text(sink, "note: ");
    print_clean(sink, diag->other_note);
    sink_char(sink, '\n');
}

static void print_number(Sink *sink, uint32_t number, const char *noun) {
    sink_printf(sink, "%u %s%s", (unsigned)number, noun, number == 1 ? "" : "s");
}

void diag_print(const Diagnostics *diags, Sink *sink) {
    for (uint32_t i = 0; i < diags->count; i++)
        print_one(diags, &diags->items[i], sink);
    uint32_t all = diags->count + diags->dropped;
    if (all < 2)
        return;
    uint32_t warnings = all - diags->errors;
    if (diags->errors > 0)
        print_number(sink, diags->errors, "error");
    if (diags->errors > 0 && warnings > 0)
        sink_text(sink, ", ");
    if (warnings > 0)
        print_number(sink, warnings, "warning");
    if (diags->dropped > 0)
        sink_printf(sink, " (the first %u are shown)", (unsigned)diags->count);
    sink_char(sink, '\n');
}

/* --- nearest word ----------------------------------------------------------------------- */

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Edits between two words: insert, delete, replace a byte, swap two neighbours. Both are at
 * most MAX_NAME_BYTES long. rows[i % 3] is the row of the first i bytes of `a`. */
static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t rows[3][MAX_NAME_BYTES + 1];
    for (size_t j = 0; j <= b_length; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *row = rows[i % 3];
        const size_t *up = rows[(i - 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t replaced = up[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least(replaced, least(up[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], rows[(i - 2) % 3][j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

const char *word_nearest(const char *word, size_t length, const char *const *words, size_t count) {
    if (length > MAX_NAME_BYTES)
        return NULL;
    /* A word with every letter changed is another word, however short. */
    size_t allowed = length == 0 ? 0 : least(length <= 3 ? 1 : 2, length - 1);
    const char *nearest = NULL;
    size_t fewest = allowed + 1;
    for (size_t i = 0; i < count; i++) {
        size_t other = strlen(words[i]);
        if (other > length + allowed || length > other + allowed || other > MAX_NAME_BYTES)
            continue;
        size_t edits = edit_distance(word, length, words[i], other);
        if (edits < fewest) {
            fewest = edits;
            nearest = words[i];
        }
    }
    return nearest;
}

bool word_is_near(const char *a, const char *b) {
    size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > MAX_NAME_BYTES || b_length > MAX_NAME_BYTES)
        return false;
    return 2 * edit_distance(a, a_length, b, b_length) < least(a_length, b_length);
}
