import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { execaSync } from 'execa';

const root = resolve(import.meta.dirname, '..');

export interface Block {
  readonly language: string;
  /** The other words behind the fence: what the tests do with the block. */
  readonly words: readonly string[];
  readonly text: string;
}

export function textOf(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

export function blocksOf(page: string): Block[] {
  return [...textOf(page).matchAll(/^```(\S*)([^\n]*)\n(.*?)^```$/gms)].map(([, language, words, text]) => ({
    language: language ?? '',
    words: (words ?? '').split(' ').filter(Boolean),
    text: text ?? '',
  }));
}

/** Every page of the repository that people read. */
export function allPages(): string[] {
  const { stdout } = execaSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: root,
    lines: true,
  });
  return stdout.filter((page) => existsSync(join(root, page)));
}

/** Links of a page to places of the repository where there is nothing. */
export function brokenLinks(page: string): string[] {
  const prose = textOf(page)
    .replace(/^```.*?^```$/gms, '')
    .replace(/`[^`\n]*`/g, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link ?? '');
  return links.filter((link) => !/^(https?|mailto):/.test(link) && !leads(page, link));
}

function leads(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (target.startsWith('..') || !existsSync(join(root, target))) return false;
  return anchor === undefined || anchorsOf(target).includes(anchor);
}

/** As GitHub makes them. */
function anchorsOf(page: string): string[] {
  const headings = [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading ?? '');
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
