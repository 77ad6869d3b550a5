import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Endpoint, endpoints, routes } from './endpoints.ts';
import { ask, bearer, encryptionOf, parsed, type Question, type Reply, withService } from './test-client.ts';

const openapi = parse(readFileSync(new URL('openapi.yaml', import.meta.url), 'utf8'));
const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema({ $id: 'openapi', ...openapi });

function operationOf(endpoint: Endpoint) {
  const { method, path } = routes[endpoint];
  return openapi.paths[path][method.toLowerCase()];
}

function expectDescribed(endpoint: Endpoint, reply: Reply): void {
  const { responses } = operationOf(endpoint);
  const key = String(reply.status) in responses ? reply.status : 'default';
  const { $ref } = responses[key];
  const at =
    $ref ??
    `#/paths/${routes[endpoint].path.replaceAll('/', '~1')}/${routes[endpoint].method.toLowerCase()}/responses/${key}`;
  const validate = ajv.compile({ $ref: `openapi${at}/content/application~1json/schema` });
  expect(validate(parsed(reply)), `${reply.status} ${JSON.stringify(validate.errors)}`).toBe(true);
}

test('it lists the four endpoints, and who needs the token', () => {
  const listed = Object.entries(openapi.paths).flatMap(([path, operations]) =>
    Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(listed).toEqual(endpoints.map((endpoint) => `${routes[endpoint].method} ${routes[endpoint].path}`));
  for (const endpoint of endpoints) {
    expect(operationOf(endpoint).security.length > 0, endpoint).toBe(routes[endpoint].needsToken);
  }
});

test('every answer fits its schema', () =>
  withService({ limitBodyBytes: 500 }, async (service) => {
    const headers = bearer(service.token);
    const questions: readonly (readonly [Endpoint, Question, status: number])[] = [
      ['user', {}, 200],
      ['user', { method: 'POST' }, 405],
      ['encrypt', { headers, body: encryptionOf('x') }, 200],
      ['encrypt', { headers, body: '{}' }, 400],
      ['encrypt', { headers, body: '{"data":"x","algorithm":"none"}' }, 422],
      ['encrypt', { headers, body: encryptionOf('x'.repeat(1000)) }, 413],
      ['encrypt', { body: encryptionOf('x') }, 401],
      ['sync', {}, 200],
      ['backup', { headers }, 201],
      ['backup', { headers, body: '{' }, 400],
      ['backup', {}, 401],
      ['user', {}, 200],
    ];
    for (const [endpoint, question, status] of questions) {
      const reply = await ask(service, endpoint, question);
      expect(reply.status).toBe(status);
      expectDescribed(endpoint, reply);
    }
  }));

test('the schemas can tell a wrong answer', () =>
  withService({ variants: ['user-id-no-prefix', 'sync-body-word'] }, async (service) => {
    const reply = await ask(service, 'user');
    expect(() => expectDescribed('user', reply)).toThrow(/pattern/);
  }));
