import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { packageRoot } from '../../cli/package-root.ts';
import { builtProgram, madeOnce } from '../built-program.ts';
import { type Values, wordsOf } from './command.ts';

/** What installs packages of other people, on which the services stand, into FOLDER. */
const installers = {
  pip: 'python3 -m pip install --quiet --target FOLDER cryptography==50.0.2 flask==3.1.3 gunicorn==27.0.1 fastapi==0.165.0 uvicorn==0.54.0',
  npm: 'npm install --silent --prefix FOLDER express@5.3.0 fastify@5.12.8',
  mvn: 'mvn --quiet dependency:copy -Dartifact=com.google.code.gson:gson:2.11.0 -DoutputDirectory=FOLDER',
} as const;

interface Program {
  readonly packages?: keyof typeof installers;
  readonly command: string;
}

export const programs = {
  'Python http.server': { packages: 'pip', command: 'python3 SERVICES/http_server.py' },
  'Flask with gunicorn': {
    packages: 'pip',
    command: 'python3 -m gunicorn --workers 2 --bind 127.0.0.1:PORT --chdir SERVICES flask_app:app',
  },
  'FastAPI with uvicorn': {
    packages: 'pip',
    command: 'python3 -m uvicorn --port PORT --app-dir SERVICES fastapi_app:app',
  },
  'Go net/http': { command: 'GO' },
  'Node http': { command: 'NODE SERVICES/node-http.cjs' },
  Express: { packages: 'npm', command: 'NODE SERVICES/express.cjs' },
  Fastify: { packages: 'npm', command: 'NODE SERVICES/fastify.cjs' },
  'Java HttpServer': { packages: 'mvn', command: 'java SERVICES/Service.java' },
  'PHP built-in server': { command: 'php -S 127.0.0.1:PORT SERVICES/service.php' },
} as const satisfies Readonly<Record<string, Program>>;

export type ProgramName = keyof typeof programs;

/** The service in Go, which a web server can start as a CGI program, too. */
export const goProgram = () => builtProgram('stacks', ['services/net-http.go']);

/** The words that start a program, and what it finds its packages by. */
export async function prepared(name: ProgramName, port: number) {
  const { command, packages }: Program = programs[name];
  const services = join(packageRoot(), 'bench', 'stacks', 'services');
  const values = { PORT: `${port}`, SERVICES: services, NODE: process.execPath };
  const words = wordsOf(command, command === 'GO' ? { GO: await goProgram() } : values);
  return { words, env: packages === undefined ? {} : await environmentOf(packages) };
}

async function environmentOf(installer: keyof typeof installers): Promise<Values> {
  const command = installers[installer];
  const folder = await madeOnce(`stacks-${installer}`, command, async (path) => {
    const [program = '', ...words] = wordsOf(command, { FOLDER: path });
    await mkdir(path);
    await execa(program, words);
  });
  return {
    PYTHONPATH: folder,
    PYTHONDONTWRITEBYTECODE: '1',
    NODE_PATH: join(folder, 'node_modules'),
    CLASSPATH: join(folder, '*'),
  };
}
