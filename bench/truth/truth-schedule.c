#include "truth-server.h"

#include <stdlib.h>
#include <string.h>

const char *const endpoint_names[ENDPOINTS] = {"user", "encrypt", "sync", "backup"};

static struct {
  enum { FIXED, RUNS, STALL, DRIFT, ONLY } mode;
  int64_t base_us, slow_us, run_length, block, stall_us, period_us, over_us;
  int slow_endpoint;
} schedule;

static int64_t first_call_ns, stalls;

static int endpoint_named(const char *name) {
  for (int endpoint = 0; endpoint < ENDPOINTS; endpoint++)
    if (strcmp(name, endpoint_names[endpoint]) == 0) return endpoint;
  return -1;
}

static bool take_mode(const char *mode, int parameters, char **words) {
  int64_t first = parameters > 0 ? atoll(words[0]) : 0, second = parameters > 1 ? atoll(words[1]) : 0;
  int64_t third = parameters > 2 ? atoll(words[2]) : 0, fourth = parameters > 3 ? atoll(words[3]) : 0;
  schedule.base_us = first;
  if (strcmp(mode, "fixed") == 0 && parameters == 1) {
    schedule.mode = FIXED;
    return true;
  }
  if (strcmp(mode, "runs") == 0 && parameters == 4) {
    schedule.mode = RUNS;
    schedule.slow_us = first, schedule.base_us = second, schedule.run_length = third, schedule.block = fourth;
    return third > 0 && third <= fourth;
  }
  if (strcmp(mode, "stall") == 0 && parameters == 3) {
    schedule.mode = STALL;
    schedule.stall_us = second, schedule.period_us = third;
    return second > LIMIT_US && second < third && first < LIMIT_US;
  }
  if (strcmp(mode, "drift") == 0 && parameters == 3) {
    schedule.mode = DRIFT;
    schedule.slow_us = second, schedule.over_us = third;
    return third > 0;
  }
  if (strcmp(mode, "only") != 0 || parameters != 3) return false;
  schedule.mode = ONLY;
  schedule.slow_endpoint = endpoint_named(words[0]), schedule.slow_us = second, schedule.base_us = third;
  return schedule.slow_endpoint >= 0;
}

bool read_schedule(int count, char **words) {
  return count > 0 && take_mode(words[0], count - 1, words + 1);
}

/** splitmix64: the same schedule in every run. */
uint64_t scattered(uint64_t seed) {
  uint64_t z = seed + 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/** In every block of calls stands exactly one run of slow ones, at a place that has no period. */
static bool is_in_run(int endpoint, int64_t call) {
  int64_t block = call / schedule.block, places = schedule.block - schedule.run_length + 1;
  int64_t start = (int64_t)(scattered((uint64_t)endpoint << 40 | (uint64_t)block) % (uint64_t)places);
  int64_t place = call % schedule.block;
  return place >= start && place < start + schedule.run_length;
}

static int64_t drifted_us(int64_t now_ns) {
  int64_t since_us = (now_ns - first_call_ns) / 1000;
  if (since_us >= schedule.over_us) return schedule.slow_us;
  return schedule.base_us + (schedule.slow_us - schedule.base_us) * since_us / schedule.over_us;
}

int64_t scheduled_us(int endpoint, int64_t call, int64_t now_ns) {
  if (first_call_ns == 0) first_call_ns = now_ns;
  if (schedule.mode == RUNS && is_in_run(endpoint, call)) return schedule.slow_us;
  if (schedule.mode == ONLY && endpoint == schedule.slow_endpoint) return schedule.slow_us;
  return schedule.mode == DRIFT ? drifted_us(now_ns) : schedule.base_us;
}

int64_t stall_length_ns(void) { return schedule.stall_us * 1000; }
int64_t stalls_so_far(void) { return stalls; }
void note_stall(void) { stalls++; }

/** The first comes half a period after the first call: a run of whole periods has whole stalls. */
int64_t next_stall_ns(void) {
  if (schedule.mode != STALL || first_call_ns == 0) return 0;
  return first_call_ns + (schedule.period_us * stalls + schedule.period_us / 2) * 1000;
}

/**
 * Of calls that come at any time, as they do in an open model, the share answered at or above the limit; below 0:
 * no one share. A call that comes in a stall is answered at its end, and so is one that was due in it.
 */
double open_model_slow_share(int endpoint) {
  double base = schedule.base_us >= LIMIT_US;
  if (schedule.mode == RUNS) return (double)schedule.run_length / (double)schedule.block;
  if (schedule.mode == ONLY) return endpoint == schedule.slow_endpoint ? schedule.slow_us >= LIMIT_US : base;
  if (schedule.mode == DRIFT) return -1;
  if (schedule.mode == FIXED) return base;
  return (double)(schedule.stall_us - LIMIT_US + schedule.base_us) / (double)schedule.period_us;
}
