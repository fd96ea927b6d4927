#include "base/source.h"

#include <assert.h>
#include <string.h>

uint32_t source_add(SourceSet *set, const char *name, const char *text, size_t size) {
    assert(size <= UINT32_MAX);
    if (set->count == MAX_SOURCES)
        return MAX_SOURCES;
    set->items[set->count] = (Source){name, text, size};
    return set->count++;
}

/* End of the line that holds `offset`, its line end not included. */
static uint32_t line_end_after(const Source *source, uint32_t offset) {
    const char *begin = source->text + offset;
    const char *newline = memchr(begin, '\n', source->size - offset);
    uint32_t end = newline ? (uint32_t)(newline - source->text) : (uint32_t)source->size;
    if (end > offset && source->text[end - 1] == '\r')
        end--;
    return end;
}

LineColumn source_place(const SourceSet *set, uint32_t source, uint32_t offset) {
    assert(source < set->count);
    const Source *from = &set->items[source];
    if (offset > from->size)
        offset = (uint32_t)from->size;
    LineColumn place = {.line = 1, .column = 1};
    const char *newline = memchr(from->text, '\n', offset);
    while (newline) {
        place.line++;
        place.line_begin = (uint32_t)(newline - from->text) + 1;
        newline = memchr(newline + 1, '\n', offset - place.line_begin);
    }
    for (uint32_t i = place.line_begin; i < offset; i++)
        place.column += utf8_begins(from->text[i]);
    place.line_end = line_end_after(from, place.line_begin);
    return place;
}

int span_compare(Span a, Span b) {
    if (a.source != b.source)
        return a.source < b.source ? -1 : 1;
    if (a.begin != b.begin)
        return a.begin < b.begin ? -1 : 1;
    return 0;
}
