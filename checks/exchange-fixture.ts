import type { Endpoint } from '../schemas/endpoints.ts';
import { type Answer, readAnswer } from './answer.ts';
import type { Credential, Exchange, Response } from './exchange.ts';
import type { KnownAnswers, ReadAnswer } from './meaning/meaning.ts';
import type { Meaning } from './meaning/probe-meanings.ts';

/** For tests: the parts of an exchange that matter. The rest is as in an ordinary run. */
export interface Sketch {
  readonly endpoint?: Endpoint;
  readonly credential?: Credential;
  readonly variety?: string;
  readonly credentialForm?: string;
  readonly point?: Exchange['point'];
  readonly otherAlgorithm?: string;
  readonly body?: unknown;
  readonly text?: string;
  /** The body of the request. */
  readonly sent?: string;
  readonly response?: Partial<Response>;
}

export function exchangeWith({ endpoint = 'user', credential = 'token', ...sketch }: Sketch): Exchange {
  const text = sketch.text ?? (sketch.body === undefined ? '' : JSON.stringify(sketch.body));
  return {
    sequence: 1,
    endpoint,
    credential,
    credentialForm: sketch.credentialForm ?? 'a form',
    otherAlgorithm: sketch.otherAlgorithm ?? null,
    variety: sketch.variety ?? 'a valid call',
    point: sketch.point,
    connection: 'used',
    request: { body: sketch.sent ?? null, authorization: null },
    response: {
      status: 200,
      headers: {},
      body: text,
      isUtf8: true,
      failure: null,
      error: '',
      durationMs: 1,
      connectingMs: 0,
      address: '127.0.0.1',
      ...sketch.response,
    },
  };
}

/** The document alone, without a contract. */
export const undeclared = { contract: { version: 1 }, validators: {} } as const;

export function answerWith(
  sketch: Sketch,
  known?: KnownAnswers,
  compare?: (read: ReadAnswer) => Meaning | null,
): Answer {
  return readAnswer(exchangeWith(sketch), undeclared, known, compare);
}

export const conformantUser = {
  id: 'usr_7f3a',
  status: 'verified',
  encryption_key_exists: true,
  last_sync: '2026-11-21T02:36:42Z',
};
