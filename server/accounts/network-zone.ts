import ipaddr from 'ipaddr.js';

import type { Session } from '#contract/accounts/routes.ts';

const insideRanges = new Set(['private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']);

/** Network zone of an IP address, from its range; no geolocation service is used. */
export function networkZoneOf(address: string): Session['place'] {
  const plain = address.split('%')[0]!;
  if (!ipaddr.isValid(plain)) return 'outside';
  const range = ipaddr.process(plain).range();
  if (range === 'loopback') return 'machine';
  return insideRanges.has(range) ? 'inside' : 'outside';
}
