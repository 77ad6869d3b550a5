import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { execa } from 'execa';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classifyTimestamp } from '../checks/iso8601.ts';
import { faultyTexts, validTexts } from '../checks/json-text/corpus-fixture.ts';
import { describeJsonText, nested } from './engine-parity.ts';
import { k6Binary } from './k6-binary.ts';

interface Inputs {
  timestamps: string[];
  jsonTexts: string[];
}

interface Answers {
  timestamps: ReturnType<typeof classifyTimestamp>[];
  jsonTexts: ReturnType<typeof describeJsonText>[];
  nested: ReturnType<typeof nested>;
}

const seed = 20261121;

function timestampTexts(corpus: { conformant: string[] } & Record<string, unknown>): string[] {
  const grouped = [corpus['contested'], corpus['violation']] as Record<string, string[]>[];
  const known = [...corpus.conformant, ...grouped.flatMap((group) => Object.values(group).flat())];
  const pieces = [...'0123456789TtZzWw+-:.,/[] PR\u2212\n\ud800\u00a0\ufeff', '2026-11-21', '02:36:42'];
  const made = fc.array(fc.constantFrom(...pieces), { maxLength: 10 }).map((parts) => parts.join(''));
  const spoilt = fc.tuple(fc.constantFrom(...known), fc.nat(), fc.constantFrom(...pieces)).map(edit);
  return [
    ...known,
    ...fc.sample(made, { numRuns: 1000, seed }),
    ...fc.sample(spoilt, { numRuns: 3000, seed }),
  ];
}

function jsonTexts(): string[] {
  const known = [...validTexts.filter((text) => text.length < 1000), ...faultyTexts.map(([text]) => text)];
  const pieces = [...'{}[],:"\\ \n\t\u0000\u00a0\ufeff019-+.eEutrfnals/é'];
  const written = fc.jsonValue({ noUnicodeString: false }).map((value) => JSON.stringify(value));
  const bases = fc.oneof(written, fc.constantFrom(...known));
  const spoilt = fc.tuple(bases, fc.nat(), fc.constantFrom(...pieces)).map(edit);
  return [...validTexts, ...known, ...fc.sample(spoilt, { numRuns: 4000, seed })];
}

/** Puts a piece in place of one character. */
function edit([text, place, piece]: [string, number, string]): string {
  const at = place % (text.length + 1);
  return text.slice(0, at) + piece + text.slice(at + 1);
}

/** As numbers: the engine of k6 stops at half surrogate pairs beside characters beyond U+FFFF. */
function unitsOf(texts: string[]): number[][] {
  return texts.map((text) => text.split('').map((unit) => unit.charCodeAt(0)));
}

async function answersOfK6(folder: string, inputs: Inputs): Promise<Answers> {
  const script = join(folder, 'parity.js');
  const answers = join(folder, 'answers.json');
  const units = { timestamps: unitsOf(inputs.timestamps), jsonTexts: unitsOf(inputs.jsonTexts) };
  await writeFile(join(folder, 'inputs.json'), JSON.stringify(units));
  const contents = `
    import { classifyTimestamp } from './checks/iso8601.ts';
    import { describeJsonText, nested } from './tests/engine-parity.ts';
    const inputs = JSON.parse(open('./inputs.json'));
    export const options = { vus: 1, iterations: 1 };
    export default function () {}
    export function handleSummary() {
      const decode = (units) => units.map((unit) => String.fromCharCode(unit)).join('');
      const answers = {
        timestamps: inputs.timestamps.map(decode).map(classifyTimestamp),
        jsonTexts: inputs.jsonTexts.map(decode).map(describeJsonText),
        nested: nested(),
      };
      return { [${JSON.stringify(answers)}]: JSON.stringify(answers), stdout: '' };
    }`;
  await build({
    stdin: { contents, resolveDir: resolve(import.meta.dirname, '..'), loader: 'js' },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['k6', 'k6/*'],
    outfile: script,
  });
  const env = { K6_NO_USAGE_REPORT: 'true', K6_AUTO_EXTENSION_RESOLUTION: 'false' };
  await execa(k6Binary, ['run', '--quiet', script], { env });
  return JSON.parse(await readFile(answers, 'utf8'));
}

describe('Node and the engine of k6', () => {
  let folder: string;
  let inputs: Inputs;
  let k6: Answers;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'engine-parity-'));
    const file = new URL('../checks/iso8601/corpus.json', import.meta.url);
    const corpus = JSON.parse(await readFile(file, 'utf8'));
    inputs = { timestamps: timestampTexts(corpus), jsonTexts: jsonTexts() };
    k6 = await answersOfK6(folder, inputs);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('judge timestamps alike', () => {
    expect(k6.timestamps).toHaveLength(inputs.timestamps.length);
    const node = inputs.timestamps.map((text) => [text, classifyTimestamp(text)]);
    expect(inputs.timestamps.map((text, index) => [text, k6.timestamps[index]])).toEqual(node);
  });

  it('judge JSON texts alike: the value, the reason, the place, the excerpt', () => {
    expect(k6.jsonTexts).toHaveLength(inputs.jsonTexts.length);
    const node = inputs.jsonTexts.map((text) => [text, describeJsonText(text)]);
    expect(inputs.jsonTexts.map((text, index) => [text, k6.jsonTexts[index]])).toEqual(node);
  });

  it('read deep nesting alike', () => {
    expect(k6.nested).toEqual(nested());
    expect(k6.nested).toEqual(Array(6).fill(true));
  });
});
