import { expect, test } from 'vitest';
import { markup, nothing, prose, trusted } from './markup.ts';

test('what is put in is escaped, in content and in attributes', () => {
  expect(markup`<a title="${'"><b>'}">${'<i>'}</a>`.markup).toBe(
    '<a title="&quot;&gt;&lt;b&gt;">&lt;i&gt;</a>',
  );
});

test('markup, numbers, lists and nothing are taken as they are', () => {
  const items = ['a', markup`<b>${1}</b>`, nothing, null, trusted('<hr>')];
  expect(markup`<p>${items}</p>`.markup).toBe('<p>a<b>1</b><hr></p>');
});

test('the indentation of the template is left out, that of a value is not', () => {
  expect(
    markup`<pre>
    ${'a\n    b'}
    </pre>`.markup,
  ).toBe('<pre>\na\n    b\n</pre>');
});

test('in prose only backticks mean something', () => {
  expect(prose('starts with `usr_<x>`, not *y*').markup).toBe(
    'starts with <code>usr_&lt;x&gt;</code>, not *y*',
  );
});
