import { type Document, isMap, isNode, isScalar, isSeq, Scalar, type ScalarTag, Schema } from 'yaml';
import { cut } from '../../checks/json-body.ts';
import { type Note, within } from './notes.ts';

const mostLevels = 100;

/**
 * `offsets`: where each value of a document begins, by its JSON pointer, without what aliases repeat. `faults`: values that would not be
 * read as they are written.
 */
export function placesIn(document: Document) {
  const offsets = new Map<string, number>();
  const faults: Note[] = [];

  const visit = (node: unknown, pointer: string, offset: number, level: number): void => {
    offsets.set(pointer, offset);
    const message = faultOf(node, level);
    if (message !== null) faults.push({ pointer, message });
    if (level > mostLevels) return;
    if (isSeq(node))
      node.items.forEach((item, index) => {
        visit(item, within(pointer, index), startOf(item, offset), level + 1);
      });
    if (isMap(node))
      for (const { key, value } of node.items) {
        const field = within(pointer, String(isScalar(key) ? key.value : key));
        const start = startOf(key, offset);
        if (offsets.has(field)) faults.push({ pointer: field, message: twice, offset: start });
        visit(value, field, start, level + 1);
      }
  };

  visit(document.contents, '', startOf(document.contents, 0), 0);
  return { offsets, faults };
}

/** Where a pointer leads, or the last part of it that is there. */
export function offsetIn(offsets: ReadonlyMap<string, number>, pointer: string): number {
  return offsets.get(pointer) ?? offsetIn(offsets, pointer.slice(0, pointer.lastIndexOf('/')));
}

function startOf(node: unknown, fallback: number): number {
  return isNode(node) && node.range ? node.range[0] : fallback;
}

const twice = 'this field appears twice in its mapping; keep one';

const noValue = 'has no value; write one, or remove the field';

/** Why a value would not be read as it is written, by us or by other readers of YAML; null: it is. */
function faultOf(node: unknown, level: number): string | null {
  if (!isNode(node)) return noValue;
  if (level > mostLevels) return `is nested deeper than ${mostLevels} levels`;
  if (node.tag !== undefined)
    return `has the tag ${node.tag.replace(/^tag:yaml\.org,2002:/, '!!')}, and JSON has no tags; write the value without it`;
  return isScalar(node) ? scalarFault(node) : null;
}

function scalarFault({ value, source = '', type }: Scalar): string | null {
  if (type !== Scalar.PLAIN) return null;
  if (source === '') return noValue;
  const shown = cut(source, 40);
  const older = inOlderYaml(source);
  // A point alone is text, although this library reads it as NaN by YAML 1.1.
  if (!Object.is(older, value) && !Number.isNaN(older)) {
    const [one, other] = [value, older].map((read) => JSON.stringify(read));
    return `${shown} is ${one} in YAML 1.2 and ${other} in YAML 1.1; write the one that is meant`;
  }
  if (typeof value !== 'number' || isKept(source, value)) return null;
  const become = Number.isFinite(value) ? `would become ${value}` : 'is no number of JSON';
  return `${shown} ${become}; write another number, or put it in quotes if it is text`;
}

/** A date is text in JSON. */
const olderTags = new Schema({ schema: 'yaml-1.1' }).tags.filter(({ tag }) => !tag.endsWith(':timestamp'));

/** What YAML 1.1, which many tools still read, makes of plain text. */
function inOlderYaml(source: string): unknown {
  const tag = olderTags.find((one): one is ScalarTag => 'test' in one && one.test?.test(source) === true);
  const read = tag?.default === true ? tag.resolve(source, () => undefined, {}) : source;
  return isScalar(read) ? read.value : read;
}

/** Whether a number is finite and, if it is written as a whole one, has the same value as what was written. */
function isKept(source: string, value: number): boolean {
  const isWhole = /^([-+]?\d+|0[xo].+)$/.test(source);
  return Number.isFinite(value) && (!isWhole || BigInt(source) === BigInt(value));
}
