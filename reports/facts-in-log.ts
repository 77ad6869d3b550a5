import type { Facts } from './facts.ts';
import { readFacts } from './read-report.ts';

const mark = 'encryption-backup-harness-facts ';

/** The facts of a run in one line, for those who have only its log, as of a pod. Nothing in it is a command of a CI. */
export function factsLine(facts: Facts): string {
  return `${mark}${JSON.stringify(facts).replaceAll('##', '#\\u0023')}`;
}

/**
 * A time or the name of a pod may come before; nothing in which a service could speak: k6 quotes what it says, and in our
 * own lines it is part of JSON.
 */
const linePattern = new RegExp(`^[^"{]*?${mark}(\\{[^]*\\})\\s*$`);

/** All facts in a log. Throws an Error with a sentence for people where what stands there is not what a run writes. */
export function factsInLog(log: string): Facts[] {
  return log.split('\n').flatMap((line) => {
    const text = linePattern.exec(line)?.[1];
    return text === undefined ? [] : [readFacts(text)];
  });
}
