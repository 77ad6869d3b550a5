import { execa } from 'execa';

export interface Burners {
  stop(): Promise<void>;
}

const program = 'const end = Date.now() + Number(process.argv[1]); while (Date.now() < end);';

/** Processes that each take all of a core they can get. They end by themselves after `longestMs`. */
export function startBurners(count: number, longestMs: number): Burners {
  const running = Array.from({ length: count }, () =>
    execa(process.execPath, ['-e', program, String(longestMs)], { stdio: 'ignore', reject: false }),
  );
  return {
    stop: async () => {
      for (const burner of running) burner.kill('SIGKILL');
      await Promise.all(running);
    },
  };
}
