import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createFileOnce } from './durable-file.ts';

const keyBytes = 32;

/**
 * The key lives in its file alone, so that what `exists` says and what encrypts never disagree.
 * The file is read synchronously: that takes microseconds, while the thread pool may be waiting for a disk.
 */
export interface EncryptionKey {
  exists(): boolean;
  /** The key; the first use creates it. */
  use(): Promise<Buffer>;
}

export function encryptionKeyIn(path: string): EncryptionKey {
  return {
    exists: () => existsSync(path),
    async use() {
      if (!existsSync(path)) await createFileOnce(path, randomBytes(keyBytes));
      const key = readFileSync(path);
      if (key.length !== keyBytes) throw new Error(`The key file ${path} does not hold ${keyBytes} bytes.`);
      return key;
    },
  };
}
