import { expect, test } from 'vitest';

import { mayCall } from './address.ts';

const inside = ['127.0.0.1', '127.9.9.9', '10.0.0.1', '172.31.0.1', '192.168.1.1', '100.64.0.1', '::1', 'fd00::1'];
const embedded = ['::ffff:7f00:1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '64:ff9b::c0a8:101', '::127.0.0.1'];
const never = [
  '0.0.0.0',
  '0.1.2.3',
  '255.255.255.255',
  '224.0.0.1',
  '240.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '169.254.169.254',
  '::ffff:a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  'fe80::1',
  '::',
  'ff02::1',
  'fec0::1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  '64:ff9b:1::7f00:1',
  '2001:db8::1',
  '',
  'example.com',
  '127.0.0.1%eth0',
];
const outside = ['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '::ffff:1.1.1.1', '64:ff9b::101:101'];

test('public addresses may be called', () => {
  expect(outside.filter((each) => !mayCall(each, false))).toEqual([]);
});

test('private addresses may be called only if allowed, however they are written', () => {
  expect([...inside, ...embedded].filter((each) => mayCall(each, false))).toEqual([]);
  expect([...inside, ...embedded].filter((each) => !mayCall(each, true))).toEqual([]);
});

test('link-local, multicast, unspecified and tunnel addresses are never called', () => {
  expect(never.filter((each) => mayCall(each, true))).toEqual([]);
});
