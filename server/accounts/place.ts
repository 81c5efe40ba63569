import ipaddr from 'ipaddr.js';

import type { Session } from '#contract/accounts.ts';

const inside = new Set(['private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']);

/** Where an address is, as far as it says so itself; no one else is asked. */
export function placeOf(address: string): Session['place'] {
  const plain = address.split('%')[0]!;
  if (!ipaddr.isValid(plain)) return 'outside';
  const range = ipaddr.process(plain).range();
  if (range === 'loopback') return 'machine';
  return inside.has(range) ? 'inside' : 'outside';
}
