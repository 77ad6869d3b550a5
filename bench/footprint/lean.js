import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import { setTimeout } from 'k6/timers';

/** The least that a load needs: sixteen virtual users, a timetable, a jar a call, answers read, the user looked at, seven samples. */
const { BASE_URL, ACCESS_TOKEN, RATE, DURATION } = __ENV;
const users = 16;
const calls = Number(RATE) * Number.parseInt(DURATION, 10);

export const options = {
  scenarios: { load: { executor: 'per-vu-iterations', vus: users, iterations: 1, maxDuration: '10m' } },
};

const latency = new Trend('latency', true);
const lateness = new Trend('lateness', true);
const bytes = new Trend('bytes');
const counters = ['calls', 'buckets', 'made', 'judged'].map((name) => new Counter(name));

/** Bytes of data, as often as the harness sends them under load. */
const sizes = [
  ...Array(37).fill(80),
  ...Array(6).fill(1024),
  ...Array(4).fill(16_384),
  ...Array(3).fill(65_536),
];
const bodies = sizes.map((size) => JSON.stringify({ data: 'x'.repeat(size), algorithm: 'AES-256-GCM' }));

const headers = {
  Accept: 'application/json',
  Authorization: `Bearer ${ACCESS_TOKEN}`,
  'Content-Type': 'application/json',
};
const kinds = [
  ['user', 'GET', '/api/v1/user'],
  ['sync', 'GET', '/api/v1/sync/status'],
  ['encrypt', 'POST', '/api/v1/encrypt'],
].map(([endpoint, method, path]) => ({
  endpoint,
  method,
  url: BASE_URL + path,
  params: { headers, responseType: 'binary', tags: { endpoint, name: endpoint } },
}));

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const usual = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function isUser({ user }) {
  return /^usr_./.test(user.id) && typeof user.status === 'string' && usual.test(user.last_sync);
}

/** As those of the harness, five of the virtual users close their connections. */
const closed = { ...headers, Connection: 'close' };

async function makeCall(user, number, lateMs) {
  const { endpoint, method, url, params } = kinds[number % kinds.length];
  const body = method === 'POST' ? bodies[number % bodies.length] : null;
  const answer = await http.asyncRequest(method, url, body, {
    ...params,
    ...(user % 3 === 1 && { headers: closed }),
    jar: new http.CookieJar(),
  });
  const durationMs = answer.timings.duration;
  const value = JSON.parse(decoder.decode(answer.body));
  if (answer.status !== 200 || (endpoint === 'user' && !isUser(value))) throw new Error(`bad ${endpoint}`);
  latency.add(durationMs, { endpoint, slice: String(number % 60) });
  lateness.add(lateMs);
  bytes.add(answer.body.byteLength, { endpoint });
  for (const counter of counters) counter.add(1, { endpoint });
}

export default async function makeCalls() {
  const { iterationInTest: user, startTime: startMs } = exec.scenario;
  const inFlight = [];
  for (let number = user; number < calls; number += users) {
    const dueMs = (number * 1000) / Number(RATE);
    const earlyMs = startMs + dueMs - Date.now();
    if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs));
    inFlight.push(makeCall(user, number, Date.now() - startMs - dueMs));
  }
  await Promise.all(inFlight);
}
