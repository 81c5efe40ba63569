import { expect, test } from 'vitest';

import { networkZoneOf } from './network-zone.ts';

test.each([
  ['127.0.0.1', 'machine'],
  ['::1', 'machine'],
  ['::ffff:127.0.0.1', 'machine'],
  ['192.168.1.7', 'inside'],
  ['::ffff:10.1.2.3', 'inside'],
  ['fd00::1', 'inside'],
  ['fe80::1%eth0', 'inside'],
  ['203.0.113.5', 'outside'],
  ['2606:4700::1111', 'outside'],
  ['', 'outside'],
  ['nonsense', 'outside'],
])('%s is in the zone %s', (address, zone) => {
  expect(networkZoneOf(address)).toBe(zone);
});
