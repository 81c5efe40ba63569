import { expect, test } from 'vitest';

import { parseConnectionUrl } from './connection-url.ts';

const parse = (text: string) => parseConnectionUrl(text, 'postgres');
const tlsOf = (text: string) => parse(text)?.tls;

test('parses a PostgreSQL URL and decodes its user and password', () => {
  expect(parse('postgres://reader:p%40ss%2Fword@db.example.com:5433/shop?sslmode=verify-full')).toEqual({
    kind: 'postgres',
    host: 'db.example.com',
    port: 5433,
    database: 'shop',
    user: 'reader',
    password: 'p@ss/word',
    tls: 'verified',
    ignored: [],
    isPortReplaced: false,
  });
});

test('every scheme sets a kind and a default port', () => {
  const kinds = [
    'postgresql://a/b',
    'mysql://a/b',
    'mariadb://a/b',
    'clickhouse://a/b',
    'trino://a/b',
    'http://a:8123/',
    'postgresql+psycopg2://a/b',
    'jdbc:postgresql://a/b',
    'jdbc:mysql://a/b',
    'jdbc:ch://a/b',
    'jdbc:clickhouse:https://a:8443/b',
  ].map((url) => [parse(url)?.kind, parse(url)?.port]);
  expect(kinds).toEqual([
    ['postgres', 5432],
    ['mysql', 3306],
    ['mysql', 3306],
    ['clickhouse', 8123],
    ['trino', 8080],
    ['clickhouse', 8123],
    ['postgres', 5432],
    ['postgres', 5432],
    ['mysql', 3306],
    ['clickhouse', 8123],
    ['clickhouse', 8443],
  ]);
});

test('an http(s) URL belongs to Trino if Trino is selected', () => {
  expect(parseConnectionUrl('https://trino.example.com/hive/sales', 'trino')).toMatchObject({
    kind: 'trino',
    port: 443,
    database: 'hive.sales',
    tls: 'verified',
  });
});

test('catalog and schema of a Trino URL become one name', () => {
  expect(parse('jdbc:trino://host:8443/hive/sales?user=ann&SSL=true&SSLVerification=NONE')).toMatchObject({
    database: 'hive.sales',
    user: 'ann',
    tls: 'encrypted',
    ignored: [],
  });
  expect(parse('trino://ann@host/hive')).toMatchObject({ database: 'hive', user: 'ann', password: '' });
});

test('reads the TLS mode from the parameters of each driver', () => {
  expect(tlsOf('postgres://a/b')).toBeUndefined();
  expect(tlsOf('postgres://a/b?sslmode=disable')).toBe('off');
  expect(tlsOf('postgres://a/b?sslmode=require')).toBe('encrypted');
  expect(tlsOf('jdbc:postgresql://a/b?ssl=true&sslmode=require')).toBe('encrypted');
  expect(tlsOf('jdbc:mysql://a/b?useSSL=false')).toBe('off');
  expect(tlsOf('mysql://a/b?ssl-mode=VERIFY_IDENTITY')).toBe('verified');
  expect(tlsOf('mysql://a/b?tls=skip-verify')).toBe('encrypted');
  expect(tlsOf('clickhouse://a/b?secure=true')).toBe('verified');
  expect(tlsOf('clickhouse://a/b?secure=true&skip_verify=true')).toBe('encrypted');
  expect(tlsOf('http://a:8123')).toBe('off');
  expect(tlsOf('https://a:8443')).toBe('verified');
});

test('lists the parameters that are ignored', () => {
  expect(parse('postgres://a/b?sslmode=require&application_name=x&connect_timeout=5')?.ignored).toEqual([
    'application_name',
    'connect_timeout',
  ]);
});

test('user, password and database may be parameters', () => {
  expect(parse('jdbc:clickhouse://a?database=shop&user=ann&password=p%23w')).toMatchObject({
    database: 'shop',
    user: 'ann',
    password: 'p#w',
  });
});

test("the port of ClickHouse's native protocol is replaced by the HTTP port", () => {
  expect(parse('clickhouse://default@a:9000/default')).toMatchObject({ port: 8123, isPortReplaced: true });
  expect(parse('clickhouse://default@a:9440/default')).toMatchObject({ port: 8443, tls: 'verified' });
  expect(parse('postgres://a:9000/b')).toMatchObject({ port: 9000, isPortReplaced: false });
});

test('parses IPv6 hosts, the first of several hosts, and passwords with an @', () => {
  expect(parse('postgres://u:p@[2001:db8::1]:5433/b')).toMatchObject({ host: '2001:db8::1', port: 5433 });
  expect(parse('postgres://one:5433,two:5434/b')).toMatchObject({ host: 'one', port: 5433 });
  expect(parse('postgres://u:p@ss%@host/b')).toMatchObject({ host: 'host', user: 'u', password: 'p@ss%' });
});

test('text that is not a connection URL is not parsed', () => {
  for (const text of ['', 'db.example.com', 'mongodb://a/b', 'postgres://', 'jdbc:oracle:thin:@a:1/b', 'ftp://a'])
    expect(parse(text)).toBeUndefined();
});
