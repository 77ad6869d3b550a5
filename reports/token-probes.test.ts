import { describe, expect, it } from 'vitest';
import { mostProbes, tokenProbesText } from './token-probes.ts';

describe('what was tried with made-up tokens', () => {
  it('is said in a sentence', () => {
    expect(tokenProbesText({ ways: 58, changedCharacters: 43, characters: 43 })).toBe(
      "58 ways; each of the token's 43 characters changed (100\u00a0%)",
    );
    expect(tokenProbesText({ ways: 58, changedCharacters: 200, characters: 800 })).toBe(
      "58 ways; 200 of the token's 800 characters changed (25.00\u00a0%), others in other runs",
    );
  });

  it('is of several generators that of the one with most', () => {
    const few = { ways: 58, changedCharacters: 20, characters: 43 };
    const most = { ways: 40, changedCharacters: 40, characters: 43 };
    expect(mostProbes([few, most])).toBe(most);
    expect(mostProbes([])).toBeUndefined();
  });
});
