import { answerCauses } from './causes/answer-causes.ts';
import { callCauses } from './causes/call-causes.ts';
import { comparisonCauses } from './causes/comparison-causes.ts';
import { latencyCauses, latencyVoids, latencyWarnings, undecidedCauses } from './causes/latency-causes.ts';
import { endCauses, failCauses, runCauses } from './causes/run-causes.ts';
import { countText } from './wording.ts';

/**
 * Why something is not a pass, by effect on the verdict and by id: "words → remedy", with {figures} of the run. unclear: an answer
 * can be read either way. no-pass: a fail is still possible. void: neither pass nor fail.
 */
export const causes = {
  unclear: answerCauses,
  'no-pass': { ...callCauses, ...latencyCauses, ...undecidedCauses, ...comparisonCauses, ...runCauses },
  void: { ...latencyVoids, ...endCauses },
  warning: latencyWarnings,
  fail: failCauses,
} as const;

/** Whether the remedy of a cause is a declaration that a drafted contract can contain. */
export function isDraftable(id: string): boolean {
  const [, text = ''] =
    Object.values(causes)
      .flatMap(Object.entries<string>)
      .find(([own]) => own === id) ?? [];
  return /→.*\b(answers|refusal|token|encrypt|backup)\.[a-z{]/.test(text);
}

type Causes = typeof causes;
type Texts = Causes['unclear'] & Causes['no-pass'] & Causes['void'] & Causes['warning'] & Causes['fail'];
export type CauseId = keyof Texts;
type FiguresIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | FiguresIn<Rest> : never;
type Figures<Names extends string> = Readonly<Record<Names, string | number>>;

/** A cause with the figures of a run. `remedy`: what to do. */
export interface Said<Id extends CauseId = CauseId> {
  readonly id: Id;
  readonly effect: EffectOf<Id>;
  readonly reason: string;
  readonly remedy: string;
}

type EffectOf<Id> = { [One in keyof Causes]: Id extends keyof Causes[One] ? One : never }[keyof Causes];

/** Fills in the figures of a run; counts may be numbers. */
export function said<Id extends CauseId>(
  id: Id,
  ...[figures]: FiguresIn<Texts[Id]> extends never ? [] : [Figures<FiguresIn<Texts[Id]>>]
): Said<Id> {
  const seen: Figures<string> = figures ?? {};
  const [effect, texts] = Object.entries(causes).find(([, family]) => id in family) as [EffectOf<Id>, Texts];
  const [reason = '', remedy = ''] = texts[id].split(/ ?→ /).map((part) =>
    part.replace(/\{(\w+)\}/g, (_, name) => {
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
