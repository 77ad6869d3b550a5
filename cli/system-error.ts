/** What to do about what any step may meet on a machine with limits, by the code of the system. */
const remedies: Readonly<Record<string, string>> = {
  EMFILE: 'raise the number of files that a process may open (ulimit -n)',
  ENFILE: 'this machine has no more open files to give: end other programs',
  EAGAIN: 'raise the number of processes of this user (ulimit -u)',
  ENOMEM: 'free memory, or raise what a process may have of it (ulimit -v)',
  ENOSPC: 'free space on the disk',
  EDQUOT: 'free space in the quota of this user',
  EFBIG: 'raise the size that a file may have (ulimit -f)',
  EROFS: 'name a place that can be written',
  EACCES: 'name a place that this user may use',
  EPERM: 'name a place that this user may use',
};

/** The words of an error, and what to do if the system refused something. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', message } = error as NodeJS.ErrnoException;
  const remedy = remedies[code];
  return remedy === undefined ? message : `${message}: ${remedy}.`;
}
