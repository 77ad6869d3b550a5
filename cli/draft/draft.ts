import { cleanAnswers } from '../../checks/seen/clean-answers.ts';
import { utcTime } from '../../checks/wording.ts';
import { visible } from '../../reports/escape.ts';
import type { Facts } from '../../reports/facts.ts';
import { UsageError } from '../exit-status.ts';
import { textOfDraft } from './commented.ts';
import { answerBlocks } from './drafted-answers.ts';
import { callBlocks } from './drafted-calls.ts';

/**
 * A contract that declares nothing yet: what the answers of a run were like, commented out. Rejects with UsageError if the run at
 * `place` saw none.
 */
export function draftedContract({ run, before }: Facts, place: string, schemaFile: string | null): string {
  if (before === null || (before.answers !== undefined && !before.reachable))
    throw new UsageError(`${place}: this run saw no answers, so that nothing can be drafted.`);
  if (before.answers === undefined)
    throw new UsageError(
      `${place}: an older version wrote these facts, without what answers were like. Make the run again.`,
    );
  // Nobody declares what nobody sees.
  const answers = cleanAnswers(before.answers, (text) => visible(text) === text);
  const blocks = [...answerBlocks(answers), ...callBlocks(answers, before)];
  if (blocks.length === 0)
    throw new UsageError(`${place}: this run saw nothing that a contract could declare.`);
  const head = [
    `What the run of ${utcTime(run.startedAt)} saw of ${run.target} before its load. Nothing of it is declared yet.`,
    'It was seen, which does not make it right: keep what you promise, and delete the rest. To declare a block, remove the first # of its lines; what is said of its parts stays a comment.',
  ];
  return textOfDraft(schemaFile, head.map(visible), blocks);
}
