import { expect, test } from 'vitest';

import { portAfter } from './connection-values.ts';

test('the port follows kind and encryption, unless it is not a default port', () => {
  expect(portAfter(5432, 'postgres', { kind: 'clickhouse', tls: 'verified' })).toBe(8443);
  expect(portAfter(8443, 'clickhouse', { kind: 'clickhouse', tls: 'off' })).toBe(8123);
  expect(portAfter(8123, 'clickhouse', { kind: 'trino', tls: 'off' })).toBe(8080);
  expect(portAfter(9999, 'clickhouse', { kind: 'clickhouse', tls: 'off' })).toBe(9999);
});
