import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { specOf } from '#server/testing/queries.ts';
import { createClient } from '#server/testing/client.ts';
import { openMailbox } from '#server/testing/mail.ts';
import { createPusher } from '#server/testing/push.ts';
import { createInstallation } from '#server/testing/directories.ts';
import {
  connectionOf,
  createInvitation,
  createOwner,
  newAccount,
  ownerAccount,
  queryOnce,
  tokenIn,
} from '#server/testing/product.ts';
import { startServer, stopServer } from '#server/testing/process.ts';

let directory: string;
let lines: Record<string, unknown>[];
let output: string;
const secrets = new Map<string, string>();
const recordSecret = (name: string, value: string) => secrets.set(name, value).get(name)!;

/** Sends and receives every kind of secret through every route that takes or returns one. */
beforeAll(async () => {
  directory = await createInstallation();
  const mailbox = await openMailbox();
  const server = await startServer({ SHUJU_DATA: directory, SMTP_URL: mailbox.url, LOG_LEVEL: 'debug' });
  const client = createClient(server.url);

  const owner = await createOwner(client);
  recordSecret('the password', ownerAccount.password);
  recordSecret('the token', owner.token);
  recordSecret('the row of the token', owner.token.split('.')[0]!);
  recordSecret('the cookie', (await client.browserHeaders())['x-xsrf-token']!);
  const wrong = recordSecret('a wrong password', 'canary-wrong-password');
  await client.call('POST /auth/signin', { identifier: 'owner', password: wrong });
  await client.call('POST /auth/signin', { identifier: 'owner', password: ownerAccount.password });

  const invitation = recordSecret('the invitation', await createInvitation(client, owner.token));
  await client.call('POST /auth/invitation', { invitation });
  const account = newAccount();
  const member = await client.call('POST /auth/signup', { ...account, invitation });
  recordSecret('the token of the member', member.body.token);

  await client.call('POST /auth/forgot', { identifier: account.email });
  const reset = recordSecret('the reset token', tokenIn(/http\S+/.exec((await mailbox.next()).text)![0]));
  const password = recordSecret('the new password', 'canary-new-password');
  await client.call('POST /auth/reset', { token: reset, password });
  await client.call('POST /auth/reset', { token: reset, password });
  await client.send(`/auth/reset?token=${reset}`);
  await client.send(`/api/me?token=${recordSecret('a token in an address', 'canary-query-token')}`);
  await client.send(`/api/nothing/${recordSecret('a token in a path', 'canary-path-token')}`);

  const pusher = await createPusher(client, owner.token);
  const writeKey = recordSecret('the write key', pusher.secret);
  await pusher.push('canary', { event: recordSecret('a pushed value', 'canary-pushed-value') });
  await pusher.push('canary', '{"broken": canary-pushed-value');
  await client.send(`/api/ingest/canary?key=${writeKey}`, { method: 'POST', body: '{}' });
  await client.send('/v1/track', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ writeKey, event: 'canary-pushed-value' }),
  });
  const { id } = await pusher.dataset('canary', 2);
  const spec = {
    ...specOf(id),
    filters: [{ op: 'equals' as const, column: 'event', value: recordSecret('a value asked for', 'canary-asked') }],
  };
  await client.call('POST /queries', { ask: specOf(id), zone: 'UTC' }, { token: owner.token });
  await client.call('POST /queries', { ask: spec, zone: 'UTC' }, { token: owner.token });

  const created = await client.call('POST /me/keys', { name: 'Sheet', scope: 'read', days: 7 }, { token: owner.token });
  const key = recordSecret('a key in the address of data', created.body.secret);
  const value = recordSecret('a value filtered by', 'canary-filtered');
  for (const address of [
    `datasets/${id}.csv?event=${value}`,
    'datasets/nothing.csv?',
    `datasets/${id}.csv?no=${value}`,
  ])
    await client.send(`/api/data/${address}&key=${key}`);

  // Queries that fail with secrets among their values.
  const connection = await connectionOf(directory);
  await queryOnce(connection, 'alter table credentials rename to hidden');
  await client.call('POST /auth/signin', { identifier: 'owner', password: wrong });
  await client.call('POST /auth/signup', { ...newAccount(), invitation: await createInvitation(client, owner.token) });
  await queryOnce(connection, 'alter table sessions rename column token to hidden');
  await client.call('GET /me', {}, { token: member.body.token });
  await queryOnce(connection, 'alter table verifications rename to gone');
  await client.call('POST /auth/forgot', { identifier: account.email });
  await client.call('POST /auth/reset', { token: reset, password });

  await stopServer(server);
  await mailbox.close();
  output = server.output();
  lines = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('the log has a line per request with its route but without its URL; plain reads only at debug level', () => {
  const requests = lines.filter(({ msg }) => msg === 'request');
  expect(requests.length).toBeGreaterThan(10);
  expect(requests[0]).toEqual({
    level: 20,
    time: expect.stringMatching(/^\d{4}-/),
    server: expect.stringMatching(/^[0-9a-f-]{36}$/),
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    method: 'GET',
    route: '/api/installation',
    status: 200,
    milliseconds: expect.any(Number),
    ip: '127.0.0.1',
    msg: 'request',
  });
  expect(requests.map(({ route }) => route)).toContain('unknown');
  const signIns = requests.filter(({ route }) => route === '/api/auth/signin');
  expect(signIns.map(({ level, status }) => [level, status])).toEqual([
    [30, 401],
    [30, 200],
    [30, 500],
  ]);
  const read = requests.filter(({ route }) => route === '/api/data/datasets/:id.:format');
  // A response that is streamed may end after the next one.
  expect(new Set(read.map(({ level, status }) => `${String(level)} ${String(status)}`))).toEqual(
    new Set(['20 200', '30 404', '30 400']),
  );
  const queries = requests.filter(({ route }) => route === '/api/queries');
  expect(queries.map(({ level, status }) => [level, status])).toEqual([
    [20, 200],
    [30, 422],
  ]);
});

test('internal errors are logged with the request id of the response', () => {
  const failures = lines.filter(({ level }) => level === 50);
  expect(failures.length).toBeGreaterThanOrEqual(4);
  expect(JSON.stringify(failures)).toMatch(/column .*token.* does not exist|relation .*credentials.* does not exist/);
  expect(failures[0]).toMatchObject({ traceId: expect.any(String), err: { stack: expect.any(Array) } });
});

test('the log contains no secrets', () => {
  expect(secrets.size).toBeGreaterThan(10);
  const leaked = [...secrets].filter(
    ([, value]) => output.includes(value) || output.includes(encodeURIComponent(value)),
  );
  expect(leaked.map(([name]) => name)).toEqual([]);
  expect(output).not.toMatch(/[0-9a-f]{32}:[0-9a-f]{128}/);
});
