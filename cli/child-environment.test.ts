import { describe, expect, it } from 'vitest';
import { k6Environment, secretsIn, withoutSecrets } from './child-environment.ts';

const own = { K6_CONFIG: '/run/k6.json', BASE_URL: 'http://127.0.0.1:8080' };

/** What k6 2.2.0 reads, but for its outputs, which pass, its browser and its cloud: those are refused by their family. */
const changing =
  `K6_ADDRESS K6_BATCH K6_BATCH_PER_HOST K6_BLACKLIST_IPS K6_BLOCK_HOSTNAMES K6_BUILD_SERVICE_URL
  K6_COMPATIBILITY_MODE K6_CONSOLE_OUTPUT K6_DEPENDENCIES_MANIFEST K6_DISCARD_RESPONSE_BODIES K6_DNS K6_DNS_TTL
  K6_DURATION K6_EXECUTION_SEGMENT K6_FEATURES K6_HANDLE_SUMMARY_TIMEOUT K6_HOSTS K6_HTTP_DEBUG
  K6_INCLUDE_SYSTEM_ENV_VARS K6_ITERATIONS K6_LINGER K6_LOCAL_IPS K6_LOG_FORMAT K6_LOG_OUTPUT K6_MAX_REDIRECTS
  K6_METRIC_SAMPLES_BUFFER_SIZE K6_MIN_ITERATION_DURATION K6_NEW_MACHINE_READABLE_SUMMARY K6_NO_CONNECTION_REUSE
  K6_NO_COOKIES_RESET K6_NO_SETUP K6_NO_TEARDOWN K6_NO_THRESHOLDS K6_NO_VU_CONNECTION_REUSE K6_PAUSED
  K6_PROFILING_ENABLED K6_PROVISION_CATALOG_URL K6_RPS K6_SETUP_TIMEOUT K6_STAGES K6_SUMMARY_EXPORT K6_SUMMARY_MODE
  K6_SUMMARY_TIME_UNIT K6_SUMMARY_TREND_STATS K6_SYSTEM_TAGS K6_TAGS K6_TEARDOWN_TIMEOUT K6_THRESHOLDS K6_THROW
  K6_TLSAUTH K6_TLS_CIPHER_SUITES K6_TRACES_OUTPUT K6_TYPE K6_USAGE_REPORT_URL K6_USER_AGENT K6_VUS
  K6_CLOUD_TOKEN K6_BROWSER_DEBUG K6_SOMETHING_NEW`.split(/\s+/);

describe('k6Environment', () => {
  it.each([...changing, 'FACTS_TO_STDOUT', 'SSLKEYLOGFILE', 'GODEBUG', 'COLLECTORS', 'k6_vus'])(
    'keeps %s from k6, and says so',
    (name) => {
      const { env, removed } = k6Environment({ [name]: 'true', PATH: '/bin' }, own);
      expect(env).not.toHaveProperty(name);
      expect(env['PATH']).toBe('/bin');
      expect(removed).toEqual([name]);
    },
  );

  it.each([
    'K6_SECRET_SOURCE',
    'K6_SECRET_SOURCE_URL_URL_TEMPLATE',
    'K6_SECRET_SOURCE_URL_HEADER_AUTHORIZATION',
    'K6_INSECURE_SKIP_TLS_VERIFY',
    'K6_NO_COLOR',
    'K6_OUT',
    'K6_PROMETHEUS_RW_SERVER_URL',
    'K6_OTEL_EXPORTER_PROTOCOL',
    'K6_WEB_DASHBOARD',
    'K6_WEB_DASHBOARD_EXPORT',
    'K6_CSV_TIME_FORMAT',
    'K6_INFLUXDB_ADDR',
    'K6_BIN',
    'ACCESS_TOKEN',
    'HTTPS_PROXY',
    'NO_PROXY',
    'SSL_CERT_FILE',
    'GOMAXPROCS',
    'MY_K6_VUS',
    'HARNESS_CACHE_DIR',
  ])('lets %s through', (name) => {
    const { env, removed } = k6Environment({ [name]: 'value' }, own);
    expect(env[name]).toBe('value');
    expect(removed).toEqual([]);
  });

  it('sets what the harness needs, whatever the operator has', () => {
    const operator = {
      K6_NO_USAGE_REPORT: 'false',
      K6_AUTO_EXTENSION_RESOLUTION: 'true',
      BASE_URL: 'http://other',
    };
    expect(k6Environment(operator, own)).toEqual({
      env: { ...own, K6_NO_USAGE_REPORT: 'true', K6_AUTO_EXTENSION_RESOLUTION: 'false' },
      removed: [],
    });
  });

  it('says that the configuration of the operator is not read', () => {
    const { env, removed } = k6Environment({ K6_CONFIG: '/home/me/k6.json' }, own);
    expect(env['K6_CONFIG']).toBe('/run/k6.json');
    expect(removed).toEqual(['K6_CONFIG']);
  });

  it('gives the names in alphabetical order, and no values', () => {
    const operator = { K6_VUS: 'secret', K6_DURATION: 'secret', GODEBUG: 'secret' };
    expect(k6Environment(operator, own).removed).toEqual(['GODEBUG', 'K6_DURATION', 'K6_VUS']);
  });

  it('leaves out variables without a value, and its arguments as they are', () => {
    const operator = Object.freeze({ EMPTY: '', MISSING: undefined });
    const { env } = k6Environment(operator, Object.freeze(own));
    expect(env['EMPTY']).toBe('');
    expect(env).not.toHaveProperty('MISSING');
  });
});

it('finds the tokens and the passwords of both services', () => {
  const env = {
    BASE_URL: 'http://user:long-password@127.0.0.1/base',
    ACCESS_TOKEN: 'token-of-the-service',
    COMPARE_URL: 'http://127.0.0.1',
    COMPARE_ACCESS_TOKEN: 'token-of-the-other',
    REQUEST_HEADERS: 'X-Key: key-of-the-gateway\nX-Tenant: 7',
    HTTPS_PROXY: 'http://proxy-user:proxy-password@proxy:3128',
  };
  expect(secretsIn(env)).toEqual([
    'token-of-the-service',
    'token-of-the-other',
    'user:long-password',
    'proxy-user:proxy-password',
    'long-password',
    'proxy-password',
    'key-of-the-gateway',
  ]);
  expect(secretsIn({})).toEqual([]);
});

it('takes no text so short that it stands everywhere for a secret', () => {
  expect(secretsIn({ BASE_URL: 'http://u:p@127.0.0.1', ACCESS_TOKEN: 'abc' })).toEqual([]);
});

it('leaves everything else to other programs', () => {
  const env = {
    PATH: '/bin',
    HTTPS_PROXY: 'http://proxy',
    BASE_URL: 'http://127.0.0.1/token',
    ACCESS_TOKEN: 'a',
    COMPARE_URL: 'http://127.0.0.1',
    COMPARE_ACCESS_TOKEN: 'b',
    REQUEST_HEADERS: 'X-Key: d',
    CLIENT_KEY: '/key.pem',
    K6_SECRET_SOURCE: 'mock=ACCESS_TOKEN=a',
    K6_SECRET_SOURCE_URL_HEADER_AUTHORIZATION: 'c',
  };
  expect(withoutSecrets(env)).toEqual({ PATH: '/bin', HTTPS_PROXY: 'http://proxy' });
});
