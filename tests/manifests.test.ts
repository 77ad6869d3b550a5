import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { cli } from './cli-run.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const folders = ['docs/ci', 'docs/kubernetes', '.github/workflows'];
const files = [
  'action.yml',
  ...folders.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`)),
];

describe.each(files)('%s', (file) => {
  const text = read(file);

  it('is YAML', () => {
    expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([]);
  });

  it('pins every foreign action by its commit, and names the version', () => {
    for (const [, used = ''] of text.matchAll(/^\s*(?:- )?uses: (.+)$/gm))
      expect(used).toMatch(/^(\.\/.*|[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/);
  });

  it('hands no expression to a shell, and holds no token', () => {
    const scripts = [...text.matchAll(/^(\s*)(?:- )?run: (?:\|\n((?:\1\s+.*\n|\n)+)|(.*))/gm)];
    for (const [, , block = '', line = ''] of scripts) expect(block + line).not.toContain('${{');
    expect(text).not.toMatch(/name: ACCESS_TOKEN\s+value:/);
  });
});

it('the options in them exist', async () => {
  const help = (await cli(['gate', '--help'])).output;
  const used = files.flatMap(
    (file) =>
      read(file).match(/(?<= |\[|\()--(?:yes|advisory|profile|within|push-\w+|out|contract)\b/g) ?? [],
  );
  expect(new Set(used).size).toBeGreaterThan(5);
  for (const option of used) expect(help).toContain(option);
});

describe('Kubernetes', () => {
  const manifests = files.filter((file) => file.startsWith('docs/kubernetes/'));

  it.each(manifests)('%s has only pods that the Pod Security Standard "restricted" lets in', (file) => {
    const pods = parseAllDocuments(read(file)).flatMap((one) => podsIn(one.toJS()));
    expect(pods.length).toBe(file.endsWith('testrun.yaml') ? 3 : 1);
    for (const { pod, containers } of pods) {
      expect(pod).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(pod?.['runAsUser']).toBeGreaterThan(0);
      for (const one of containers)
        expect(one).toMatchObject({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } });
      expect(containers.length).toBeGreaterThan(0);
    }
  });

  it('the initializer of k6-operator can write its files, and gets no variables', () => {
    const { initializer, runner } =
      parseAllDocuments(read('docs/kubernetes/testrun.yaml'))[0]?.toJS().spec ?? {};
    expect(initializer.containerSecurityContext).not.toHaveProperty('readOnlyRootFilesystem');
    expect([initializer.env, initializer.envFrom]).toEqual([undefined, undefined]);
    expect(runner.containerSecurityContext.readOnlyRootFilesystem).toBe(true);
  });
});

type Context = Readonly<Record<string, unknown>> | undefined;

interface Pod {
  readonly securityContext?: Context;
  readonly containerSecurityContext?: Context;
  readonly containers?: readonly Pod[];
}

/** The security contexts of each pod, and of its containers: a TestRun has three pods of one container. */
function podsIn(found: Pod | string | null): { pod: Context; containers: Context[] }[] {
  if (typeof found !== 'object' || found === null) return [];
  const { securityContext: pod, containerSecurityContext: only, containers } = found;
  if (only !== undefined) return [{ pod, containers: [only] }];
  if (Array.isArray(containers))
    return [{ pod, containers: containers.map(({ securityContext }) => securityContext) }];
  return Object.values(found as Readonly<Record<string, Pod>>).flatMap(podsIn);
}

it('one k6 is pinned everywhere', () => {
  const pinned = ['Dockerfile', 'docs/kubernetes/testrun.yaml'].flatMap(
    (file) => read(file).match(/grafana\/k6:\S+/g) ?? [],
  );
  expect(pinned).toHaveLength(3);
  expect(new Set(pinned).size).toBe(1);
});
