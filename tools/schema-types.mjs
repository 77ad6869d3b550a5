/**
 * A TypeScript module with the type that a JSON Schema describes, and one for each of its definitions. All fields are
 * read-only, with their descriptions as comments. Of JSON Schema it knows what our schemas use. An object without named
 * fields is a map, from the required keys if there are any.
 */
export function schemaTypes(name, { definitions = {}, ...root }) {
  const types = Object.entries({ [name]: root, ...definitions });
  return types
    .map(([title, schema]) => `${comment(schema)}export type ${title} = ${typeOf(schema)};\n`)
    .join('\n');
}

function typeOf(schema) {
  const { $ref, type, anyOf, oneOf = anyOf } = schema;
  if ($ref !== undefined) return referenced($ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if ('enum' in schema) return union(schema.enum, JSON.stringify);
  if (oneOf !== undefined) return union(oneOf, typeOf);
  return type === undefined ? 'unknown' : union([type].flat(), (one) => typeNamed(one, schema));
}

/** A definition, perhaps of another schema, or all of one: "report#/definitions/Evidence", "urn:…:contract:1". */
function referenced($ref) {
  const [, schema, definition] = /(\w+)?(?:#\/definitions\/(\w+)|:\d+)$/.exec($ref);
  const type = definition ?? schema.replace(/^./, (first) => first.toUpperCase());
  return schema === undefined ? type : `import('./${schema}-types.ts').${type}`;
}

function typeNamed(name, { items = {}, properties, additionalProperties, required = [] }) {
  if (name === 'array') return `ReadonlyArray<${typeOf(items)}>`;
  if (name === 'object' && properties !== undefined) return fields(properties, required);
  if (name === 'object' && additionalProperties) {
    const keys = required.length === 0 ? 'string' : union(required, JSON.stringify);
    return `Readonly<Record<${keys}, ${typeOf(additionalProperties)}>>`;
  }
  return name === 'integer' ? 'number' : name;
}

function fields(properties, required) {
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment(schema)}readonly ${name}${mark}: ${typeOf(schema)};`;
  });
  return `{\n${lines.join('\n').replace(/^/gm, '  ')}\n}`;
}

const union = (members, typeText) => members.map((one) => typeText(one)).join(' | ');
const comment = ({ description }) => (description === undefined ? '' : `/** ${description} */\n`);
