import { describe, expect, it } from 'vitest';
import { tokenProbesText } from './phrases.ts';

describe('what was tried with made-up tokens', () => {
  it('is said in a sentence', () => {
    expect(tokenProbesText({ ways: 58, changedCharacters: 43, characters: 43 })).toBe(
      "58 ways; each of the token's 43 characters changed (100\u00a0%)",
    );
    expect(tokenProbesText({ ways: 58, changedCharacters: 200, characters: 800 })).toBe(
      "58 ways; 200 of the token's 800 characters changed (25.00\u00a0%), others in other runs",
    );
  });
});
