import { distinct } from '../../checks/add-up.ts';
import { type Constant, mapValues, type Shape } from '../../checks/draft/shape.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { counted, countText } from '../../checks/wording.ts';

/** A JSON Schema of what was seen. */
interface DraftedSchema {
  /** What is said of this part. */
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, DraftedSchema>>;
  readonly items?: DraftedSchema;
  readonly const?: Constant | undefined;
  readonly enum?: readonly Constant[];
  readonly not?: { readonly enum: readonly Constant[] };
  readonly anyOf?: readonly DraftedSchema[];
}

/**
 * What the bodies of some forms have in common. Words are listed where few stand for many answers; flags, numbers and messages too,
 * if what is to be told apart has others.
 */
export function schemaOf(forms: readonly Shape[], apartFrom: readonly Shape[] = []): DraftedSchema {
  const [only, ...more] = forms;
  if (only !== undefined && more.length === 0) return schemaOfForm(only, apartFrom);
  const total = countText(sumOf(forms, ({ count }) => count));
  return {
    anyOf: forms.map((form) => ({
      description: `In ${countText(form.count)} of ${total}.`,
      ...schemaOfForm(form, apartFrom),
    })),
  };
}

function schemaOfForm(shape: Shape, others: readonly Shape[]): DraftedSchema {
  const { keys = {}, items, kinds } = shape;
  const words = wordsOf(shape, others);
  if (words !== null) return words.length === 1 ? { const: words[0] } : { enum: words };
  const [type = 'null', ...types] = Object.keys(kinds).toSorted();
  // A key that came once among many is likely an id, and one that every object inherits cannot be judged.
  const listed = Object.entries(kinds.object === undefined ? {} : keys).filter(
    ([name, { count }]) => !(name in {}) && (count > 1 || kinds.object === 1),
  );
  const always = listed.filter(([, { count }]) => count === kinds.object).map(([name]) => name);
  const never = neverSeen(shape, others);
  const properties = listed.map(([name, one]) => {
    const there = others.flatMap((other) => other.keys?.[name] ?? []);
    const schema = schemaOfForm(one, there);
    const description = noteOn(one, kinds.object ?? 0, schema);
    return [name, description === '' ? schema : { ...schema, description }] as const;
  });
  return {
    type: types.length === 0 ? type : [type, ...types],
    ...(never.length === 0 ? {} : { not: { enum: never } }),
    ...(always.length === 0 ? {} : { required: always }),
    ...(listed.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(kinds.array === undefined || !items?.count ? {} : { items: schemaOfForm(items, []) }),
  };
}

/** How often the value was there, and what a schema of it leaves out. */
function noteOn(shape: Shape, objects: number, schema: DraftedSchema): string {
  const { count, kinds, lengths, constants } = shape;
  const words = (constants ?? []).map(([value, times]) => [JSON.stringify(value), times] as const);
  return [
    ...(count === objects ? [] : [`in ${countText(count)} of ${countText(objects)}`]),
    ...(Object.keys(kinds).length === 1 ? [] : [sharesText(Object.entries(kinds))]),
    ...(schema.enum === undefined ? [] : [sharesText(words)]),
    ...(schema.const === undefined ? alwaysText(shape) : []),
    ...(lengths !== undefined && constants === null ? [lengthText(lengths)] : []),
  ].join(', ');
}

/** A flag or a number that was always the same may be by chance, or may say what the answer is. */
function alwaysText({ constants, count }: Shape): string[] {
  const [only, ...more] = constants ?? [];
  if (only === undefined || more.length > 0 || only[1] < count || typeof only[0] === 'string') return [];
  return [`always ${only[0]}; {const: ${only[0]}} if it has to be`];
}

/** "null in 3, string in 197". */
function sharesText(shares: readonly (readonly [string, number])[]): string {
  return shares.map(([what, count]) => `${what} in ${countText(count)}`).join(', ');
}

function lengthText({ shortest, longest }: NonNullable<Shape['lengths']>): string {
  const most = counted(longest, 'character');
  return shortest === longest ? most : `${countText(shortest)} to ${most}`;
}

const mostWords = 5;
/** With fewer answers per distinct word, the next answer may well have a new one. */
const answersPerWord = 5;

/** The words that a schema lists; null: it lists none. */
function wordsOf(shape: Shape, others: readonly Shape[]): Constant[] | null {
  const words = settledWords(shape);
  if (words === null) return null;
  // As "Not found" or "Later.": the next version may have other words for the same.
  const areMessages = words.some((word) => /\s|[.]$/.test(String(word)));
  const areTelling = others.every((other) => settledWords(other) !== null && isNone(words, other));
  if (shape.kinds.string === shape.count && !areMessages) return words;
  return areTelling && others.length > 0 ? words : null;
}

/** What all values were, if these are a few that came often. */
function settledWords({ constants, count }: Shape): Constant[] | null {
  const words = (constants ?? []).map(([value]) => value);
  const counts = sumOf(constants ?? [], ([, one]) => one);
  const areFew = words.length > 0 && words.length <= mostWords && count >= words.length * answersPerWord;
  return areFew && counts === count ? words : null;
}

/**
 * The words of all the others, if none of them is as long as any of many values: [] otherwise. The empty text may be a result, of
 * the empty text.
 */
function neverSeen(shape: Shape, others: readonly Shape[]): Constant[] {
  const words = distinct(others.flatMap((other) => settledWords(other) ?? ['']));
  return shape.constants === null && !words.includes('') && isNone(words, shape) ? words : [];
}

/** Whether the schema of some forms matches no body of the others. */
export function tellsApart(forms: readonly Shape[], others: readonly Shape[]): boolean {
  return forms.every((form) => others.every((other) => rejects(schemaOfForm(form, others), other)));
}

export function withoutWords({ constants: _, keys, ...shape }: Shape): Shape {
  return keys === undefined ? shape : { ...shape, keys: mapValues(keys, withoutWords) };
}

function rejects(schema: DraftedSchema, shape: Shape): boolean {
  const { type = [], required = [], properties = {}, const: only, enum: words, not } = schema;
  if (only !== undefined) return isNone([only], shape);
  if (words !== undefined) return isNone(words, shape);
  const kinds = Object.keys(shape.kinds);
  if (kinds.every((kind) => ![type].flat().includes(kind))) return true;
  if (not !== undefined) return shape.constants?.every(([value]) => not.enum.includes(value)) === true;
  if (kinds.join() !== 'object') return false;
  return required.some((name) => {
    const [there, declared] = [shape.keys?.[name], properties[name]];
    return there === undefined || (declared !== undefined && rejects(declared, there));
  });
}

/** Whether no value is one of these words: all values are known, or they are longer or shorter. */
function isNone(words: readonly Constant[], { constants, lengths }: Shape): boolean {
  if (constants != null) return constants.every(([value]) => !words.includes(value));
  if (lengths === undefined) return false;
  const { shortest, longest } = lengths;
  return words.every((word) => typeof word === 'string' && (word.length < shortest || word.length > longest));
}
