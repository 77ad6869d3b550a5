import type { ControlProfile } from './control-profile.ts';
import { successWords } from './reported-error.ts';

/** What keeps a refusal from being told from a success. */
export const sameForAll = 'is the same for all data, with the access token too';

/** The last key of a place whose value says when a call was made, or which one it was, be it a success or an error. */
const incidental = /(time|date|stamp|\.ts|(request|trace|span|correlation|log|transaction|error)_?id)$/i;
const acknowledgement = /^(|true|null|0|1|2\d\d|AES-256-GCM)$/i;
/** The last key of a place, in a list too, that explains an error. */
const explanation = /(code|message|msg|err(or)?|reason|detail|fault)s?(\.\d+)?$/i;
const result = /cipher|encrypt|result|data|payload|output|value|content|nonce|tag|\.iv$/i;
/** No sentence. */
const encoded = /^[!-~]+$/;

/**
 * Whether the successes hold the same for all data, explain something and hold no result: they may be an error in the
 * words of one service, which says it to every caller because it does not know the access token. A result that is the
 * same for all data, as that of a mock, is a result all the same.
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
