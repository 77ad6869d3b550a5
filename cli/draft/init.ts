import { distinct } from '../../checks/add-up.ts';
import contractSchema from '../../schemas/contract.schema.json';
import { textOfDraft } from './commented.ts';

/** The parts of a JSON Schema that are written into the starter contract. */
interface Described {
  readonly description?: string;
  readonly properties?: Fields;
  readonly items?: Described;
  readonly examples?: readonly unknown[];
  readonly $ref?: string;
}
type Fields = Readonly<Record<string, Described>>;

const { properties, definitions }: { properties: Fields; definitions: Fields } = contractSchema;

/** A contract that declares nothing yet: it has an example of every declaration, commented out. */
export function starterContract(schemaFile: string | null): string {
  const head = [
    'What you declare about your service, because the document does not show it.',
    'Everything is optional. To declare something, remove the # from its lines and from the line above that',
    'they belong to. What is not declared is recorded in the report and never fails a run.',
  ];
  const blocks = Object.entries(properties).flatMap(([name, field]) => {
    const prose = distinct([field.description ?? '', ...fieldWords(field)]);
    return field.examples === undefined ? [] : [{ prose, declared: { [name]: field.examples[0] } }];
  });
  return textOfDraft(schemaFile, head, blocks);
}

/** "field: what it means", for each field and those inside it. */
function fieldWords(described: Described): string[] {
  const { properties: fields = {}, items = {} } = described;
  const words = Object.entries(fields).flatMap(([name, field]) => {
    const resolved = { ...definitionOf(field), ...field };
    return [`${name}: ${resolved.description}`, ...fieldWords(resolved)];
  });
  return [...words, ...(items.$ref === undefined ? [] : fieldWords(definitionOf(items)))];
}

function definitionOf({ $ref = '' }: Described): Described {
  return definitions[$ref.replace('#/definitions/', '')] ?? {};
}
