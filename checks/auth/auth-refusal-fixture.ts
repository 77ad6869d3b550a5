import { readAnswer } from '../answer.ts';
import { type ControlProfile, learn, newProfile } from '../calls/control-profile.ts';
import { documentChecks } from '../catalogue.ts';
import { type Judgement, judge } from '../check.ts';
import { answerWith, exchangeWith, type Sketch } from '../exchange-fixture.ts';

/** What successes with these bodies teach; undefined: an answer without one. */
export function profileOf(
  bodies: readonly unknown[],
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): ControlProfile {
  const profile = newProfile();
  for (const body of bodies) {
    const response = body === undefined ? { status: 204, headers } : { status, headers };
    learn(answerWith({ endpoint: 'encrypt', body, response }, profile));
  }
  return profile;
}

export const encrypted = Array.from({ length: 8 }, (_, index) => ({
  ok: true,
  algorithm: 'AES-256-GCM',
  ciphertext: `c${index}`,
  length: 10 + index,
}));

/** What the check of the credential says about an answer to a probe. */
export function judgementOf(sketch: Sketch, control = profileOf(encrypted)): Judgement | undefined {
  const exchange = exchangeWith({ endpoint: 'encrypt', credential: 'absent', ...sketch });
  return judge(documentChecks, readAnswer(exchange, control)).find(({ check }) =>
    check.id.startsWith('auth-'),
  )?.judgement;
}

export function outcome(sketch: Sketch, control?: ControlProfile): string | undefined {
  return judgementOf(sketch, control)?.outcome;
}
