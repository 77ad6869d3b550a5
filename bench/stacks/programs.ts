import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { execa, parseCommandString as words } from 'execa';
import { packageRoot } from '../../cli/package-root.ts';
import { builtProgram } from '../built-program.ts';

/** Packages of other people that the services stand on, and what installs them into a folder. */
const packages = {
  pip: {
    names: [
      'cryptography==50.0.2',
      'flask==3.1.3',
      'gunicorn==27.0.1',
      'fastapi==0.165.0',
      'uvicorn==0.54.0',
    ],
    install: (folder: string, names: readonly string[]) => [
      ...words('python3 -m pip install --quiet --target'),
      folder,
      ...names,
    ],
  },
  npm: {
    names: ['express@5.3.0', 'fastify@5.12.8'],
    install: (folder: string, names: readonly string[]) => [
      ...words('npm install --silent --prefix'),
      folder,
      ...names,
    ],
  },
  mvn: {
    names: ['com.google.code.gson:gson:2.11.0'],
    install: (folder: string, names: readonly string[]) => [
      ...words('mvn --quiet dependency:copy'),
      `-Dartifact=${names[0]}`,
      `-DoutputDirectory=${folder}`,
    ],
  },
} as const;

type Installer = keyof typeof packages;

interface Program {
  /** Commands that must be there. */
  readonly needs: readonly string[];
  readonly packages?: Installer;
  readonly command: (port: number) => readonly string[] | Promise<readonly string[]>;
}

const services = join(packageRoot(), 'bench', 'stacks', 'services');
const inFolder = (name: string) => join(services, name);

/** What has to be made first is made once, for all rows. */
const made = new Map<string, Promise<string>>();

function once(name: string, make: () => Promise<string>): Promise<string> {
  const making = made.get(name) ?? make();
  made.set(name, making);
  return making;
}

/** The service in Go, which a web server can start as a CGI program, too. */
export const goProgram = () => once('go', () => builtProgram('stacks', ['services/net-http.go']));

export const programs = {
  'Python http.server': {
    needs: ['python3'],
    packages: 'pip',
    command: () => ['python3', inFolder('http_server.py')],
  },
  'Flask with gunicorn': {
    needs: ['python3'],
    packages: 'pip',
    command: (port) => [
      ...words(`python3 -m gunicorn --workers 2 --bind 127.0.0.1:${port} --chdir`),
      services,
      'flask_app:app',
    ],
  },
  'FastAPI with uvicorn': {
    needs: ['python3'],
    packages: 'pip',
    command: (port) => [...words(`python3 -m uvicorn --port ${port} --app-dir`), services, 'fastapi_app:app'],
  },
  'Go net/http': { needs: ['go'], command: async () => [await goProgram()] },
  'Node http': { needs: [], command: () => [process.execPath, inFolder('node-http.cjs')] },
  Express: { needs: ['npm'], packages: 'npm', command: () => [process.execPath, inFolder('express.cjs')] },
  Fastify: { needs: ['npm'], packages: 'npm', command: () => [process.execPath, inFolder('fastify.cjs')] },
  'Java HttpServer': {
    needs: ['javac', 'mvn'],
    packages: 'mvn',
    command: () => ['java', inFolder('Service.java')],
  },
  'PHP built-in server': {
    needs: ['php'],
    command: (port) => ['php', '-S', `127.0.0.1:${port}`, inFolder('service.php')],
  },
} as const satisfies Readonly<Record<string, Program>>;

export type ProgramName = keyof typeof programs;

/** What a program finds its packages by. */
export async function environmentOf(program: Program): Promise<Readonly<Record<string, string>>> {
  if (program.packages === undefined) return {};
  const { packages: installer } = program;
  const folder = await once(installer, () => installed(installer));
  return {
    PYTHONPATH: folder,
    PYTHONDONTWRITEBYTECODE: '1',
    NODE_PATH: join(folder, 'node_modules'),
    CLASSPATH: join(folder, '*'),
  };
}

/** The folder with the packages, filled where it is not there yet. */
async function installed(installer: Installer): Promise<string> {
  const { names, install } = packages[installer];
  const hash = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16);
  const folder = join(packageRoot(), 'bench', '.tools', `stacks-${installer}-${hash}`);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}-${process.pid}`;
  await mkdir(fresh, { recursive: true });
  const [command, ...args] = install(fresh, names);
  await execa(command ?? installer, args);
  await rename(fresh, folder);
  return folder;
}
