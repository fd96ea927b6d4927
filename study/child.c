#include "study/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

int64_t clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ----------------------------------------------------------------------------- starting */

/* Ends of pipes that no other program inherits: between the two calls another thread's child
 * could, but it does not hold what it does not read, and leaves when it is told to. */
static bool pipe_make(int ends[2]) {
    if (pipe(ends) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    return true;
}

static void pipe_close(const int ends[2]) {
    close(ends[0]);
    close(ends[1]);
}

static bool attributes_make(posix_spawnattr_t *attributes) {
    sigset_t none, standard;
    sigemptyset(&none);
    sigemptyset(&standard);
    sigaddset(&standard, SIGPIPE);
    sigaddset(&standard, SIGINT);
    if (posix_spawnattr_init(attributes) != 0)
        return false;
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &standard);
    posix_spawnattr_setpgroup(attributes, 0);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                             POSIX_SPAWN_SETSIGDEF);
    return true;
}

/* `exec`: the program takes the place of the shell, so that its processor time is the child's. */
static bool spawn(Child *child, const char *command, const int to[2], const int from[2]) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    size_t size = strlen(command) + sizeof "exec ";
    char *line = malloc(size);
    char shell[] = "sh", flag[] = "-c";
    if (!line)
        return false;
    snprintf(line, size, "exec %s", command);
    char *arguments[] = {shell, flag, line, NULL};
    bool done = attributes_make(&attributes);
    if (done) {
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        done = posix_spawn(&child->id, "/bin/sh", &actions, &attributes, arguments, environ) == 0;
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    free(line);
    return done;
}

bool child_start(Child *child, const char *command) {
    int to[2], from[2];
    *child = (Child){.heard = malloc(CHILD_LINE_BYTES)};
    if (!child->heard || !pipe_make(to)) {
        free(child->heard);
        *child = (Child){0};
        return false;
    }
    if (!pipe_make(from)) {
        pipe_close(to);
        free(child->heard);
        *child = (Child){0};
        return false;
    }
    if (!spawn(child, command, to, from)) {
        pipe_close(to);
        pipe_close(from);
        free(child->heard);
        *child = (Child){0};
        return false;
    }
    close(to[0]);
    close(from[1]);
    child->to = to[1];
    child->from = from[0];
    fcntl(child->to, F_SETFL, O_NONBLOCK);
    return true;
}

/* ------------------------------------------------------------------------------- ending */

/* It has ended; its number stays its own, and its group's, until it is waited for. */
static bool gone(pid_t id, int64_t until) {
    const struct timespec moment = {.tv_nsec = 2000000};
    do {
        siginfo_t about = {.si_pid = 0};
        if (waitid(P_PID, (id_t)id, &about, WEXITED | WNOHANG | WNOWAIT) != 0 || about.si_pid == id)
            return true;
        nanosleep(&moment, NULL);
    } while (clock_now() < until);
    return false;
}

ChildEnd child_stop(Child *child) {
    enum { PATIENCE = 300 };
    int status = 0;
    ChildEnd end = {CHILD_HUNG_UP, 0};
    if (child->id <= 0)
        return end;
    close(child->to);
    bool left = gone(child->id, clock_now() + PATIENCE);
    kill(-child->id, SIGKILL); /* the group: whatever it started is ours as well */
    if (waitpid(child->id, &status, 0) == child->id && left)
        end = WIFEXITED(status) ? (ChildEnd){CHILD_LEFT, WEXITSTATUS(status)}
                                : (ChildEnd){CHILD_KILLED, WTERMSIG(status)};
    close(child->from);
    free(child->heard);
    *child = (Child){0};
    return end;
}

/* ------------------------------------------------------------------------------ talking */

/* Writes all of it; one that does not read is waited for a second. */
static bool write_all(int file, const char *text, size_t length) {
    int64_t until = clock_now() + 1000;
    while (length > 0) {
        ssize_t n = write(file, text, length);
        if (n > 0) {
            text += n;
            length -= (size_t)n;
            continue;
        }
        if (n < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        struct pollfd ready = {.fd = file, .events = POLLOUT};
        int64_t left = until - clock_now();
        if (left <= 0 || poll(&ready, 1, (int)left) < 0)
            return false;
    }
    return true;
}

bool child_say(Child *child, const char *format, ...) {
    va_list args, again;
    if (child->id <= 0)
        return false;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = length >= 0 ? malloc((size_t)length + 2) : NULL;
    bool said = false;
    if (text) {
        vsnprintf(text, (size_t)length + 1, format, again);
        text[length] = '\n';
        said = write_all(child->to, text, (size_t)length + 1);
    }
    va_end(again);
    free(text);
    return said;
}

/* A whole line of what was read; a carriage return at its end is none of it. */
static bool take_line(Child *child, const char **line) {
    char *begin = child->heard + child->taken;
    char *end = memchr(begin, '\n', child->length - child->taken);
    if (!end)
        return false;
    *end = '\0';
    if (end > begin && end[-1] == '\r')
        end[-1] = '\0';
    child->taken = (size_t)(end - child->heard) + 1;
    *line = begin;
    return true;
}

/* What is left moves to the front; a line without an end is cut where there is no more room. */
static void make_room(Child *child) {
    child->length -= child->taken;
    memmove(child->heard, child->heard + child->taken, child->length);
    child->taken = 0;
    if (child->length == CHILD_LINE_BYTES)
        child->heard[CHILD_LINE_BYTES - 1] = '\n';
}

ChildHears child_hear(Child *child, int64_t until, const char **line) {
    if (child->id <= 0)
        return CHILD_GONE;
    while (!take_line(child, line)) {
        make_room(child);
        if (take_line(child, line))
            return CHILD_LINE;
        int64_t left = until - clock_now();
        struct pollfd ready = {.fd = child->from, .events = POLLIN};
        int found = poll(&ready, 1, left < 0 ? 0 : left > 60000 ? 60000 : (int)left);
        if (found < 0 && errno != EINTR)
            return CHILD_GONE;
        if (found == 0 && clock_now() >= until)
            return CHILD_LATE;
        if (found <= 0)
            continue;
        ssize_t n =
            read(child->from, child->heard + child->length, CHILD_LINE_BYTES - child->length);
        if (n <= 0)
            return CHILD_GONE;
        child->length += (size_t)n;
    }
    return CHILD_LINE;
}

double child_processor(const Child *child) {
    struct timespec used;
    clockid_t clock;
    if (child->id <= 0 || clock_getcpuclockid(child->id, &clock) != 0 ||
        clock_gettime(clock, &used) != 0)
        return 0.0;
    return 1e3 * (double)used.tv_sec + 1e-6 * (double)used.tv_nsec;
}
