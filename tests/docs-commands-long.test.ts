import { it } from 'vitest';
import { expectCommandsToWork, longPages } from './page-commands.ts';

it.concurrent.each(longPages)(
  'the commands of %s do what the page says',
  {
    timeout: 300_000,
  },
  expectCommandsToWork,
);
