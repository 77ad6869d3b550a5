import type { Constant, Shape } from '../../checks/draft/shape.ts';
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
  readonly anyOf?: readonly DraftedSchema[];
}

/** What few words that stand for many answers become: values that a schema asks for, or a note on what was seen. */
export type Words = 'asked for' | 'noted';

/** What the bodies of some forms have in common. */
export function schemaOf(forms: readonly Shape[], words: Words): DraftedSchema {
  const [only, ...more] = forms;
  if (only !== undefined && more.length === 0) return schemaOfForm(only, words);
  const total = countText(sumOf(forms, ({ count }) => count));
  return {
    anyOf: forms.map((form) => ({
      description: `In ${countText(form.count)} of ${total}.`,
      ...schemaOfForm(form, words),
    })),
  };
}

function schemaOfForm(shape: Shape, words: Words): DraftedSchema {
  const { keys = {}, items, kinds } = shape;
  const asked = words === 'asked for' ? wordsOf(shape) : null;
  if (asked !== null) return asked.length === 1 ? { const: asked[0] } : { enum: asked };
  const [type = 'null', ...types] = Object.keys(kinds).toSorted();
  // A key that came once among many is likely an id, and one that every object inherits cannot be judged.
  const listed = Object.entries(kinds.object === undefined ? {} : keys).filter(
    ([name, { count }]) => !(name in {}) && (count > 1 || kinds.object === 1),
  );
  const always = listed.filter(([, { count }]) => count === kinds.object).map(([name]) => name);
  const properties = listed.map(([name, one]) => {
    const schema = schemaOfForm(one, words);
    const description = noteOn(one, kinds.object ?? 0, schema);
    return [name, description === '' ? schema : { ...schema, description }] as const;
  });
  return {
    type: types.length === 0 ? type : [type, ...types],
    ...(always.length === 0 ? {} : { required: always }),
    ...(listed.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(kinds.array === undefined || !items?.count ? {} : { items: schemaOfForm(items, words) }),
  };
}

/** How often the value was there, and what a schema of it leaves out. */
function noteOn(shape: Shape, objects: number, schema: DraftedSchema): string {
  const { count, kinds, lengths, constants } = shape;
  return [
    ...(count === objects ? [] : [`in ${countText(count)} of ${countText(objects)}`]),
    ...(Object.keys(kinds).length === 1 ? [] : [sharesText(Object.entries(kinds))]),
    ...(schema.const === undefined ? wordsText(shape) : []),
    ...(lengths !== undefined && constants === null ? [lengthText(lengths)] : []),
  ].join(', ');
}

/** What was always the same may be so by chance or for the time being, or may say what the answer is. */
function wordsText(shape: Shape): string[] {
  const words = (shape.constants ?? []).map(([value, times]) => [JSON.stringify(value), times] as const);
  const [[only, times] = ['', 0], ...more] = words;
  const isWord = wordsOf(shape) !== null;
  if (more.length > 0) return isWord ? [sharesText(words)] : [];
  const isAlways = isWord || (shape.kinds.string === undefined && times === shape.count);
  return isAlways ? [`always ${only}; {const: ${only}} if it has to be`] : [];
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

/** A few strings that came often; null: there were others, or they are messages. */
function wordsOf({ constants, count, kinds }: Shape): Constant[] | null {
  const words = (constants ?? []).map(([value]) => value);
  const counts = sumOf(constants ?? [], ([, one]) => one);
  const areFew = words.length > 0 && words.length <= mostWords && count >= words.length * answersPerWord;
  // As "Not found" or "Later.": the next version may have other words for the same.
  const areMessages = words.some((word) => /\s|[.]$/.test(String(word)));
  return areFew && counts === count && kinds.string === count && !areMessages ? words : null;
}

/** Whether the schema of each form matches no body of the others: these lack a key that it asks for, or are of another kind. */
export function tellsApart(forms: readonly Shape[], others: readonly Shape[]): boolean {
  return forms.every((form) => others.every((other) => rejects(schemaOfForm(form, 'noted'), other)));
}

function rejects({ type = [], required = [], properties = {} }: DraftedSchema, shape: Shape): boolean {
  const kinds = Object.keys(shape.kinds);
  if (kinds.every((kind) => ![type].flat().includes(kind))) return true;
  if (kinds.join() !== 'object') return false;
  return required.some((name) => {
    const [there, declared] = [shape.keys?.[name], properties[name]];
    return there === undefined || (declared !== undefined && rejects(declared, there));
  });
}
