import http from 'k6/http';
import { Rate } from 'k6/metrics';

/** What k6's users write: an open model with users enough for the stall, and the two usual thresholds. */
export const options = {
  scenarios: {
    user: {
      executor: 'constant-arrival-rate',
      rate: Number(__ENV.RATE),
      duration: `${__ENV.SECONDS}s`,
      preAllocatedVUs: 150,
    },
  },
  thresholds: { http_req_duration: ['p(95)<20', 'p(99)<20'] },
  summaryTrendStats: ['p(95)', 'p(99)'],
};

const slow = new Rate('slow');

export default function () {
  const answer = http.get(__ENV.URL);
  slow.add(answer.timings.duration >= 20);
}

export function handleSummary(data) {
  return { [__ENV.OUT]: JSON.stringify(data.metrics) };
}
