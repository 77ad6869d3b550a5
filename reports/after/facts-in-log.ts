import { type Facts, factsMark, readFacts } from '../facts.ts';

/** A time or a pod's name may precede the mark, but no text from the service, which k6 quotes and our own lines contain as JSON. */
const linePattern = new RegExp(`^[^"{]*?${factsMark}(\\{[^]*\\})\\s*$`);

/** All facts in a log. Throws an Error with a readable sentence if a marked line contains no facts. */
export function factsInLog(log: string): Facts[] {
  return log.split('\n').flatMap((line) => {
    const text = linePattern.exec(line)?.[1];
    return text === undefined ? [] : [readFacts(text)];
  });
}
