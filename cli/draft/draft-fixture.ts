import { noSeenAnswers, noteAnswer, type SeenAnswers } from '../../checks/draft/seen-answers.ts';
import { answerWith, type Sketch } from '../../checks/exchange-fixture.ts';
import type { BeforeLoad, Facts } from '../../reports/facts.ts';
import { conformanceFacts } from '../../reports/facts-fixture.ts';
import { draftedContract } from './contract-commands.ts';

/** Answers, each given often enough to be the rule. */
export function answersLike(...sketches: readonly (Sketch & { readonly times?: number })[]): SeenAnswers {
  const seen = noSeenAnswers();
  for (const { times = 30, ...sketch } of sketches)
    for (let made = 0; made < times; made += 1) noteAnswer(seen, answerWith(sketch), () => true);
  return seen;
}

export function factsWith(answers: SeenAnswers, own: Partial<BeforeLoad> = {}): Facts {
  const { before, ...facts } = conformanceFacts();
  return { ...facts, before: before && { ...before, answers, ...own } };
}

export function draftOf(facts: Facts): string {
  return draftedContract(facts, 'results/one');
}

/** What can be uncommented together: the lines of each block. */
export function blocksOfDraft(text: string): string[][] {
  const [, declarations = ''] = text.split('\nversion: 1\n');
  return declarations.split('\n\n').map((block) => block.split('\n').filter((line) => line !== ''));
}

/** Whether a line of a draft can be uncommented: prose stands behind two #. */
export const declares = (line: string): boolean => /^#(?!#)./.test(line);

export function uncommented(lines: readonly string[]): string[] {
  return lines.map((line) => (declares(line) ? line.slice(1) : line));
}

/** A contract of these lines, uncommented. */
export function contractOf(...blocks: readonly (readonly string[])[]): string {
  return ['version: 1', ...blocks.flatMap(uncommented), ''].join('\n');
}
