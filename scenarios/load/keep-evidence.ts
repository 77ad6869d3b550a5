import type { Failure } from '../../checks/check.ts';
import type { Exchange } from '../../checks/exchange.ts';
import { withoutCommands } from '../../reports/escape.ts';
import { evidenceOf } from '../../reports/evidence.ts';
import { type Redact, redactOffered, redactor, secretsOf } from '../../reports/secrets/redact.ts';
import { tell } from '../companion.ts';
import { evidenceContext, type UserContext } from '../context.ts';
import type { Settings } from '../settings.ts';

let redact: Redact | undefined;

/** Sends evidence to the companion, or writes it to the log if there is none. */
export function keepEvidence(context: UserContext, check: string, exchange: Exchange, failure: Failure) {
  const { companion } = context.settings;
  redact ??= redactorFor(context.settings);
  const evidence = evidenceOf(exchange, failure, null, evidenceContext(context.settings, 'load', redact));
  const text = JSON.stringify({ check, cause: redact(redactOffered(exchange)(failure.cause)), evidence });
  if (companion === null) console.warn(withoutCommands(`evidence ${text}`));
  else tell(companion, 'evidence', text);
}

/** Redacts all secrets that the run was given. */
export function redactorFor(settings: Settings): Redact {
  const { counterpart, headers } = settings;
  const services = counterpart === null ? [settings] : [settings, counterpart];
  return redactor(secretsOf(services, headers, __ENV));
}
