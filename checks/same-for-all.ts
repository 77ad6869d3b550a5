import type { ControlProfile } from './control-profile.ts';
import { successWords } from './reported-error.ts';

/** Why a refusal cannot be told from a success. */
export const sameForAll = 'is the same for all data, with the access token too';

/** The last key of a place whose value identifies or dates the call, in successes and errors alike. */
const incidental = /(time|date|stamp|\.ts|(request|trace|span|correlation|log|transaction|error)_?id)$/i;
const acknowledgement = /^(|true|null|0|1|2\d\d|AES-256-GCM)$/i;
/** The last key of a place that explains an error, also within a list. */
const explanation = /(code|message|msg|err(or)?|reason|detail|fault)s?(\.\d+)?$/i;
const result = /cipher|encrypt|result|data|payload|output|value|content|nonce|tag|\.iv$/i;
/** One word: not a sentence. */
const encoded = /^[!-~]+$/;

/**
 * Whether the successes are the same for all data, explain something and hold no result: they may be an error in the
 * words of one service, given to every caller because it does not know the access token. A mock's result, which is
 * the same for all data, still counts as a result.
 */
export function saysTheSame({ places }: ControlProfile): boolean {
  const values = Object.entries(places).filter(
    ([place, { kinds }]) =>
      !incidental.test(place) && kinds.some((kind) => kind !== 'object' && kind !== 'array'),
  );
  const isOne = values.every(
    ([, { values, kinds }]) => values?.texts.length === 1 && !kinds.includes('text'),
  );
  const said = values.flatMap(([place, { values }]) => {
    const text = values?.texts[0] ?? '';
    return acknowledgement.test(text) || successWords.test(text) ? [] : [{ place, text }];
  });
  const isResult = ({ place, text }: { place: string; text: string }) =>
    result.test(place) && !explanation.test(place) && encoded.test(text);
  return (
    isOne &&
    said.some(({ place }) => place === '$' || explanation.test(place)) &&
    !said.some((one) => isResult(one))
  );
}
