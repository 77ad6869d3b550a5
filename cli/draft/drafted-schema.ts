import type { Shape } from '../../checks/draft/shape.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { countText } from '../../checks/wording.ts';

interface DraftedSchema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, DraftedSchema>>;
  readonly items?: DraftedSchema;
  readonly anyOf?: readonly DraftedSchema[];
}

/** What the bodies of some forms have in common: kinds and keys. */
export function schemaOf(forms: readonly Shape[]): DraftedSchema {
  const [only, ...more] = forms;
  if (only !== undefined && more.length === 0) return schemaOfForm(only);
  const total = countText(sumOf(forms, ({ count }) => count));
  return {
    anyOf: forms.map((form) => ({
      description: `In ${countText(form.count)} of ${total}.`,
      ...schemaOfForm(form),
    })),
  };
}

function schemaOfForm({ keys = {}, items, kinds }: Shape): DraftedSchema {
  const [type = 'null', ...types] = Object.keys(kinds).toSorted();
  // A key that came once among many is likely an id, and one that every object inherits cannot be judged.
  const listed = Object.entries(kinds.object === undefined ? {} : keys).filter(
    ([name, { count }]) => !(name in {}) && (count > 1 || kinds.object === 1),
  );
  const always = listed.filter(([, { count }]) => count === kinds.object).map(([name]) => name);
  const properties = listed.map(([name, one]) => {
    const description = `in ${countText(one.count)} of ${countText(kinds.object ?? 0)}`;
    return [name, { ...schemaOfForm(one), ...(!always.includes(name) && { description }) }] as const;
  });
  return {
    type: types.length === 0 ? type : [type, ...types],
    ...(always.length === 0 ? {} : { required: always }),
    ...(listed.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(kinds.array === undefined || !items?.count ? {} : { items: schemaOfForm(items) }),
  };
}

/** Whether the schema of each form matches no body of the others: these lack a key that it asks for, or are of another kind. */
export function tellsApart(forms: readonly Shape[], others: readonly Shape[]): boolean {
  return forms.every((form) => others.every((other) => rejects(schemaOfForm(form), other)));
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
