import { randomBytes } from 'node:crypto';
import { type EncryptionResult, encrypt } from './encryption.ts';

/** What the service does, apart from HTTP. It keeps its state in memory: no disk delays an answer. */
export interface Operations {
  user(): User;
  encrypt(data: string): EncryptionResult;
  syncStatus(): SyncStatus;
  createBackup(): Backup;
}

interface User {
  readonly id: string;
  readonly status: 'verified';
  readonly encryption_key_exists: boolean;
  readonly last_sync: string;
}

interface SyncStatus {
  readonly status: 'synchronised' | 'pending';
  /** Calls to encrypt since the newest backup. */
  readonly pending_changes: number;
  readonly last_sync: string;
}

interface Backup {
  readonly id: string;
  readonly created_at: string;
  readonly user_id: string;
}

const userId = 'usr_k4Zp0vTq2mXw';

export function openOperations(): Operations {
  const key = randomBytes(32);
  let pendingChanges = 0;
  let lastSync = new Date().toISOString();

  return {
    user: () => ({ id: userId, status: 'verified', encryption_key_exists: true, last_sync: lastSync }),
    encrypt(data) {
      pendingChanges += 1;
      return encrypt(data, key);
    },
    syncStatus: () => ({
      status: pendingChanges === 0 ? 'synchronised' : 'pending',
      pending_changes: pendingChanges,
      last_sync: lastSync,
    }),
    createBackup() {
      pendingChanges = 0;
      lastSync = new Date().toISOString();
      return {
        id: `bkp_${randomBytes(9).toString('base64url')}`,
        created_at: lastSync,
        user_id: userId,
      };
    },
  };
}
