#include "truth-server.h"

#include <stdlib.h>

enum { RECORDS = 1 << 20 };

static struct {
  int64_t calls, answered, abandoned, refused, slow, scheduled_slow;
} book[ENDPOINTS];

static struct {
  int64_t arrived_ns;
  int32_t asked_us, took_us;
  int endpoint;
} records[RECORDS];
static int64_t recorded, stamped;

int64_t book_call(int endpoint, int64_t now_ns) {
  int64_t asked_us = scheduled_us(endpoint, book[endpoint].calls++, now_ns);
  if (asked_us >= LIMIT_US) book[endpoint].scheduled_slow++;
  return asked_us;
}

void book_answered(int endpoint, int64_t arrived_ns, int64_t asked_us, int64_t took_us) {
  book[endpoint].answered++;
  if (took_us >= LIMIT_US) book[endpoint].slow++;
  if (recorded == RECORDS) return;
  records[recorded].endpoint = endpoint;
  records[recorded].arrived_ns = arrived_ns;
  records[recorded].asked_us = (int32_t)asked_us;
  records[recorded++].took_us = (int32_t)took_us;
}

void book_abandoned(int endpoint) { book[endpoint].abandoned++; }
void book_refused(int endpoint) { book[endpoint].refused++; }
void note_stamped(void) { stamped++; }
int64_t answered_by(int endpoint) { return book[endpoint].answered; }

void write_log(FILE *file) {
  fprintf(file, "endpoint,arrived_ns,asked_us,took_us\n");
  for (int64_t i = 0; i < recorded; i++)
    fprintf(file, "%s,%lld,%d,%d\n", endpoint_names[records[i].endpoint], (long long)records[i].arrived_ns,
            records[i].asked_us, records[i].took_us);
}

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

static int write_quantiles(char *body, size_t room, int endpoint, bool of_overshoot) {
  int64_t count = 0;
  for (int64_t i = 0; i < recorded; i++) {
    if (records[i].endpoint != endpoint) continue;
    sorted[count++] = records[i].took_us - (of_overshoot ? records[i].asked_us : 0);
  }
  qsort(sorted, (size_t)count, sizeof *sorted, ascending);
  return snprintf(body, room, "{\"p50\":%d,\"p95\":%d,\"p99\":%d,\"max\":%d}", quantile(count, 0.5),
                  quantile(count, 0.95), quantile(count, 0.99), quantile(count, 1));
}

static int write_counts(char *body, size_t room, int endpoint) {
  double share = open_model_slow_share(endpoint);
  int used = snprintf(body, room,
                      "\"%s\":{\"calls\":%lld,\"answered\":%lld,\"abandoned\":%lld,\"refused\":%lld,"
                      "\"slow\":%lld,\"scheduledSlow\":%lld,\"openModelSlowShare\":",
                      endpoint_names[endpoint], (long long)book[endpoint].calls, (long long)book[endpoint].answered,
                      (long long)book[endpoint].abandoned, (long long)book[endpoint].refused,
                      (long long)book[endpoint].slow, (long long)book[endpoint].scheduled_slow);
  if (share < 0) return used + snprintf(body + used, room - used, "null");
  return used + snprintf(body + used, room - used, "%.6f", share);
}

void write_truth(char *body, size_t room, const char *priority) {
  char *at = body, *end = body + room;
  at += snprintf(at, end - at,
                 "{\"mode\":\"%s\",\"priority\":\"%s\",\"limitUs\":%d,\"stalls\":%lld,\"stamped\":%lld,"
                 "\"endpoints\":{",
                 schedule_text(), priority, LIMIT_US, (long long)stalls_so_far(), (long long)stamped);
  for (int endpoint = 0; endpoint < ENDPOINTS; endpoint++) {
    if (endpoint > 0) *at++ = ',';
    at += write_counts(at, end - at, endpoint);
    at += snprintf(at, end - at, ",\"tookUs\":");
    at += write_quantiles(at, end - at, endpoint, false);
    at += snprintf(at, end - at, ",\"overshootUs\":");
    at += write_quantiles(at, end - at, endpoint, true);
    at += snprintf(at, end - at, "}");
  }
  snprintf(at, end - at, "}}");
}
