import { randomBytes } from 'node:crypto';
import { link, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

const ownerOnly = 0o600;

/** Puts a file in place whole or not at all; when it resolves, the file survives a power cut. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  await throughTemporary(path, content, (temporary) => rename(temporary, path));
}

/** Like replaceFile, but of several writers, in any number of processes, only the first one wins. */
export async function createFileOnce(path: string, content: string | Uint8Array): Promise<void> {
  await throughTemporary(path, content, async (temporary) => {
    await link(temporary, path).catch(ignore('EEXIST'));
    await unlink(temporary);
  });
}

/** An error handler for system calls that lets one error code pass as success. */
export function ignore(code: string): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (error.code !== code) throw error;
  };
}

async function throughTemporary(
  path: string,
  content: string | Uint8Array,
  putInPlace: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeSynced(temporary, content);
    await putInPlace(temporary);
  } catch (error) {
    await unlink(temporary).catch(ignore('ENOENT'));
    throw error;
  }
  await syncFolder(dirname(path));
}

async function writeSynced(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', ownerOnly);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The name of a new file is durable only once its folder is. Windows cannot open folders and needs no sync. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
