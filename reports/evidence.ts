import type { Failure } from '../checks/check.ts';
import type { Exchange } from '../checks/exchange.ts';
import { excerptAround } from '../checks/json-text/excerpt.ts';
import { curlOf } from './curl.ts';
import type { Redact } from './redact.ts';
import { redactOffered } from './redact-offered.ts';
import type { Evidence, Transport } from './report.ts';

const excerptWidth = 400;

export interface EvidenceContext {
  readonly phase: Evidence['phase'];
  readonly baseUrl: string;
  readonly redact: Redact;
  readonly transport?: Transport | null;
}

/** What a service owner needs to see one failure. Redacted before it is cut: a cut could hide a part of a secret. */
export function evidenceOf(
  exchange: Exchange,
  failure: Failure,
  resent: Evidence['resent'],
  { phase, baseUrl, redact: redactSecrets, transport = null }: EvidenceContext,
): Evidence {
  const { response } = exchange;
  const redact = (text: string) => redactSecrets(redactOffered(exchange)(text));
  const start = Math.max(0, (failure.offset ?? 0) - 4 * excerptWidth);
  const around = response.body.slice(start, start + 8 * excerptWidth);
  const hidden = redact(around);
  const before = around.slice(0, (failure.offset ?? 0) - start);
  const offset = hidden === around ? before.length : redact(before).length;
  return {
    phase,
    sequence: exchange.sequence,
    variety: exchange.variety,
    connection: exchange.connection,
    status: response.status,
    durationMs: Math.round(response.durationMs * 100) / 100,
    expected: redact(failure.expected),
    actual: redact(failure.actual),
    excerpt: excerptAround(hidden, offset, excerptWidth),
    curl: redact(curlOf(exchange, baseUrl, transport)),
    resent,
  };
}
