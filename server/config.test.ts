import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

import { parseConfig, settingNames } from './config.ts';
import { root } from './root.ts';

describe('the settings', () => {
  test('each have a default, and an empty value counts as unset', () => {
    const defaults = parseConfig({});
    expect(defaults).toMatchObject({ port: 3000, host: 'localhost', publicUrl: 'http://localhost:3000', mail: null });
    expect(parseConfig({ PORT: '', HOST: '', SHUJU_SECRET: '', DATABASE_URL: '', SMTP_URL: '' })).toEqual(defaults);
  });

  test.each([
    ['PORT', 'many'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['SHUJU_SECRET', 'x'.repeat(31)],
    ['DATABASE_URL', 'mysql://canary@host/x'],
    ['DATABASE_URL', 'canary'],
    ['WAREHOUSE_URL', 'clickhouse://canary@host/x'],
    ['WAREHOUSE_URL', 'http://canary:8123'],
    ['WAREHOUSE_URL', 'http://user:canary%ss@host:8123/x'],
    ['WAREHOUSE_URL', 'http://user:canary%ff@host:8123/x'],
    ['PUBLIC_URL', 'data.example.com/canary'],
    ['PUBLIC_URL', 'javascript:canary'],
    ['SMTP_URL', 'http://canary'],
    ['ICON_SCRIPT', 'canary'],
    ['ICON_SCRIPT', 'https://example.com/i.js;canary'],
    ['PUBLIC_URL', 'https://example.com/canary'],
    ['TRUST_PROXY', 'canary'],
    ['TRUST_PROXY', '10.0.0.0/8,canary'],
    ['LOG_LEVEL', 'canary'],
    ['MEMORY_MEGABYTES', 'canary'],
    ['MEMORY_MEGABYTES', '255'],
  ])('reject %s=%s, naming the setting but not repeating its value', (name, value) => {
    const parse = () => parseConfig({ [name]: value });
    expect(parse).toThrow(new RegExp(`^Invalid setting\\. ${name}: `));
    expect(parse).not.toThrow(/canary/);
  });

  test('accept proxies as addresses, ranges and names', () => {
    const { trustProxy } = parseConfig({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1,fd00::/8, loopback' });
    expect(trustProxy).toEqual(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', 'loopback']);
  });

  test.each([
    'README.md',
    'README.zh_CN.md',
    'docs/guide/en_US/administration.md',
    'docs/guide/zh_CN/administration.md',
  ])('are all documented in %s', (file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    expect(settingNames.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  test('drop the trailing slash of PUBLIC_URL, because paths start with one', () => {
    expect(parseConfig({ PUBLIC_URL: 'https://data.example.com/' }).publicUrl).toBe('https://data.example.com');
  });
});
