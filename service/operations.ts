import { join } from 'node:path';
import { openAccount } from './account.ts';
import { type Backup, openBackups } from './backups.ts';
import { type EncryptionResult, encrypt } from './encryption.ts';
import { encryptionKeyIn } from './encryption-key.ts';

export interface Storage {
  readonly dataDir: string;
  readonly keyFile: string;
  readonly keptBackups: number;
}

/** What the service does, apart from HTTP. */
export interface Operations {
  user(): User;
  encrypt(data: string): Promise<EncryptionResult>;
  syncStatus(): SyncStatus;
  createBackup(): Promise<Backup>;
}

export interface User {
  readonly id: string;
  readonly status: 'verified';
  readonly encryption_key_exists: boolean;
  readonly last_sync: string;
}

export interface SyncStatus {
  readonly status: 'synchronised' | 'pending';
  /** Calls to encrypt since the newest backup. */
  readonly pending_changes: number;
  readonly last_sync: string;
}

export async function openOperations({ dataDir, keyFile, keptBackups }: Storage): Promise<Operations> {
  const account = await openAccount(join(dataDir, 'account.json'));
  const backups = await openBackups(join(dataDir, 'backups'), keptBackups);
  const key = encryptionKeyIn(keyFile);
  let encryptions = backups.latest()?.encryptions ?? 0;
  const lastSync = (): string => backups.latest()?.created_at ?? account.created_at;

  return {
    user: () => ({
      id: account.id,
      status: 'verified',
      encryption_key_exists: key.exists(),
      last_sync: lastSync(),
    }),
    async encrypt(data) {
      const result = encrypt(data, await key.use());
      encryptions += 1;
      return result;
    },
    syncStatus() {
      const pending = encryptions - (backups.latest()?.encryptions ?? 0);
      return {
        status: pending === 0 ? 'synchronised' : 'pending',
        pending_changes: pending,
        last_sync: lastSync(),
      };
    },
    createBackup: () => backups.create(account.id, () => encryptions),
  };
}
