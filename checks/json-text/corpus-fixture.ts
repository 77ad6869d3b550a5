/** JSON texts, odd ones too, for tests under both engines; between tildes or on lines of their own. */
export const validTexts: readonly string[] = [
  ...listed(String.raw`
null ~ true ~ false ~ 0 ~ -0 ~ 7 ~ -1 ~ 0.5 ~ -0.0 ~ 0e0 ~ 1E5 ~ 1e+5 ~ 1e-400 ~ 12.50e-07 ~ 1e400
-1e400 ~ 1.7976931348623159e308 ~ 123456789012345678901234567890 ~ 9007199254740993 ~ 5e-324 ~ "" ~ "a"
" " ~ "\u0000" ~ "\ud800" ~ "\udc00\ud800" ~ "\ud83d\ude00" ~ "\uD83D\u0041" ~ "\\ud800"
"\"\\\/\b\f\n\r\t" ~ "/" ~ "\u00E9" ~ "{}[],:" ~ "\\" ~ "\\\"" ~ [] ~ [ ] ~ {} ~ { } ~ [[],{}]
[null,true,false,0,"",[],{}] ~ [1 , 2] ~ {"":1} ~ {"a":1} ~ {"a" : 1 , "b" : [2]} ~ {"a":1,"a":2}
{"\u0061":1,"a":2} ~ {"a b":{"c":{"d":[{}]}}} ~ {"__proto__":1} ~ {"__proto__":{"x":1}}
{"constructor":1,"toString":2,"hasOwnProperty":3} ~ {"true":1,"1":2} ~ [1e400,{"a":-1e999}]`),
  ...[
    '"\u007f"',
    '"\u0085"',
    '"\u2028\u2029"',
    '"\u00a0"',
    '"é€😀"',
    '"\ufeff"',
    ' 1',
    '1 ',
    '\t\n\r {}\r\n',
    '\ufeff{}',
    '\ufeff 1',
  ],
  `1${'0'.repeat(400)}`,
  `0.${'0'.repeat(400)}1`,
  `"${'a'.repeat(70_000)}"`,
  `"${'é\\n'.repeat(20_000)}"`,
];

/** Faulty text, and the offset of the fault: here the place of the broken bar. */
export const faultyTexts: readonly (readonly [text: string, offset: number])[] = [
  ...listed(String.raw`
¦ ~ [1,¦] ~ {"a":1, ¦} ~ {"a":[1,2,¦],"b":1} ~ [1,¦,2] ~ [¦,1] ~ [¦,] ~ ¦, ~ {"a":¦} ~ {"a":¦,"b":1}
{¦,} ~ {"a":1,¦,"b":2} ~ {¦:1} ~ {¦1:1} ~ {¦[]:1} ~ {¦a:1} ~ {¦null:1} ~ {¦'a':1} ~ {"a" ¦1} ~ {"a"¦}
{"a"¦,"b"} ~ {"a":¦:1} ~ {"a":1 ¦"b":2} ~ [1 ¦2] ~ ["a" ¦"b"] ~ [1 ¦true] ~ ["a"¦:1] ~ {"a":¦1;"b":2}
[¦1) ~ [¦} ~ {¦] ~ [{¦]} ~ [1¦} ~ {"a":1¦] ~ {"a":¦] ~ ¦} ~ ¦] ~ {¦ ~ {"a"¦ ~ {"a":¦ ~ {"a":1¦
{"a":1,¦ ~ {"a":[1]¦ ~ [¦ ~ [1¦ ~ {"a":[1, ¦ ~ "¦ ~ {"a¦ ~ "a\"¦ ~ "a\¦ ~ "\\\"¦ ~ ¦tru ~ [¦n ~ {"a":¦-
[¦1. ~ [¦1e ~ [¦1.5e+ ~ [¦tru] ~ ¦nulll ~ ¦truefalse ~ ¦ok ~ ¦a=1&b=2 ~ ¦callback({}) ~ ¦- ~ [¦-] ~ ¦NaN
[¦-Infinity] ~ {"a":¦undefined} ~ {"a": ¦None} ~ [¦True] ~ ¦01 ~ [¦-01] ~ [¦00] ~ ¦+1 ~ ¦.5 ~ [¦1.]
[¦1.e5] ~ [¦1e5e5] ~ [¦1.5.5] ~ [¦0x10] ~ [¦1_000] ~ [¦- 1] ~ ¦'a' ~ "¦\x41" ~ "a¦\'" ~ "¦\u12"
"¦\u12g4" ~ "¦\U0041" ~ "¦\u{41}" ~ "\\¦\a" ~ {} ¦// c ~ {"a":¦/**/1} ~ 1 ¦2 ~ {} ¦{} ~ {}¦[]
null ¦null ~ []¦] ~ {}¦} ~ {}¦, ~ {}¦garbage ~ "a"¦:1 ~ 1¦,2 ~ ¦<html> ~ ¦<?xml version="1.0"?> ~ [¦<a>]
¦(1)`),
  ...[
    ' \n¦',
    '\ufeff¦',
    '¦data: {"a":1}\n\n',
    '[¦`a`]',
    '"¦\\a\n"',
    '"a¦\nb"',
    '"a¦\tb"',
    '"¦\u0000"',
    '["\\n","¦\u001f"]',
    '{}¦\u0000',
    '¦\u0000',
    '¦\u00a0{}',
    '{}¦\u00a0',
    '[1,¦\u00a02]',
    '¦1\u00a0',
    '¦\f{}',
    '¦\u000b{}',
    '¦\u2028{}',
    '¦\u3000[]',
    '{}¦\ufeff',
    '\ufeff¦\ufeff{}',
    '[¦\ufeff]',
    '¦// c\n{}',
    '{"a":1}\n¦{"b":2}\n',
    '{"a":1}\r\n¦-5',
    '\n ¦<!DOCTYPE html>',
    "¦)]}',\n{}",
    '¦\ufffd\ufffd',
    '¦\u200b{}',
  ],
].map((marked) => [marked.replace('¦', ''), marked.indexOf('¦')]);

function listed(texts: string): string[] {
  return texts.trim().split(/ ~ |\n/);
}
