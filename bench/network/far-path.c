// Two network namespaces with a path of known round trip, jitter and loss between them. Each packet is held for half the
// round trip and, evenly spread, up to the jitter more, in either direction; those of one connection keep their order.
// Usage: far-path ROUND_TRIP_US JITTER_US LOST_PER_MILLION
// Prints the namespaces' files once the path is there, the near one (10.77.0.1) first, then the far one (10.77.0.2).
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/queue.h>
#include <time.h>
#include <unistd.h>

enum { LARGEST_PACKET = 2048, CONNECTIONS = 65536, NEAR = 0, FAR = 1 };

struct packet {
  TAILQ_ENTRY(packet) place;
  int64_t due_ns;
  int to;
  ssize_t size;
  unsigned char bytes[LARGEST_PACKET];
};
TAILQ_HEAD(packets, packet);

static struct packets waiting = TAILQ_HEAD_INITIALIZER(waiting), spare = TAILQ_HEAD_INITIALIZER(spare);
static int devices[2];
/** When the latest packet of a connection comes out, by its sender and a hash of its ports. */
static int64_t latest_ns[2][CONNECTIONS];
static int64_t half_way_ns, jitter_ns;
static double lost_share;

static void end(const char *what) {
  perror(what);
  exit(1);
}

static int64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void bring_up(int any, const char *name, const char *address) {
  struct ifreq request = {0};
  struct sockaddr_in *in = (struct sockaddr_in *)&request.ifr_addr;
  strncpy(request.ifr_name, name, IFNAMSIZ - 1);
  in->sin_family = AF_INET;
  if (address != NULL) {
    inet_pton(AF_INET, address, &in->sin_addr);
    if (ioctl(any, SIOCSIFADDR, &request)) end("address");
    inet_pton(AF_INET, "255.255.255.252", &in->sin_addr);
    if (ioctl(any, SIOCSIFNETMASK, &request)) end("netmask");
  }
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  if (ioctl(any, SIOCSIFFLAGS, &request)) end("up");
}

/** Enters a new namespace with a device whose packets are read and written here, and gives the namespace's file. */
static int new_namespace(int which, const char *address) {
  if (unshare(CLONE_NEWNET)) end("network namespace");
  struct ifreq request = {.ifr_name = "path0", .ifr_flags = IFF_TUN | IFF_NO_PI};
  devices[which] = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
  if (devices[which] < 0 || ioctl(devices[which], TUNSETIFF, &request)) end("/dev/net/tun");
  int any = socket(AF_INET, SOCK_DGRAM, 0);
  bring_up(any, "lo", NULL);
  bring_up(any, "path0", address);
  close(any);
  return open("/proc/self/ns/net", O_RDONLY);
}

static unsigned connection_of(const struct packet *one) {
  size_t ports = (one->bytes[0] & 15) * 4;
  if (one->bytes[0] >> 4 != 4 || one->size < (ssize_t)ports + 4) return 0;
  uint16_t sender, receiver;
  memcpy(&sender, one->bytes + ports, 2);
  memcpy(&receiver, one->bytes + ports + 2, 2);
  return (sender ^ receiver * 31u) % CONNECTIONS;
}

static void hold(struct packet *one, int from) {
  int64_t *latest = &latest_ns[from][connection_of(one)];
  one->to = !from;
  one->due_ns = now_ns() + half_way_ns + (int64_t)(drand48() * (double)jitter_ns);
  if (one->due_ns < *latest) one->due_ns = *latest;
  *latest = one->due_ns;
  struct packet *before;
  TAILQ_FOREACH_REVERSE(before, &waiting, packets, place)
  if (before->due_ns <= one->due_ns) break;
  if (before == NULL) TAILQ_INSERT_HEAD(&waiting, one, place);
  else TAILQ_INSERT_AFTER(&waiting, before, one, place);
}

static void take_in(int from) {
  for (;;) {
    struct packet *one = TAILQ_FIRST(&spare);
    if (one != NULL) TAILQ_REMOVE(&spare, one, place);
    else one = malloc(sizeof *one);
    one->size = read(devices[from], one->bytes, sizeof one->bytes);
    bool is_there = one->size > 0;
    if (is_there && drand48() >= lost_share) hold(one, from);
    else TAILQ_INSERT_HEAD(&spare, one, place);
    if (!is_there) return;
  }
}

/** Gives the time until the next packet is due. */
static int64_t send_due(void) {
  struct packet *one;
  while ((one = TAILQ_FIRST(&waiting)) != NULL) {
    int64_t left_ns = one->due_ns - now_ns();
    if (left_ns > 0) return left_ns;
    TAILQ_REMOVE(&waiting, one, place);
    if (write(devices[one->to], one->bytes, one->size) < 0) perror("packet");
    TAILQ_INSERT_HEAD(&spare, one, place);
  }
  return 1000000000;
}

int main(int count, char **arguments) {
  if (count != 4) return fprintf(stderr, "usage: far-path ROUND_TRIP_US JITTER_US LOST_PER_MILLION\n"), 2;
  half_way_ns = atoll(arguments[1]) * 500;
  jitter_ns = atoll(arguments[2]) * 1000;
  lost_share = atof(arguments[3]) / 1e6;
  srand48(1);
  prctl(PR_SET_TIMERSLACK, 1);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Ahead of everything else where that is allowed, so that a busy machine does not change the path.
  sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 2});
  int near = new_namespace(NEAR, "10.77.0.1"), far = new_namespace(FAR, "10.77.0.2");
  printf("/proc/%d/fd/%d /proc/%d/fd/%d\n", getpid(), near, getpid(), far);
  fflush(stdout);
  struct pollfd polled[2] = {{.fd = devices[NEAR], .events = POLLIN}, {.fd = devices[FAR], .events = POLLIN}};
  for (;;) {
    int64_t wait_ns = send_due();
    ppoll(polled, 2, &(struct timespec){.tv_sec = wait_ns / 1000000000, .tv_nsec = wait_ns % 1000000000}, NULL);
    take_in(NEAR);
    take_in(FAR);
  }
}
