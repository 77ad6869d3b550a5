import { spaceWords } from '../reports/html/environment.ts';
import { conformanceSchedule } from '../scenarios/conformance/schedule.ts';
import { dimensionNames, dimensionWords, type Level } from '../scenarios/space/level.ts';
import { space, triedOf } from '../scenarios/space/table.ts';
import { standardProfile } from '../schemas/profiles.ts';
import { askedWith } from './asked.ts';

const saysWords: Readonly<Record<Level['says'], string>> = {
  succeeds: 'succeeds with the token',
  'may be refused': 'may be refused: then it is no evidence',
  'must fail': 'must not succeed',
};

/** Differences between requests that no dimension covers: a pass says nothing about them. */
const notInSpace: readonly string[] = [
  'other methods and endpoints',
  'bodies that are compressed, sent in chunks, or no JSON object with `data` and `algorithm`',
  'media types other than application/json, text/plain and that of forms',
  'more than one Authorization header',
  'other headers, `Origin` and `X-HTTP-Method-Override` among them',
  'other addresses, clients and users',
  'another time of day',
];

const cell = (text: string) => `\`${text.replaceAll('|', '\\|')}\``;

/** docs/space.md: the dimensions of the request space, and their levels. */
export function spacePage(): string {
  const rows = dimensionNames.flatMap((dimension) =>
    Object.entries(saysWords).flatMap(([says, words]) => {
      const own = space[dimension].filter((level) => level.says === says);
      return own.length === 0
        ? []
        : [`| ${dimensionWords[dimension]} | ${words} | ${own.map(({ name }) => cell(name)).join(', ')} |`];
    }),
  );
  return [
    '# The space of requests',
    '',
    'Generated from the table of dimensions (`scenarios/space`). A request to encrypt is a point in this space: it has one level of each',
    'dimension. The document calls data an opaque string and bodies JSON, so data of every kind must succeed with the token; it says',
    'nothing of headers, so a call that is refused for one is left out, and sent again without it. Each request without the right credential has a twin: the',
    'same request with the token, right before or after it or together with it, without what must not succeed.',
    '',
    '| dimension | what a call with it does | levels |',
    '|---|---|---|',
    ...rows,
    '',
    'Any two levels that go together come together in a standard run, most of those of more than 64 KiB aside; in a thorough one, any two with',
    'each credential. Length and characters of data, its repetition and how JSON is written come from the same table under load.',
    '',
  ].join('\n');
}

/** What a pass does not prove, of requests: a block of docs/explanation.md. */
export function untriedBlock(): string {
  const items = conformanceSchedule(
    standardProfile.conformance,
    askedWith('a-Token-0123456789-Abcdefghij', 1),
  );
  const points = items.flatMap(({ request: { point, endpoint } }) =>
    endpoint === 'encrypt' && point ? [point] : [],
  );
  const planned = dimensionNames.filter((name) => name !== 'connection' && name !== 'moment');
  const refusable = planned.flatMap((name) => space[name].filter(({ says }) => says === 'may be refused'));
  return [
    `- what shows only where more than two levels of [the space of requests](space.md) come together. A standard run tries`,
    `  ${spaceWords(triedOf(points, planned))}: data of more than 64 KiB comes with few others. Connection and`,
    '  moment are of two further dimensions, and the report counts them too;',
    `- a call with one of the ${refusable.length} levels that a service may refuse, if it refuses it;`,
    `- what the space has no dimension for: ${notInSpace.join('; ')};`,
  ].join('\n');
}
