#include "lang/betza_lex.h"

#include <assert.h>
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/limits.h"
#include "base/vec.h"

/* One group per kind, in the order of BetzaTokenKind; LEAPER's numbers are groups of its own. */
static const char PATTERN[] = "([a-z])"
                              "|([A-Z])"
                              "|([0-9]+)"
                              "|(\\(([0-9]+),([0-9]+)\\))"
                              "|([\\[\\]\\-?()@*,])"
                              "|([ \\t\\r\\n]+)"
                              "|([\\x80-\\xff]+|.)";

enum {
    GROUP_LOWER = 1,
    GROUP_CAPITAL,
    GROUP_NUMBER,
    GROUP_LEAPER,
    GROUP_LEAPER_A,
    GROUP_LEAPER_B,
    GROUP_MARK,
    GROUP_BLANK,
    GROUP_OTHER,
    MATCH_LIMIT = 20000, /* a token needs a few steps for each byte */
    DEPTH_LIMIT = 100
};

typedef struct Matcher {
    pcre2_code *code;
    pcre2_match_context *context;
    pcre2_match_data *data;
} Matcher;

static bool matcher_open(Matcher *m) {
    int error;
    PCRE2_SIZE offset;
    uint32_t options = PCRE2_ANCHORED | PCRE2_DOLLAR_ENDONLY | PCRE2_DOTALL;
    *m = (Matcher){0};
    m->code =
        pcre2_compile((PCRE2_SPTR)PATTERN, sizeof PATTERN - 1, options, &error, &offset, NULL);
    m->context = pcre2_match_context_create(NULL);
    if (!m->code || !m->context)
        return false;
    pcre2_set_match_limit(m->context, MATCH_LIMIT);
    pcre2_set_depth_limit(m->context, DEPTH_LIMIT);
    m->data = pcre2_match_data_create_from_pattern(m->code, NULL);
    return m->data != NULL;
}

static void matcher_close(Matcher *m) {
    pcre2_match_data_free(m->data);
    pcre2_match_context_free(m->context);
    pcre2_code_free(m->code);
}

static uint32_t number_read(const char *digits, size_t length) {
    uint32_t value = 0;
    for (size_t i = 0; i < length; i++)
        if (value < BETZA_NUMBER_TOP)
            value = value * 10 + (uint32_t)(digits[i] - '0');
    return value < BETZA_NUMBER_TOP ? value : BETZA_NUMBER_TOP;
}

static uint32_t group_number(const Matcher *m, const char *text, size_t group) {
    const PCRE2_SIZE *at = pcre2_get_ovector_pointer(m->data) + 2 * group;
    return number_read(text + at[0], at[1] - at[0]);
}

static BetzaToken token_of_match(const Matcher *m, const char *text) {
    static const uint8_t kinds[] = {[GROUP_LOWER] = TOKEN_LOWER,   [GROUP_CAPITAL] = TOKEN_CAPITAL,
                                    [GROUP_NUMBER] = TOKEN_NUMBER, [GROUP_LEAPER] = TOKEN_LEAPER,
                                    [GROUP_MARK] = TOKEN_MARK,     [GROUP_BLANK] = TOKEN_BLANK,
                                    [GROUP_OTHER] = TOKEN_OTHER};
    const PCRE2_SIZE *at = pcre2_get_ovector_pointer(m->data);
    size_t group = GROUP_LOWER;
    while (at[2 * group] == PCRE2_UNSET)
        group++;
    BetzaToken token = {.kind = kinds[group],
                        .letter = text[at[0]],
                        .begin = (uint32_t)at[0],
                        .end = (uint32_t)at[1]};
    if (group == GROUP_NUMBER)
        token.a = group_number(m, text, GROUP_NUMBER);
    if (group == GROUP_LEAPER) {
        token.a = group_number(m, text, GROUP_LEAPER_A);
        token.b = group_number(m, text, GROUP_LEAPER_B);
    }
    return token;
}

static BetzaToken *cut(const Matcher *m, Arena *arena, const char *text, size_t begin, size_t end) {
    VEC(BetzaToken) tokens = {0};
    size_t at = begin;
    while (at < end) {
        int groups = pcre2_match(m->code, (PCRE2_SPTR)text, end, at, PCRE2_NO_UTF_CHECK, m->data,
                                 m->context);
        if (groups <= 0)
            return NULL;
        BetzaToken token = token_of_match(m, text);
        assert(token.end > at);
        vec_push(arena, &tokens, token);
        at = token.end;
    }
    vec_push(arena, &tokens,
             (BetzaToken){.kind = TOKEN_END, .begin = (uint32_t)end, .end = (uint32_t)end});
    return tokens.items;
}

BetzaToken *betza_lex(Arena *arena, const char *text, size_t begin, size_t end) {
    assert(begin <= end && end - begin <= MAX_BETZA_BYTES);
    Matcher matcher;
    BetzaToken *tokens = NULL;
    if (matcher_open(&matcher))
        tokens = cut(&matcher, arena, text, begin, end);
    matcher_close(&matcher);
    return tokens;
}
