import type { Expected, Reader } from './reader.ts';

export interface Fault {
  readonly reason: string;
  readonly offset: number;
}

/** People count characters from 1. */
export function fault(what: string, offset: number): Fault {
  return { reason: `${what} at character ${offset + 1}`, offset };
}

/** Says what is wrong with the character, or the end, that stands where something else was expected. */
export function faultAt(reader: Reader): Fault {
  const { text, at, stack, expected } = reader;
  const char = text.charAt(at);
  if (char === '') return cutOff(reader);
  if (char === '\ufeff') return fault('a byte order mark inside the text', at);
  if (char < ' ' && char.trim() !== '') return fault('a control character', at);
  if (char.trim() === '') return fault('white space that JSON does not allow', at);
  if (char === '/') return fault('a comment, or a stray slash,', at);
  const frame = stack[stack.length - 1];
  const inObject = Boolean(frame?.members);
  if (expected !== 'end' && char === (inObject ? ']' : '}')) {
    return fault('a closing bracket that does not fit', at);
  }
  if (frame && char === (inObject ? '}' : ']') && expected === (inObject ? 'key' : 'value')) {
    return fault('a trailing comma', reader.lastComma);
  }
  return explanations[expected](char, reader);
}

const explanations: Readonly<Record<Expected, (char: string, reader: Reader) => Fault>> = {
  value: valueFault,
  'first value': valueFault,
  key: keyFault,
  'first key': keyFault,
  colon: (_, { at }) => fault('the colon after a key is missing', at),
  comma: (char, { at }) =>
    fault(/[[{"0-9A-Za-z-]/.test(char) ? 'a comma is missing' : 'a stray character after a value', at),
  end: afterEnd,
};

function valueFault(char: string, { text, at }: Reader): Fault {
  if (char === '<' && text.slice(0, at).trim() === '') {
    return { reason: 'starts with `<`: looks like HTML or XML', offset: at };
  }
  if (char === ',' || char === '}') return fault('a value is missing', at);
  if (char === "'" || char === '`') return fault('a string in the wrong quotes', at);
  return fault('a character that starts no JSON value', at);
}

function keyFault(char: string, { at }: Reader): Fault {
  if (char === "'" || char === '`') return fault('a key in the wrong quotes', at);
  return fault(/[A-Za-z_$]/.test(char) ? 'a key without quotes' : 'a key is missing', at);
}

function afterEnd(_: string, { text, at }: Reader): Fault {
  if (!/^(?:[[{"]|-?[0-9]|true|false|null)/.test(text.slice(at, at + 5))) {
    return fault('something after the end of the JSON text', at);
  }
  const lines = text.slice(Math.max(at - 2, 0), at).includes('\n') ? ' on lines of their own (NDJSON)' : '';
  return { reason: `two JSON texts after each other${lines}, the second at character ${at + 1}`, offset: at };
}

function cutOff({ text, stack }: Reader): Fault {
  const frame = stack[stack.length - 1];
  const offset = text.length;
  if (!frame) return { reason: 'no JSON text: empty, or white space alone', offset };
  return { reason: `cut off: the ${frame.members ? 'object' : 'array'} is not closed`, offset };
}

const foreignWords = /^(?:NaN|[+-]?Infinity|undefined|None|True|False|TRUE|FALSE|NULL|Null|nil)$/;

/** A word of letters, digits and signs that is neither a JSON literal nor a JSON number. */
export function wordFault({ text, at }: Reader, word: string): Fault {
  const begun = ['true', 'false', 'null'].some((literal) => literal.startsWith(word));
  if (
    at + word.length === text.length &&
    (begun || /^-?(?:[0-9]+(?:\.|(?:\.[0-9]+)?[eE][+-]?))?$/.test(word))
  ) {
    return { reason: 'cut off inside a value', offset: text.length };
  }
  if (foreignWords.test(word)) return fault(`\`${word}\`, which is no JSON value,`, at);
  if (/^-?0[0-9]/.test(word)) return fault('a number with a leading zero', at);
  if (/^[+-]?\.?[0-9]/.test(word)) return fault('a number in a form that JSON does not have', at);
  return fault('a word that is no JSON value', at);
}
