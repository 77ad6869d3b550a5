import { randomBytes } from 'node:crypto';
import { encrypt } from './encryption.ts';

const userId = 'usr_k4Zp0vTq2mXw';

/** What the service does, apart from HTTP. It keeps its state in memory: no disk delays an answer. */
export function openOperations() {
  const key = randomBytes(32);
  /** Calls to encrypt since the newest backup. */
  let pendingChanges = 0;
  let lastSync = new Date().toISOString();

  return {
    user: () => ({ id: userId, status: 'verified', encryption_key_exists: true, last_sync: lastSync }),
    encrypt(data: string) {
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
