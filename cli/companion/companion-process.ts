import { startServer } from './companion-server.ts';

/** An interrupt from the terminal reaches every process there: k6 still has to ask for its last answers. */
process.on('SIGINT', () => {});
process.once('disconnect', () => process.exit());

const { url, watch } = await startServer((progress) => process.send?.(progress));
process.on('message', (pid) => watch(pid as number));
process.send?.(url);
