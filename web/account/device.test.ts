import { expect, test } from 'vitest';

import { deviceOf } from './device.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test('returns the common names of browser and system', () => {
  expect(deviceOf(`Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/140.0 Safari/537.36 Edg/140.0`)).toBe(
    'Edge · Windows',
  );
  expect(deviceOf(`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/140.0 Safari/537.36`)).toBe('Chrome · Linux');
  expect(deviceOf(`Mozilla/5.0 (Linux; Android 16) ${webKit} Chrome/140.0 Safari/537.36`)).toBe('Chrome · Android');
  expect(deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1')).toBe(
    'Safari · iPhone',
  );
});

test('returns the start of a user agent that is not a browser, and a dash for an empty one', () => {
  expect(deviceOf('curl/8.0')).toBe('curl/8.0');
  expect(deviceOf('x'.repeat(100))).toHaveLength(40);
  expect(deviceOf('')).toBe('-');
});
