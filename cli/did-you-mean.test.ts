import { describe, expect, it } from 'vitest';
import { addCommands } from './commands/add-commands.ts';
import { runCommand } from './commands/command-fixture.ts';
import { didYouMean } from './did-you-mean.ts';

it.each([
  ['quik', 'quick'],
  ['Throrough', 'thorough'],
  ['standrad', 'standard'],
  ['fast', ''],
  ['', ''],
  ['x'.repeat(1e6), ''],
])('a word that is %.10s may be "%s"', (word, meant) => {
  expect(didYouMean(word, ['quick', 'standard', 'thorough'])).toBe(
    meant === '' ? '' : ` (did you mean ${meant}?)`,
  );
});

describe('a misspelt word', () => {
  it.each([
    [
      'profile',
      ['gate', '--embedded', '--profile', 'quik'],
      /^--profile or PROFILE: must be one of quick, standard, thorough\./,
    ],
    ['fault', ['serve', '--fault', 'user-id-nul'], /named user-id-nul \(did you mean user-id-null\?\)\./],
    ['scenario', ['script', 'gat'], /'gat' is invalid.* Allowed choices are gate, /],
    ['command', ['gat'], /unknown command 'gat'\n\(Did you mean gate\?\)/],
    ['option', ['gate', '--profle', 'quick'], /unknown option '--profle'\n\(Did you mean --profile\?\)/],
  ])('of a %s is answered with those that may be meant', async (_, words, complaint) => {
    await expect(runCommand(addCommands, words)).rejects.toThrow(complaint);
  });
});
