import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { StatefulSet } from 'kubernetes-types/apps/v1';
import type { Secret, Service } from 'kubernetes-types/core/v1';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';

import { parseConfig, settingNames } from '#server/config.ts';
import { root } from '#server/root.ts';

const run = promisify(execFile);
const folder = path.join(root, 'deploy/kubernetes');

type Manifests = {
  StatefulSet: StatefulSet;
  Service: Service;
  Secret: Secret;
  PodDisruptionBudget: PodDisruptionBudget;
};
type Manifest = Manifests[keyof Manifests];
const manifests = ['.', 'examples'].flatMap((place) =>
  readdirSync(path.join(folder, place))
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => parseAllDocuments(readFileSync(path.join(folder, place, name), 'utf8')))
    .map((document) => document.toJS() as Manifest),
);

const find = <K extends keyof Manifests>(kind: K, name: string) =>
  manifests.find((each) => each.kind === kind && each.metadata?.name === name) as Manifests[K];
const servers = () => find('StatefulSet', 'shuju').spec!;
const pod = () => servers().template.spec!;

/** Modules of `kubernetes-types`, which are generated from the API of Kubernetes. */
const modules: Record<string, string> = { v1: 'core/v1', 'apps/v1': 'apps/v1', 'policy/v1': 'policy/v1' };

/** Reports unknown, missing and wrong fields of manifests: TypeScript checks them as literals of their types. */
async function checkTypes(list: object[]): Promise<string> {
  const checked = await mkdtemp(path.join(root, 'node_modules/.shuju-manifests-'));
  const lines = (list as Manifest[]).map(
    ({ apiVersion, kind, ...rest }, index) =>
      `export const m${index}: import('kubernetes-types/${modules[apiVersion!]}').${kind} = ${JSON.stringify({ apiVersion, kind, ...rest })};`,
  );
  try {
    await writeFile(path.join(checked, 'manifests.ts'), lines.join('\n'));
    const options = ['--noEmit', '--strict', '--moduleResolution', 'bundler', '--module', 'esnext', '--ignoreConfig'];
    const tsc = path.join(root, 'node_modules/.bin/tsc');
    return await run(tsc, [...options, path.join(checked, 'manifests.ts')], { cwd: checked }).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );
  } finally {
    await rm(checked, { recursive: true });
  }
}

test('manifests have only fields of the API of Kubernetes, with the right types', async () => {
  expect(manifests.map(({ kind }) => String(kind)).toSorted()).toEqual([
    'PodDisruptionBudget',
    'Secret',
    'Service',
    'Service',
    'StatefulSet',
  ]);
  expect(await checkTypes(manifests)).toBe('');
});

test('the check finds unknown, missing and wrong fields', async () => {
  const budget = find('PodDisruptionBudget', 'shuju');
  const wrong = [
    { ...budget, spec: { ...budget.spec, maxUnavailible: 1 } },
    { ...find('StatefulSet', 'shuju'), spec: { ...servers(), replicas: 'two' } },
    { ...find('StatefulSet', 'shuju'), spec: { ...servers(), selector: undefined } },
  ];
  for (const manifest of wrong) expect(await checkTypes([manifest])).toMatch(/error TS/);
});

test('selectors, names and ports fit together', () => {
  const labels = servers().template.metadata!.labels;
  expect(servers().selector.matchLabels).toEqual(labels);
  for (const name of ['shuju', 'shuju-servers']) {
    const { selector, ports } = find('Service', name).spec!;
    expect(selector).toEqual(labels);
    expect(ports).toMatchObject([{ targetPort: 'http' }]);
  }
  expect(find('PodDisruptionBudget', 'shuju').spec!.selector!.matchLabels).toEqual(labels);
  expect(servers().serviceName).toBe('shuju-servers');
  expect(find('Service', 'shuju-servers').spec!.clusterIP).toBe('None');
});

test('servers run without privileges on a read-only file system', () => {
  const [container] = pod().containers;
  expect(pod().securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 });
  expect(container!.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  expect(container!.volumeMounts!.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp']);
  const probes = [container!.startupProbe, container!.livenessProbe, container!.readinessProbe];
  expect(probes.map((probe) => probe!.httpGet!.path)).toEqual(['/healthz', '/healthz', '/readyz']);
});

test('servers have valid settings', () => {
  const own = pod().containers[0]!.env!.filter(({ name }) => name !== 'POD_NAME');
  const settings = {
    ...find('Secret', 'shuju').stringData,
    ...Object.fromEntries(own.map(({ name, value }) => [name, value!.replace('$(POD_NAME)', 'shuju-0')])),
  };
  expect(Object.keys(settings).filter((name) => !settingNames.includes(name))).toEqual([]);
  expect(parseConfig(settings)).toMatchObject({ isShared: true, serverUrl: 'http://shuju-0.shuju-servers:3000' });
});
