import exec from 'k6/execution';
import http from 'k6/http';

const { BASE_URL, ACCESS_TOKEN, RATE, DURATION } = __ENV;

export const options = {
  scenarios: {
    load: {
      executor: 'constant-arrival-rate',
      rate: Number(RATE),
      duration: DURATION,
      preAllocatedVUs: 20,
      maxVUs: 100,
    },
  },
};

/** Bytes of data, as often as the harness sends them under load. */
const sizes = [
  ...Array(37).fill(80),
  ...Array(6).fill(1024),
  ...Array(4).fill(16_384),
  ...Array(3).fill(65_536),
];
const data = sizes.map((size) => 'x'.repeat(size));

const headers = {
  Accept: 'application/json',
  Authorization: `Bearer ${ACCESS_TOKEN}`,
  'Content-Type': 'application/json',
};
const [user, encrypt, sync] = [
  ['user', '/api/v1/user'],
  ['encrypt', '/api/v1/encrypt'],
  ['sync', '/api/v1/sync/status'],
].map(([endpoint, path]) => ({
  url: BASE_URL + path,
  kept: { headers, tags: { endpoint, name: endpoint } },
  closed: { headers: { ...headers, Connection: 'close' }, tags: { endpoint, name: endpoint } },
}));

/** Five of sixteen calls close their connection, as those of the harness do. */
const closes = (number) => Math.floor(number / 3) % 16 < 5;

export default function makeCall() {
  const number = exec.scenario.iterationInTest;
  const params = closes(number) ? 'closed' : 'kept';
  if (number % 3 === 0) return http.get(user.url, user[params]);
  if (number % 3 === 1) return http.get(sync.url, sync[params]);
  const body = { data: data[number % data.length], algorithm: 'AES-256-GCM' };
  return http.post(encrypt.url, JSON.stringify(body), encrypt[params]);
}
