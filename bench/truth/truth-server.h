#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { USER, ENCRYPT, SYNC, BACKUP, ENDPOINTS };
enum { NO_ENDPOINT = -1, TRUTH = ENDPOINTS };
enum { LIMIT_US = 20000 };

#define MODES                                                                    \
  "fixed US | runs SLOW_US BASE_US LENGTH BLOCK | stall BASE_US LENGTH_US PERIOD_US" \
  " | drift FROM_US TO_US OVER_US | only ENDPOINT SLOW_US BASE_US"

extern const char *const endpoint_names[ENDPOINTS];

// truth-schedule.c: how long each call is to take.

/** False where the words are none of MODES. */
bool read_schedule(int count, char **words);
int64_t scheduled_us(int endpoint, int64_t call, int64_t now_ns);
/** When the process freezes next; 0: never. */
int64_t next_stall_ns(void);
int64_t stall_length_ns(void);
int64_t stalls_so_far(void);
void note_stall(void);
double open_model_slow_share(int endpoint);
/** The same number for the same seed in every run. */
uint64_t scattered(uint64_t seed);

// truth-book.c: how long each call took.

/** Counts a call and gives the response time it is to have. */
int64_t book_call(int endpoint, int64_t now_ns);
void book_answered(int endpoint, int64_t took_us);
void book_refused(int endpoint);
int64_t answered_by(int endpoint);
void write_truth(char *body, size_t room);

// truth-http.c: what requests and answers look like.

/** The endpoint, TRUTH or NO_ENDPOINT. */
int route(const char *head);
/** What follows "\r\nName:" in the head; empty without it. */
const char *header(const char *head, const char *name);
bool is_authorized(const char *head, const char *token);
void write_body(int endpoint, uint64_t call, char *body, size_t room);
