import type { Constant, Shape } from '../../checks/seen/shape.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { counted, countText } from '../../checks/wording.ts';
import { Noted, quotedWords, withoutNote } from './commented.ts';

/** A JSON Schema of what was seen, with notes on its parts. */
interface DraftedSchema {
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, DraftedSchema | Noted>>;
  readonly items?: DraftedSchema;
  readonly const?: Constant | undefined;
  readonly enum?: readonly Constant[];
  readonly not?: { readonly enum: readonly Constant[] };
  readonly anyOf?: readonly Noted[];
}

/**
 * What the bodies of some forms have in common. Words are listed where few stand for many answers. Flags, numbers and rare words
 * are listed where what is to be told apart has none of them.
 */
export function schemaOf(forms: readonly Shape[], apartFrom: readonly Shape[] = []): DraftedSchema {
  const [only, ...more] = forms;
  if (only !== undefined && more.length === 0) return schemaOfForm(only, apartFrom);
  const total = countText(sumOf(forms, ({ count }) => count));
  return {
    anyOf: forms.map(
      (form) => new Noted(`In ${countText(form.count)} of ${total}.`, schemaOfForm(form, apartFrom)),
    ),
  };
}

function schemaOfForm(shape: Shape, others: readonly Shape[]): DraftedSchema {
  const { keys = {}, items, kinds } = shape;
  const words = wordsOf(shape, others);
  if (words !== null) return words.length === 1 ? { const: words[0] } : { enum: words };
  const [type = 'null', ...types] = Object.keys(kinds).toSorted();
  const listed = Object.entries(kinds.object === undefined ? {} : keys).filter(([name, one]) =>
    isListed(name, one, shape),
  );
  const always = listed.filter(([, { count }]) => count === kinds.object).map(([name]) => name);
  const never = others.length > 0 && others.every((other) => isUnlike(shape, other)) ? allWords(others) : [];
  return {
    type: types.length === 0 ? type : [type, ...types],
    ...(never.length === 0 ? {} : { not: { enum: never } }),
    ...(always.length === 0 ? {} : { required: always }),
    ...(listed.length === 0 ? {} : { properties: propertiesOf(listed, shape, others) }),
    ...(kinds.array === undefined || !items?.count ? {} : { items: schemaOfForm(items, []) }),
  };
}

/** A key that came once among many is likely an id, and one that every object inherits cannot be judged. */
function isListed(name: string, { count }: Shape, { kinds }: Shape): boolean {
  return !(name in {}) && (count > 1 || kinds.object === 1);
}

function propertiesOf(listed: readonly (readonly [string, Shape])[], shape: Shape, others: readonly Shape[]) {
  return Object.fromEntries(
    listed.map(([name, one]) => {
      const there = others.flatMap(({ keys }) => keys?.[name] ?? []);
      const schema = schemaOfForm(one, there);
      const note = noteOn(one, shape.kinds.object ?? 0, schema);
      return [name, note === '' ? schema : new Noted(note, schema)];
    }),
  );
}

function noteOn({ count, lengths, constants }: Shape, objects: number, schema: DraftedSchema): string {
  const [only, ...more] = constants ?? [];
  const isAlways =
    only !== undefined &&
    more.length === 0 &&
    only[1] === count &&
    schema.const === undefined &&
    typeof only[0] !== 'string';
  return [
    ...(count === objects ? [] : [`in ${countText(count)} of ${countText(objects)}`]),
    ...(isAlways ? [`always ${only[0]}; {const: ${only[0]}} if it has to be`] : []),
    ...(schema.enum === undefined ? [] : [countsText(constants ?? [])]),
    ...(lengths !== undefined && constants === null ? [lengthText(lengths)] : []),
  ].join(', ');
}

function countsText(constants: readonly (readonly [Constant, number])[]): string {
  return constants.map(([value, count]) => `${quotedWords(String(value))} in ${countText(count)}`).join(', ');
}

function lengthText({ shortest, longest }: NonNullable<Shape['lengths']>): string {
  const most = counted(longest, 'character');
  return shortest === longest ? most : `${countText(shortest)} to ${most}`;
}

const mostWords = 5;
/** With fewer answers per distinct word, the next answer may well have a new one. */
const answersPerWord = 5;

/** The words that a schema lists; null: it lists none. */
function wordsOf({ constants, kinds, count }: Shape, others: readonly Shape[]): Constant[] | null {
  const words = (constants ?? []).map(([value]) => value);
  const counts = sumOf(constants ?? [], ([, one]) => one);
  if (words.length === 0 || words.length > mostWords || counts < count) return null;
  const isUsual = kinds.string === count && count >= words.length * answersPerWord && !words.some(isMessage);
  const isTelling = others.length > 0 && others.every((other) => hasNoneOf(words, other));
  return isUsual || isTelling ? words : null;
}

/** As "Not found" or "Later.": the next version may have other words for the same. */
function isMessage(word: Constant): boolean {
  return /\s|[.]$/.test(String(word));
}

/** Whether the others have a few words that cannot be among these values. The empty text may be a result, of the empty text. */
function isUnlike(shape: Shape, { constants }: Shape): boolean {
  const words = (constants ?? []).map(([value]) => value);
  return words.length > 0 && words.length <= mostWords && !words.includes('') && hasNoneOf(words, shape);
}

function allWords(shapes: readonly Shape[]): Constant[] {
  return [...new Set(shapes.flatMap(({ constants }) => (constants ?? []).map(([value]) => value)))];
}

/** None of these is among the values, as far as they are known: of many only the length is. */
function hasNoneOf(words: readonly Constant[], { constants, lengths }: Shape): boolean {
  if (constants != null) return constants.every(([value]) => !words.includes(value));
  const isOfLength = ({ length }: string) =>
    lengths !== undefined && length >= lengths.shortest && length <= lengths.longest;
  return lengths !== undefined && words.every((word) => typeof word === 'string' && !isOfLength(word));
}

/** Whether the schema of some forms matches no body of the others. */
export function tellsApart(forms: readonly Shape[], others: readonly Shape[]): boolean {
  return forms.every((form) => others.every((other) => rejects(schemaOfForm(form, others), other)));
}

function rejects(schema: DraftedSchema, shape: Shape): boolean {
  const { type = [], required = [], properties = {}, const: only, enum: words = [], not } = schema;
  if (only !== undefined || words.length > 0) return hasNoneOf(only === undefined ? words : [only], shape);
  const kinds = Object.keys(shape.kinds);
  if (kinds.every((kind) => ![type].flat().includes(kind))) return true;
  if (not !== undefined) return shape.constants?.every(([value]) => not.enum.includes(value)) === true;
  if (kinds.join() !== 'object') return false;
  return required.some((name) => {
    const there = shape.keys?.[name];
    return there === undefined || rejects(withoutNote(properties[name]) as DraftedSchema, there);
  });
}
