#include "truth-server.h"

#include <stdlib.h>

enum { RECORDS = 1 << 20 };

static struct {
  int64_t calls, answered, refused, slow, scheduled_slow;
} book[ENDPOINTS];

static struct {
  int32_t took_us;
  int endpoint;
} records[RECORDS];
static int64_t recorded;

int64_t book_call(int endpoint, int64_t now_ns) {
  int64_t asked_us = scheduled_us(endpoint, book[endpoint].calls++, now_ns);
  if (asked_us >= LIMIT_US) book[endpoint].scheduled_slow++;
  return asked_us;
}

void book_answered(int endpoint, int64_t took_us) {
  book[endpoint].answered++;
  if (took_us >= LIMIT_US) book[endpoint].slow++;
  if (recorded == RECORDS) return;
  records[recorded].endpoint = endpoint;
  records[recorded++].took_us = (int32_t)took_us;
}

void book_refused(int endpoint) { book[endpoint].refused++; }
int64_t answered_by(int endpoint) { return book[endpoint].answered; }

static int ascending(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

static int32_t sorted[RECORDS];

/** By nearest rank; 0 of none. */
static int32_t quantile(int64_t count, double share) {
  int64_t rank = (int64_t)(share * (double)count + 0.999999);
  return count == 0 ? 0 : sorted[rank < 1 ? 0 : rank - 1];
}

static int write_quantiles(char *body, size_t room, int endpoint) {
  int64_t count = 0;
  for (int64_t i = 0; i < recorded; i++)
    if (records[i].endpoint == endpoint) sorted[count++] = records[i].took_us;
  qsort(sorted, (size_t)count, sizeof *sorted, ascending);
  return snprintf(body, room, "{\"p50\":%d,\"p95\":%d,\"p99\":%d,\"max\":%d}", quantile(count, 0.5),
                  quantile(count, 0.95), quantile(count, 0.99), quantile(count, 1));
}

static int write_counts(char *body, size_t room, int endpoint) {
  double share = open_model_slow_share(endpoint);
  int used = snprintf(body, room,
                      "\"%s\":{\"calls\":%lld,\"answered\":%lld,\"refused\":%lld,\"slow\":%lld,"
                      "\"scheduledSlow\":%lld,\"openModelSlowShare\":",
                      endpoint_names[endpoint], (long long)book[endpoint].calls, (long long)book[endpoint].answered,
                      (long long)book[endpoint].refused, (long long)book[endpoint].slow,
                      (long long)book[endpoint].scheduled_slow);
  if (share < 0) return used + snprintf(body + used, room - used, "null");
  return used + snprintf(body + used, room - used, "%.6f", share);
}

void write_truth(char *body, size_t room) {
  char *at = body, *end = body + room;
  at += snprintf(at, end - at, "{\"stalls\":%lld,\"endpoints\":{", (long long)stalls_so_far());
  for (int endpoint = 0; endpoint < ENDPOINTS; endpoint++) {
    if (endpoint > 0) *at++ = ',';
    at += write_counts(at, end - at, endpoint);
    at += snprintf(at, end - at, ",\"tookUs\":");
    at += write_quantiles(at, end - at, endpoint);
    at += snprintf(at, end - at, "}");
  }
  snprintf(at, end - at, "}}");
}
