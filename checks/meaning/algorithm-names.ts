import { statedAlgorithm } from '../../schemas/contract.ts';

const [family = '', size = '', mode = ''] = statedAlgorithm.toLowerCase().split('-');

/** Whether a text may name the algorithm that the calls ask for, as `A256GCM`, `AES/GCM/NoPadding` and, beside other members, `AES256` do. */
export function mayNameStated(text: string): boolean {
  const name = plainName(text);
  if (!isOfData(name) || (sizeOf(name) ?? size) !== size) return false;
  const modes = name.match(modesIn) ?? [];
  // In JOSE, the key agreement stands before a +.
  const others = name.replace(/.*\+|a?\d{3}|nopadding|[^a-z\d]/g, '');
  // Other ciphers, such as ARIA, have the same mode, and GCM-SIV is another one.
  if (modes.every((one) => one === mode) && modes.length > 0) return name.includes(family) || others === mode;
  return others === family;
}

/** Whether a text names an algorithm of the same family or mode, perhaps as JOSE does: A128GCM. */
export function isOfFamily(text: string): boolean {
  const name = plainName(text);
  const isOfJose = /^a\d{3}[a-z]/.test(name) && [mode, 'cbc'].includes(name.slice(4, 7));
  return isOfData(name) && (isOfJose || name.includes(family) || name.includes(mode));
}

/** A name with the size of its key and the mode that other members state, if it states none itself. */
export function completed(text: string, bits = '', ofMode = ''): string {
  const name = plainName(text);
  const added = [sizeOf(name) === undefined ? bits : '', modeIn.test(name) ? '' : ofMode];
  return [text, ...added].filter((part) => part !== '').join(' ');
}

/** The size of an AES key, or else of whatever has a size: beside AES, a hash or a curve may have one, too. */
function sizeOf(name: string): string | undefined {
  const [, found] = /aes[-_ ]?(\d{3})(?!\d)/.exec(name) ?? /(?<!\d)(128|192|256)(?!\d)/.exec(name) ?? [];
  return found;
}

const modeIn = /ecb|cbc|cfb|ofb|ctr|gcm|ccm|siv|xts|eax|ocb/;
const modesIn = new RegExp(modeIn, 'g');
const modeAlone = new RegExp(`^(?:${modeIn.source})\\d*$`, 'i');

/** Whether a text is the name of a mode, and nothing else. */
export function isMode(text: string): boolean {
  return modeAlone.test(text);
}

/** The OIDs of AES in NIST's Computer Security Objects Register, as LDAP, URNs and Java write them, too. */
const oid = /^(?:urn:oid:|oid[.:])?2\.16\.840\.1\.101\.3\.4\.1\.(\d+)$/;
/** By the last number of an OID: 20 more are for keys of 192 bits, 40 more for those of 256. */
const modesOfOids = ['', 'ecb', 'cbc', 'ofb', 'cfb', 'kw', 'gcm', 'ccm', 'kwp', 'gmac'];

/** In lower case, and in words if it is an OID. AES is a part of Rijndael. */
function plainName(text: string): string {
  const name = text.toLowerCase().replace('rijndael', family);
  const [, last] = oid.exec(name) ?? [];
  if (last === undefined) return name;
  const [larger, rest] = [Math.floor(Number(last) / 20), Number(last) % 20];
  return `aes-${128 + 64 * larger}-${modesOfOids[rest] ?? ''}`;
}

/**
 * A cipher suite of TLS: the key exchange or authentication comes before the cipher and a hash. The names are those of the IANA, Java and
 * OpenSSL, which leaves out RSA.
 */
const suite =
  /^(?:tls|ssl)_|^(?:(?:ec)?dhe?|adh|aecdh|rsa|ecdsa|dss|psk|srp)[-_].*[-_](?:sha\d*|ccm8?)$|^aes\d{3}(?:-gcm)?-(?:sha\d*|ccm8?)$/;
/** How a key was encrypted (AES-KW, A256GCMKW), a code that authenticates (AES-CMAC), and a source of random numbers (CTR_DRBG-AES-128). */
const ofSomethingElse = /kwp?$|wrap|[cg]mac|drbg/;
/** Names of several algorithms: a list of those that are supported. */
const several = /(?:aes|(?<!h)a\d{3}).*(?:aes|(?<!h)a\d{3})/;

/** Whether a name can be that of the algorithm by which the data was encrypted. */
function isOfData(name: string): boolean {
  return !suite.test(name) && !ofSomethingElse.test(name) && !several.test(name);
}
