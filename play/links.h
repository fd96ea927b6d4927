/* Links: ends that ask for a chain of men from one set of points to another. How many men each side
 * still wants for one. */
#ifndef FERZ_PLAY_LINKS_H
#define FERZ_PLAY_LINKS_H

#include "play/probe.h"

/* What one side has to join. */
typedef struct Link {
    PointSet begin, finish;
    uint32_t *starts; /* owned: n_points + 1, in next */
    PointId *next;    /* owned: where a chain goes on from each point */
} Link;

typedef struct Links {
    bool any;
    uint32_t n_points;
    Link of[2];
} Links;

/* What was found of a position. */
typedef struct LinkSight {
    uint16_t wanted[2];              /* men; NO_LINK: it can no longer be joined */
    uint16_t through[2][MAX_POINTS]; /* men wanted by a chain through each point */
} LinkSight;
enum { NO_LINK = 0x3FFF };

/* False: no memory. */
bool links_open(Links *links, Probe *probe);
void links_close(Links *links);
void links_see(const Links *links, const uint8_t *owners, LinkSight *sight);
/* White's balance. */
int32_t links_judge(const Links *links, const LinkSight *sight);
/* Adds to `gain` what a man on each empty point does, for either side. */
void links_gains(const Links *links, const uint8_t *owners, const LinkSight *sight, int32_t *gain);

#endif
