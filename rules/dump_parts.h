/* What the parts of the dump share; private to rules/dump*.c. */
#ifndef FERZ_RULES_DUMP_PARTS_H
#define FERZ_RULES_DUMP_PARTS_H

#include "rules/dump.h"

/* A set as the language writes it: any, none, files, ranks, files of ranks, or points.
 * Several terms are in brackets when `bracketed`. */
void dump_set(const Rules *rules, const uint64_t *set, bool bracketed, Sink *sink);
void dump_set_id(const Rules *rules, SetId id, Sink *sink); /* NO_SET: `-` */
/* "move capture" ... for a mask of modes. */
void dump_modes(uint8_t modes, Sink *sink);
/* The movement text of a mover, its components' texts one after another, each once. */
void dump_mover_text(const Rules *rules, uint32_t mover, Sink *sink);
const char *dump_whose(uint8_t whose);

/* dump_tables.c: families, units, shifts, attacks; the bytes of each pool. */
void dump_plan(const Rules *rules, uint32_t mover, Sink *sink);
void dump_families(const Rules *rules, Sink *sink);
void dump_attacks(const Rules *rules, Sink *sink);
void dump_bytes(const Rules *rules, Sink *sink);

/* dump_programs.c: rules, extras, promotions, forbids, ends, check, legality. */
void dump_programs(const Rules *rules, Sink *sink);
/* The choices of a promotion in one line. */
void dump_promotion(const Rules *rules, const Promotion *promotion, Sink *sink);

#endif
