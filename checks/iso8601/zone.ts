import type { ContestedForm, Fault, Style } from './classify.ts';

export interface ZonePart {
  readonly style: Style;
  readonly forms: readonly ContestedForm[];
  readonly utc: boolean;
}

const offset = /^([+\-\u2212])([0-9]{2})(?:(:?)([0-9]{2}))?$/;

/** Reads what follows the time; an empty text is a missing zone. */
export function readZone(text: string): ZonePart | Fault {
  if (text === '') return 'no-zone';
  if (text === 'Z') return { style: 'either', forms: [], utc: true };
  if (text === 'z') return { style: 'either', forms: ['lower-case'], utc: true };
  const match = offset.exec(text);
  if (!match) return 'zone';
  const [, sign = '', hours, colon, minutes] = match;
  if (Number(hours) > 23 || Number(minutes ?? 0) > 59) return 'zone';
  const forms: ContestedForm[] = sign === '+' ? [] : ['negative-zero'];
  if (sign === '\u2212') forms.push('minus-sign');
  return { style: styleOf(colon, minutes), forms, utc: Number(hours) === 0 && Number(minutes ?? 0) === 0 };
}

function styleOf(colon: string | undefined, minutes: string | undefined): Style {
  if (minutes === undefined) return 'either';
  return colon === ':' ? 'extended' : 'basic';
}
