# ferz: one Makefile for everything, not recursive.
#
#   make                 the program, ./ferz (release)
#   make test            unit tests, then tests/run_*.sh; ends with `N passed, N failed`
#   make test-slow       the same with FERZ_SLOW=1: the long rows too
#   make test-oracle     random games beside the Python interpreter, where it is at hand
#   make test-clients    xboard, polyglot and node-uci drive ferz, where they are installed
#   make asan            the whole suite under address and undefined-behaviour sanitizers
#   make debug           the program with asserts, build/gcc-debug/ferz
#   make fuzz            movement strings, variants, PGN, protocols by clang's fuzzer
#   make bench           what tools/bench measures; BENCH='--quick --only chess,own', SF=, FSF=
#   make lint format install uninstall clean
#
# Variables: CC=gcc|clang, WERROR=1, BUILD=folder, PREFIX, DESTDIR, V=1 (show commands),
# CFLAGS and LDFLAGS are added to, not replaced.
#
# Build folders: $(BUILD)/COMPILER-CONFIGURATION, for example build/gcc-release.
#   release   -O2, NDEBUG               the program, the library, what is installed
#   debug     -O1, asserts                the unit tests of `make test`
#   asan      -O1, asserts, sanitizers    everything of `make asan`
# Sources are found by wildcard: a new .c file in a layer's folder is built at once.
#
# Tests. Each tests/unit/test_X.c is one cmocka program; other .c files there are linked into
# all of them. Each tests/run_X.sh is a script with this contract (see tools/run_tests.sh):
#   - it is started by bash in the repository's root with
#       FERZ         absolute path of the program under test
#       FERZ_BUILD   absolute path of the configuration's build folder
#       TEST_TMP     an empty folder of its own, removed afterwards
#       FERZ_QUICK   1 when a reduced set is wanted (sanitizers), else empty
#       FERZ_SLOW    1 when the long rows are wanted too, else empty
#   - it prints on standard output one or more lines that are exactly `N passed, M failed`;
#     they are added up; all other output is free and is shown when something failed
#   - it exits 0 when nothing failed. Another exit, or no such line, counts as a failure.
# Each tests/games/X.c is a program for such scripts, $FERZ_BUILD/tests/games/X; support*.c
# there are linked into all of them.
# tests/oracle_*.sh are started the same way by `make test-oracle`, with FERZ_ORACLE as well, and
# tests/clients_*.sh by `make test-clients`.
# tests/checks.sh, tests/needs.sh and tests/sessions.py are what such scripts share.

ifeq ($(origin CC),default)
CC := gcc
endif
BUILD   ?= build
PREFIX  ?= /usr/local
DESTDIR ?=
V       ?=
WERROR  ?=
FERZ_ORACLE ?= ../shared/oracle

COMPILER := $(notdir $(firstword $(CC)))
MACHINE  := $(shell $(CC) -dumpmachine 2>/dev/null)
Q        := $(if $(V),,@)
say       = $(if $(V),,@printf '  %-5s %s\n' '$(1)' '$(2)')

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:

# --- outside libraries: pkg-config, or the plain names where it is not there ---------------

pkg_cflags = $(shell pkg-config --cflags $(1) 2>/dev/null)
pkg_libs   = $(shell pkg-config --libs $(1) 2>/dev/null || echo $(2))

LIB_CFLAGS    := $(call pkg_cflags,yaml-0.1) $(call pkg_cflags,libpcre2-8)
LIB_LIBS      := $(call pkg_libs,yaml-0.1,-lyaml) $(call pkg_libs,libpcre2-8,-lpcre2-8) -lm -pthread
EDIT_CFLAGS   := $(call pkg_cflags,libedit)
EDIT_LIBS     := $(call pkg_libs,libedit,-ledit)
CMOCKA_CFLAGS := $(call pkg_cflags,cmocka)
CMOCKA_LIBS   := $(call pkg_libs,cmocka,-lcmocka)

# --- sources ------------------------------------------------------------------------------

LIB_LAYERS  := base rules lang notation render api
LIB_SOURCES := $(sort $(wildcard $(LIB_LAYERS:%=%/*.c)))
PLAY_SOURCES := $(sort $(wildcard play/*.c study/*.c))
CLI_SOURCES := $(sort $(wildcard cli/*.c))

# The core is compiled once per width of its point sets and, on x86-64, once for any processor
# and once for those with BMI2. interp/shared_*.c is compiled once.
CORE_SHARED   := $(sort $(wildcard interp/shared_*.c))
CORE_SOURCES  := $(filter-out $(CORE_SHARED),$(sort $(wildcard interp/*.c)))
SET_WIDTHS    := 64 128 256 1024
CORE_FLAVOURS := portable $(if $(filter x86_64-%,$(MACHINE)),bmi2)
BMI2_FLAGS    := -mbmi2 -mbmi -mpopcnt -mlzcnt
# Narrow sets lie in plain registers: in vector registers their words would be written one by one
# and read together, which waits for memory.
NARROW_FLAGS  := -fno-tree-vectorize
flavour_flags  = -DSET_WIDTH=$(1) -DCORE_FLAVOUR=$(2) $(if $(filter bmi2,$(2)),$(BMI2_FLAGS)) \
                 $(if $(filter 64 128,$(1)),$(NARROW_FLAGS))
SHARED_FLAGS  := $(if $(filter bmi2,$(CORE_FLAVOURS)),-DHAVE_BMI2_CORE)

UNIT_TESTS   := $(sort $(wildcard tests/unit/test_*.c))
UNIT_SUPPORT := $(filter-out $(UNIT_TESTS),$(sort $(wildcard tests/unit/*.c)))
GAME_SUPPORT := $(sort $(wildcard tests/games/support*.c))
GAME_TESTS   := $(filter-out $(GAME_SUPPORT),$(sort $(wildcard tests/games/*.c)))

# --- flags --------------------------------------------------------------------------------

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
            -Wmissing-prototypes
COMMON   := -std=c17 -D_POSIX_C_SOURCE=200809L -pthread -g $(WARNINGS) -I. -Iinclude
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

CFLAGS_release := -O2 -DNDEBUG
CFLAGS_debug   := -O1
CFLAGS_asan    := -O1 $(SANITIZE)
CORE_release   := -O3
LDFLAGS_asan   := $(SANITIZE)

# Layers with needs of their own.
FLAGS_lang := $(LIB_CFLAGS)
FLAGS_api  := -DFERZ_DATADIR='"$(PREFIX)/share/ferz"'
FLAGS_cli  := $(EDIT_CFLAGS)
FLAGS_tests := $(CMOCKA_CFLAGS)

# --- rules of one configuration -----------------------------------------------------------

folder = $(BUILD)/$(COMPILER)-$(1)

# $(1) configuration, $(2) width, $(3) flavour
define CORE_RULES
OBJECTS_$(1) += $(CORE_SOURCES:%.c=$(call folder,$(1))/%.$(2)-$(3).o)
$(call folder,$(1))/interp/%.$(2)-$(3).o: interp/%.c $(call folder,$(1))/flags
	$(call say,CC,$$@)
	$(Q)mkdir -p $$(@D)
	$(Q)$(CC) $(COMMON) $(if $(WERROR),-Werror) $(CFLAGS_$(1)) $(CORE_$(1)) \
	    $(call flavour_flags,$(2),$(3)) $(CFLAGS) -MMD -MP -c $$< -o $$@
endef

# $(1) configuration
define CONFIGURATION_RULES
PLAY_OBJECTS_$(1) := $(PLAY_SOURCES:%.c=$(call folder,$(1))/%.o)
CLI_OBJECTS_$(1) := $(CLI_SOURCES:%.c=$(call folder,$(1))/%.o)
TEST_OBJECTS_$(1) := $(UNIT_TESTS:%.c=$(call folder,$(1))/%.o)
SUPPORT_OBJECTS_$(1) := $(UNIT_SUPPORT:%.c=$(call folder,$(1))/%.o)
GAME_OBJECTS_$(1) := $(GAME_TESTS:%.c=$(call folder,$(1))/%.o)
GAME_SUPPORT_OBJECTS_$(1) := $(GAME_SUPPORT:%.c=$(call folder,$(1))/%.o)
TESTS_$(1) := $(UNIT_TESTS:%.c=$(call folder,$(1))/%)
GAMES_$(1) := $(GAME_TESTS:%.c=$(call folder,$(1))/%)

$(call folder,$(1))/%.o: %.c $(call folder,$(1))/flags
	$(call say,CC,$$@)
	$(Q)mkdir -p $$(@D)
	$(Q)$(CC) $(COMMON) $(if $(WERROR),-Werror) $(CFLAGS_$(1)) \
	    $$(if $$(filter interp/%,$$<),$(CORE_$(1)) $(SHARED_FLAGS)) \
	    $$(FLAGS_$$(firstword $$(subst /, ,$$<))) $(CFLAGS) -MMD -MP -c $$< -o $$@

$(call folder,$(1))/libferz.a: $(OBJECTS_$(1))
	$(call say,AR,$$@)
	$(Q)rm -f $$@
	$(Q)ar rcs $$@ $$^

# Players and matches, on top of the library.
$(call folder,$(1))/libplay.a: $$(PLAY_OBJECTS_$(1))
	$(call say,AR,$$@)
	$(Q)rm -f $$@
	$(Q)ar rcs $$@ $$^

$(call folder,$(1))/ferz: $$(CLI_OBJECTS_$(1)) $(call folder,$(1))/libplay.a \
    $(call folder,$(1))/libferz.a
	$(call say,LINK,$$@)
	$(Q)$(CC) $(LDFLAGS_$(1)) $(LDFLAGS) $$^ $(LIB_LIBS) $(EDIT_LIBS) -o $$@

$$(TESTS_$(1)): %: %.o $$(SUPPORT_OBJECTS_$(1)) $(call folder,$(1))/libplay.a \
    $(call folder,$(1))/libferz.a
	$(call say,LINK,$$@)
	$(Q)$(CC) $(LDFLAGS_$(1)) $(LDFLAGS) $$^ $(CMOCKA_LIBS) $(LIB_LIBS) -o $$@

$$(GAMES_$(1)): %: %.o $$(GAME_SUPPORT_OBJECTS_$(1)) $(call folder,$(1))/libplay.a \
    $(call folder,$(1))/libferz.a
	$(call say,LINK,$$@)
	$(Q)$(CC) $(LDFLAGS_$(1)) $(LDFLAGS) $$^ $(LIB_LIBS) -o $$@

# What the objects were compiled with: another value compiles them again.
$(call folder,$(1))/flags: FORCE
	@mkdir -p $$(@D)
	@echo '$(subst ','\'',$(CC) $(COMMON) $(CFLAGS_$(1)) $(CORE_$(1)) $(CFLAGS))' \
	    | cmp -s - $$@ || \
	 echo '$(subst ','\'',$(CC) $(COMMON) $(CFLAGS_$(1)) $(CORE_$(1)) $(CFLAGS))' > $$@

# Only api/ knows where the data folders are installed.
$(call folder,$(1))/prefix: FORCE
	@mkdir -p $$(@D)
	@echo '$(PREFIX)' | cmp -s - $$@ || echo '$(PREFIX)' > $$@
$(filter $(call folder,$(1))/api/%,$(OBJECTS_$(1))): $(call folder,$(1))/prefix

-include $$(patsubst %.o,%.d,$$(OBJECTS_$(1)) $$(PLAY_OBJECTS_$(1)) $$(CLI_OBJECTS_$(1)) $$(TEST_OBJECTS_$(1)) \
    $$(SUPPORT_OBJECTS_$(1)) $$(GAME_OBJECTS_$(1)) $$(GAME_SUPPORT_OBJECTS_$(1)))
endef

CONFIGURATIONS := release debug asan
$(foreach configuration,$(CONFIGURATIONS),\
    $(eval OBJECTS_$(configuration) := \
        $(foreach source,$(LIB_SOURCES) $(CORE_SHARED),\
            $(source:%.c=$(call folder,$(configuration))/%.o)))\
    $(foreach width,$(SET_WIDTHS),$(foreach flavour,$(CORE_FLAVOURS),\
        $(eval $(call CORE_RULES,$(configuration),$(width),$(flavour)))))\
    $(eval $(call CONFIGURATION_RULES,$(configuration))))

# Kept between runs although only linked from.
.SECONDARY:

# --- what is asked for --------------------------------------------------------------------

RELEASE := $(call folder,release)
DEBUG   := $(call folder,debug)
ASAN    := $(call folder,asan)
# Without the folder of the command line there is no program yet, only the library.
PROGRAM  = $(if $(CLI_SOURCES),$(1)/ferz)

.PHONY: all compiled debug test test-programs test-slow test-oracle test-clients asan lint format \
        bench fuzz fuzz-programs fuzz-movement fuzz-variant fuzz-pgn fuzz-protocol \
        install uninstall clean FORCE

all: $(if $(CLI_SOURCES),ferz) $(RELEASE)/libferz.a

# A copy beside the data folders, put in place in one step; FORCE because the last build with
# another compiler may be the newer file.
ferz: $(RELEASE)/ferz FORCE
	$(Q)cmp -s $< $@ || { cp $< $@.new && mv -f $@.new $@; }

# All that the tests need, ./ferz left as it is: how the second compiler is tried.
compiled: $(call PROGRAM,$(RELEASE)) $(RELEASE)/libferz.a $(TESTS_debug) \
    $(GAMES_release)

debug: $(call PROGRAM,$(DEBUG)) $(DEBUG)/libferz.a

test-programs: all $(TESTS_debug) $(GAMES_release)

test: test-programs
	$(Q)bash tools/run_tests.sh $(RELEASE) $(TESTS_debug) $(sort $(wildcard tests/run_*.sh))

test-slow: test-programs
	$(Q)FERZ_SLOW=1 bash tools/run_tests.sh $(RELEASE) $(TESTS_debug) \
	    $(sort $(wildcard tests/run_*.sh))

test-oracle: all $(GAMES_release)
	$(Q)FERZ_ORACLE='$(FERZ_ORACLE)' bash tools/run_tests.sh $(RELEASE) \
	    $(sort $(wildcard tests/oracle_*.sh))

test-clients: all
	$(Q)bash tools/run_tests.sh $(RELEASE) $(sort $(wildcard tests/clients_*.sh))

asan: $(call PROGRAM,$(ASAN)) $(TESTS_asan) $(GAMES_asan)
	$(Q)bash tools/run_tests.sh $(ASAN) $(TESTS_asan) $(sort $(wildcard tests/run_*.sh))

lint: all
	$(Q)python3 tools/lint.py --cc '$(CC)' --build $(RELEASE)

format:
	$(Q)clang-format -i $(wildcard $(foreach layer,$(LIB_LAYERS) interp play study cli include examples \
	    tests/unit tests/games,$(layer)/*.c $(layer)/*.h))

bench: all $(GAMES_release)
	$(Q)python3 tools/bench --loader $(RELEASE)/tests/games/run_load $(BENCH)

# Everything is compiled anew for it, in a folder of its own. A text longer than -timeout seconds
# or larger than -rss_limit_mb is a failure; the arenas alone may touch half of that.
FUZZ_SECONDS ?= 60
FUZZ_FOLDER  := $(BUILD)/fuzz
FUZZ_FLAGS   := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
FUZZ_TARGETS := movement variant protocol pgn
FUZZ_OBJECTS := $(GAME_SUPPORT:%.c=$(FUZZ_FOLDER)/clang-debug/%.o)
FUZZ_SEEDS_variant := $(wildcard variants/*.yaml stdlib/*.yaml tests/variants/*.yaml \
    tests/fuzz/*.yaml)

fuzz: $(FUZZ_TARGETS:%=fuzz-%)

fuzz-programs:
	$(Q)$(MAKE) CC=clang BUILD=$(FUZZ_FOLDER) CORE_FLAVOURS=portable \
	    CFLAGS='$(FUZZ_FLAGS)' \
	    $(FUZZ_FOLDER)/clang-debug/libferz.a $(FUZZ_FOLDER)/clang-debug/libplay.a $(FUZZ_OBJECTS)
	$(Q)for target in $(FUZZ_TARGETS); do \
	    rm -rf $(FUZZ_FOLDER)/seeds-$$target && \
	    mkdir -p $(FUZZ_FOLDER)/seeds-$$target $(FUZZ_FOLDER)/corpus-$$target && \
	    clang -fsanitize=fuzzer,address,undefined -DFUZZ_TARGET=fuzz_$$target \
	        tests/fuzz_entry.c $(FUZZ_OBJECTS) $(FUZZ_FOLDER)/clang-debug/libplay.a \
	        $(FUZZ_FOLDER)/clang-debug/libferz.a \
	        $(LIB_LIBS) -o $(FUZZ_FOLDER)/$$target || exit 1; \
	done

fuzz-movement: fuzz-programs
	$(Q)cd $(FUZZ_FOLDER)/seeds-movement && \
	    split -l 1 $(CURDIR)/tests/cases/betza-corpus.txt
	$(Q)cd $(FUZZ_FOLDER) && ./movement -max_total_time=$(FUZZ_SECONDS) -max_len=128 \
	    -only_ascii=1 corpus-movement seeds-movement

# The words of the key table are its dictionary. Run in the root: parents are read from there.
fuzz-variant: fuzz-programs
	$(Q)cp --parents $(FUZZ_SEEDS_variant) $(FUZZ_FOLDER)/seeds-variant/
	$(Q)sed -n 's/^[A-Z_]*([^"]*"\([a-z_]*\)".*/"\1: "/p' lang/keys.def | sort -u \
	    > $(FUZZ_FOLDER)/variant.dict
	$(Q)$(FUZZ_FOLDER)/variant -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -only_ascii=1 \
	    -timeout=20 -rss_limit_mb=2048 -dict=$(FUZZ_FOLDER)/variant.dict \
	    -artifact_prefix=$(FUZZ_FOLDER)/ $(FUZZ_FOLDER)/corpus-variant \
	    $(FUZZ_FOLDER)/seeds-variant

fuzz-pgn: fuzz-programs
	$(Q)cp tests/fuzz/*.pgn $(FUZZ_FOLDER)/seeds-pgn/
	$(Q)$(FUZZ_FOLDER)/pgn -max_total_time=$(FUZZ_SECONDS) -max_len=2048 -timeout=20 \
	    -artifact_prefix=$(FUZZ_FOLDER)/ $(FUZZ_FOLDER)/corpus-pgn $(FUZZ_FOLDER)/seeds-pgn

# The words of both protocols are its dictionary.
fuzz-protocol: fuzz-programs
	$(Q)cp tests/fuzz/protocol/* $(FUZZ_FOLDER)/seeds-protocol/
	$(Q)grep -oh '{"[a-z]*", [cu]' play/uci.c play/cecp.c | cut -d'"' -f2 | sort -u | \
	    sed 's/.*/"& "/' > $(FUZZ_FOLDER)/protocol.dict
	$(Q)$(FUZZ_FOLDER)/protocol -max_total_time=$(FUZZ_SECONDS) -max_len=1024 -timeout=60 \
	    -rss_limit_mb=3000 -dict=$(FUZZ_FOLDER)/protocol.dict -artifact_prefix=$(FUZZ_FOLDER)/ \
	    $(FUZZ_FOLDER)/corpus-protocol $(FUZZ_FOLDER)/seeds-protocol

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/include \
	    $(DESTDIR)$(PREFIX)/share/ferz/variants $(DESTDIR)$(PREFIX)/share/ferz/stdlib
	$(if $(CLI_SOURCES),install -m 755 $(RELEASE)/ferz $(DESTDIR)$(PREFIX)/bin/ferz)
	install -m 644 $(RELEASE)/libferz.a $(DESTDIR)$(PREFIX)/lib/libferz.a
	install -m 644 include/ferz.h $(DESTDIR)$(PREFIX)/include/ferz.h
	install -m 644 $(wildcard variants/*.yaml) $(DESTDIR)$(PREFIX)/share/ferz/variants/
	install -m 644 $(wildcard stdlib/*.yaml) $(DESTDIR)$(PREFIX)/share/ferz/stdlib/
	install -m 644 variants/names.tsv $(DESTDIR)$(PREFIX)/share/ferz/variants/

# Only what `install` puts there: files that a user added to share/ferz stay.
uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/ferz $(DESTDIR)$(PREFIX)/lib/libferz.a \
	    $(DESTDIR)$(PREFIX)/include/ferz.h
	cd $(DESTDIR)$(PREFIX)/share/ferz 2>/dev/null && \
	    rm -f $(wildcard variants/*.yaml stdlib/*.yaml) variants/names.tsv && \
	    rmdir --ignore-fail-on-non-empty variants stdlib ../ferz || true

clean:
	rm -rf $(BUILD) ferz ferz.new
