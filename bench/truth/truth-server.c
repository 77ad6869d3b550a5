// A conformant service whose response times are known: they follow a written schedule, and every call is measured
// from the kernel's receive stamp of its last byte to the answer. One thread.
// Usage: ACCESS_TOKEN=... [HOST=address] [PORT=number] truth-server MODE PARAMETER...
// GET /truth reports.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "truth-server.h"

enum { CONNECTIONS = 4096, HEAD_BYTES = 16384, SCRATCH_BYTES = 65536 };

struct connection {
  enum { READING_HEAD, READING_BODY, WAITING } state;
  size_t used, body_left;
  int64_t arrived_ns;
  int endpoint;
  bool close_after;
  char head[HEAD_BYTES];
};

static struct connection *connections[CONNECTIONS];
static int64_t due_ns[CONNECTIONS];
static int highest, poller;
static const char *token;
static volatile sig_atomic_t stopping;

static int64_t clock_ns(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static struct timespec timespec_of(int64_t ns) {
  return (struct timespec){.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
}

static void hang_up(int fd) {
  due_ns[fd] = 0;
  close(fd);
}

static void answer(int fd, int status, const char *body, int64_t took_us) {
  static char message[SCRATCH_BYTES];
  struct connection *c = connections[fd];
  int length = snprintf(message, sizeof message,
                        "HTTP/1.1 %d %s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n"
                        "X-Service-Us: %lld\r\n%s\r\n%s",
                        status, status < 300 ? "OK" : "Refused", strlen(body), (long long)took_us,
                        c->close_after ? "Connection: close\r\n" : "", body);
  c->state = READING_HEAD;
  c->used = 0;
  if (send(fd, message, length, MSG_NOSIGNAL) != length || c->close_after) hang_up(fd);
}

/** The call is over when its answer goes out, not when it was due. */
static void answer_call(int fd) {
  static char body[512];
  struct connection *c = connections[fd];
  int64_t took_us = (clock_ns(CLOCK_MONOTONIC) - c->arrived_ns) / 1000;
  book_answered(c->endpoint, took_us);
  due_ns[fd] = 0;
  write_body(c->endpoint, (uint64_t)answered_by(c->endpoint), body, sizeof body);
  answer(fd, 200, body, took_us);
}

static void answer_truth(int fd) {
  static char body[SCRATCH_BYTES / 2];
  write_truth(body, sizeof body);
  answer(fd, 200, body, 0);
}

static void begin_call(int fd) {
  struct connection *c = connections[fd];
  c->endpoint = route(c->head);
  if (c->endpoint == TRUTH) return answer_truth(fd);
  if (c->endpoint == NO_ENDPOINT) return answer(fd, 404, "{\"error\":\"no such endpoint\"}", 0);
  if (c->endpoint == ENCRYPT && !is_authorized(c->head, token)) {
    book_refused(c->endpoint);
    return answer(fd, 401, "{\"error\":\"the access token is needed\"}", 0);
  }
  c->state = WAITING;
  due_ns[fd] = c->arrived_ns + book_call(c->endpoint, clock_ns(CLOCK_MONOTONIC)) * 1000;
}

/** Reads once, and takes the kernel's stamp: time spent frozen or off the processor is not lost. */
static ssize_t receive(int fd, char *into, size_t room, int64_t *arrived_ns) {
  char control[256];
  struct iovec part = {.iov_base = into, .iov_len = room};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  ssize_t got = recvmsg(fd, &message, 0);
  int64_t age_ns = 0;
  for (struct cmsghdr *c = CMSG_FIRSTHDR(&message); got > 0 && c; c = CMSG_NXTHDR(&message, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_TIMESTAMPNS) continue;
    struct timespec stamp;
    memcpy(&stamp, CMSG_DATA(c), sizeof stamp);
    age_ns = clock_ns(CLOCK_REALTIME) - (stamp.tv_sec * 1000000000LL + stamp.tv_nsec);
  }
  *arrived_ns = clock_ns(CLOCK_MONOTONIC) - (age_ns > 0 && age_ns < 60000000000LL ? age_ns : 0);
  return got;
}

/** Takes in what came. Bodies are counted and thrown away; what a client sends ahead of its answer is too. */
static void read_from(int fd) {
  static char scratch[SCRATCH_BYTES];
  struct connection *c = connections[fd];
  bool in_head = c->state == READING_HEAD;
  char *into = in_head ? c->head + c->used : scratch;
  ssize_t got = receive(fd, into, in_head ? HEAD_BYTES - 1 - c->used : SCRATCH_BYTES, &c->arrived_ns);
  if (got < 0 && errno == EAGAIN) return;
  if (got <= 0) return hang_up(fd);
  if (c->state == WAITING) return;
  size_t of_body = got;
  if (in_head) {
    c->used += got;
    c->head[c->used] = 0;
    char *end = strstr(c->head, "\r\n\r\n");
    if (end == NULL && c->used < HEAD_BYTES - 1) return;
    if (end == NULL) return hang_up(fd);
    of_body = c->head + c->used - (end + 4);
    end[2] = 0;
    c->body_left = strtoul(header(c->head, "\r\nContent-Length:"), NULL, 10);
    c->close_after = strncasecmp(header(c->head, "\r\nConnection:"), "close", 5) == 0;
    c->state = READING_BODY;
  }
  c->body_left -= of_body < c->body_left ? of_body : c->body_left;
  if (c->body_left == 0) begin_call(fd);
}

static void accept_from(int listener) {
  int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC), on = 1;
  if (fd < 0) return;
  if (fd >= CONNECTIONS) {
    close(fd);
    return;
  }
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (connections[fd] == NULL) connections[fd] = malloc(sizeof(struct connection));
  connections[fd]->state = READING_HEAD;
  connections[fd]->used = 0;
  if (fd > highest) highest = fd;
  epoll_ctl(poller, EPOLL_CTL_ADD, fd, &(struct epoll_event){.events = EPOLLIN, .data.fd = fd});
}

static int64_t answer_due_calls(void) {
  int64_t now_ns = clock_ns(CLOCK_MONOTONIC), next_ns = now_ns + 1000000000;
  for (int fd = 0; fd <= highest; fd++) {
    if (due_ns[fd] == 0) continue;
    if (due_ns[fd] <= now_ns) answer_call(fd);
    else if (due_ns[fd] < next_ns) next_ns = due_ns[fd];
  }
  return next_ns;
}

static void serve(int listener) {
  while (!stopping) {
    int64_t next_ns = answer_due_calls();
    int64_t now_ns = clock_ns(CLOCK_MONOTONIC), stall_ns = next_stall_ns();
    if (stall_ns > 0 && stall_ns <= now_ns) {
      struct timespec until = timespec_of(stall_ns + stall_length_ns());
      clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
      note_stall();
      continue;
    }
    if (stall_ns > 0 && stall_ns < next_ns) next_ns = stall_ns;
    struct timespec wait = timespec_of(next_ns > now_ns ? next_ns - now_ns : 0);
    struct epoll_event events[256];
    int count = epoll_pwait2(poller, events, 256, &wait, NULL);
    for (int i = 0; i < count; i++)
      if (events[i].data.fd == listener) accept_from(listener);
      else read_from(events[i].data.fd);
  }
}

/** Ahead of everything else where that is allowed, so that a busy machine does not change the truth. */
static void go_first(void) {
  prctl(PR_SET_TIMERSLACK, 1);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  struct sched_param lowest = {.sched_priority = 1};
  if (sched_setscheduler(0, SCHED_FIFO, &lowest) != 0) setpriority(PRIO_PROCESS, 0, -20);
}

static void stop(int signal) { stopping = signal; }

int main(int count, char **arguments) {
  token = getenv("ACCESS_TOKEN");
  if (token == NULL || !read_schedule(count - 1, arguments + 1)) {
    fprintf(stderr, "usage: ACCESS_TOKEN=... truth-server " MODES "\n");
    return 2;
  }
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1;
  const char *port = getenv("PORT"), *host = getenv("HOST");
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port ? atoi(port) : 0)};
  address.sin_addr.s_addr = inet_addr(host ? host : "127.0.0.1");
  socklen_t size = sizeof address;
  setsockopt(listener, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
  if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 4096)) return perror("listen"), 1;
  getsockname(listener, (struct sockaddr *)&address, &size);
  poller = epoll_create1(EPOLL_CLOEXEC);
  epoll_ctl(poller, EPOLL_CTL_ADD, listener, &(struct epoll_event){.events = EPOLLIN, .data.fd = listener});
  sigaction(SIGTERM, &(struct sigaction){.sa_handler = stop}, NULL);
  go_first();
  printf("http://%s:%d\n", inet_ntoa(address.sin_addr), ntohs(address.sin_port));
  fflush(stdout);
  serve(listener);
}
