#define _GNU_SOURCE
#include "truth-server.h"

#include <string.h>

static const char *const request_lines[ENDPOINTS] = {"GET /api/v1/user", "POST /api/v1/encrypt",
                                                     "GET /api/v1/sync/status", "POST /api/v1/backup/create"};

int route(const char *head) {
  for (int endpoint = 0; endpoint < ENDPOINTS; endpoint++) {
    size_t length = strlen(request_lines[endpoint]);
    if (strncmp(head, request_lines[endpoint], length) == 0 && strchr(" ?", head[length])) return endpoint;
  }
  return strncmp(head, "GET /truth ", 11) == 0 ? TRUTH : NO_ENDPOINT;
}

const char *header(const char *head, const char *name) {
  const char *found = strcasestr(head, name);
  return found ? found + strlen(name) + strspn(found + strlen(name), " ") : "";
}

bool is_authorized(const char *head, const char *token) {
  const char *given = header(head, "\r\nAuthorization:");
  size_t length = strlen(token);
  return strncmp(given, "Bearer ", 7) == 0 && strncmp(given + 7, token, length) == 0 &&
         strncmp(given + 7 + length, "\r\n", 2) == 0;
}

void write_body(int endpoint, uint64_t call, char *body, size_t room) {
  if (endpoint == USER)
    snprintf(body, room,
             "{\"user\":{\"id\":\"usr_truth\",\"status\":\"verified\",\"encryption_key_exists\":true,"
             "\"last_sync\":\"2026-01-02T03:04:05Z\"}}");
  else if (endpoint == ENCRYPT)
    snprintf(body, room, "{\"ciphertext\":\"%016llx%016llx\",\"algorithm\":\"AES-256-GCM\"}",
             (unsigned long long)scattered(call * 2), (unsigned long long)scattered(call * 2 + 1));
  else if (endpoint == SYNC)
    snprintf(body, room, "{\"status\":\"synchronised\",\"connections\":1}");
  else
    snprintf(body, room, "{\"backup\":{\"id\":\"bkp_%llu\",\"status\":\"created\"}}", (unsigned long long)call);
}
