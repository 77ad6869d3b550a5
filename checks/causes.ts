import { answerCauses } from './causes/answer-causes.ts';
import { callCauses } from './causes/call-causes.ts';
import { comparisonCauses } from './causes/comparison-causes.ts';
import { latencyCauses, latencyVoids, latencyWarnings } from './causes/latency-causes.ts';
import { endCauses, failCauses, runCauses } from './causes/run-causes.ts';
import { countText } from './wording.ts';

/**
 * Why something is not a pass, by effect on the verdict and by id: "words → remedy", with {figures} of the run and {#marks}. unclear:
 * an answer can be read either way. no-pass: a fail is still possible. void: neither pass nor fail.
 */
export const causes = {
  unclear: answerCauses,
  'no-pass': { ...callCauses, ...latencyCauses, ...comparisonCauses, ...runCauses },
  void: { ...latencyVoids, ...endCauses },
  warning: latencyWarnings,
  fail: failCauses,
} as const;

const texts = { ...causes.unclear, ...causes['no-pass'], ...causes.void, ...causes.warning, ...causes.fail };

/**
 * What else is true of a cause, as `{#mark}` in its text, where it has no words. draft: its remedy is a declaration that a drafted
 * contract can contain. longer: its remedy is to go on for longer, and says for how long. The others are about noise on this machine.
 * noise, lessTime: it may be the reason, or the time excluded because of it may be. throughout, partly: there was noise for all or
 * most of the time, or there was some. alike: calls made slow by noise look the same.
 */
type Mark = 'draft' | 'longer' | 'noise' | 'lessTime' | 'throughout' | 'partly' | 'alike';

export function isMarked(id: string, ...marks: readonly Mark[]): boolean {
  return Object.hasOwn(texts, id) && marks.some((mark) => texts[id as CauseId].includes(`{#${mark}}`));
}

type Effect = keyof typeof causes;
type CauseId = keyof typeof texts;
type FiguresIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, `#${Mark}`> | FiguresIn<Rest>
  : never;

/** A cause with the figures of a run. `remedy`: what to do. */
export interface Said<Id extends CauseId = CauseId> {
  readonly id: Id;
  readonly effect: { [One in Effect]: Id extends keyof (typeof causes)[One] ? One : never }[Effect];
  readonly reason: string;
  readonly remedy: string;
}

/** Fills in the figures of a run; counts may be numbers. */
export function said<Id extends CauseId>(
  id: Id,
  ...[figures]: FiguresIn<(typeof texts)[Id]> extends never
    ? []
    : [Readonly<Record<FiguresIn<(typeof texts)[Id]>, string | number>>]
): Said<Id> {
  const seen: Readonly<Record<string, string | number>> = figures ?? {};
  const effect = Object.keys(causes).find((one) => id in causes[one as Effect]) as Said<Id>['effect'];
  const [reason = '', remedy = ''] = texts[id].split(/ ?→ /).map((part) =>
    part.replace(/\{(#?\w+)\}/g, (_, name) => {
      const figure = seen[name] ?? '';
      return typeof figure === 'number' ? countText(figure) : figure;
    }),
  );
  return { id, effect, reason, remedy };
}

/** Fields of a finding that the cause explains. */
export const explainedBy = ({ id, reason, remedy }: Said) => ({ cause: id, explanation: reason, remedy });

/** Fields of a finding whose counts are the explanation. */
export const mendedBy = ({ id, reason, remedy }: Said) => ({
  cause: id,
  remedy: `${reason} ${remedy}`.trim(),
});
