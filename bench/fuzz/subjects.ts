import { answers } from './answers.ts';
import { contracts } from './contracts.ts';
import { facts } from './facts.ts';
import type { Subject } from './subject.ts';

export const subjects: Readonly<
  Record<string, { readonly tryThem: Subject; readonly promise: string; readonly outcomes: string }>
> = {
  contracts: {
    tryThem: contracts,
    promise:
      'a contract is taken as it is written, or refused by places in the file; what no reader keeps as it is written is never taken',
    outcomes: 'taken and refused',
  },
  facts: {
    tryThem: facts,
    promise:
      'facts are refused by their place, or give a report that keeps its schema, and a pass only with evidence for it',
    outcomes: 'judged and refused',
  },
  answers: {
    tryThem: answers,
    promise:
      'an answer is judged, twice alike; what a check passes is so by other means; nothing that is kept tells the token',
    outcomes: 'without and with a failure',
  },
};
