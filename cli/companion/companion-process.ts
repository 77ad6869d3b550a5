import { startServer } from './companion-server.ts';

/** An interrupt from the terminal reaches every process there: k6 still has to ask for its last answers. */
process.on('SIGINT', () => {});
process.once('disconnect', () => process.exit());

const { url } = await startServer((progress) => process.send?.(progress));
process.send?.(url);
