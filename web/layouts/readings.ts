import table from 'virtual:readings';

import type { ReadingsOf } from '#contract/match.ts';

const readings = new Map(table.split(' ').map((entry) => [entry.charAt(0), entry.slice(1).split(',')]));

/** How the Chinese of the palette's own texts sounds. What people have named is found by the server. */
export const readingsOf: ReadingsOf = (text) =>
  Array.from({ length: text.length }, (_, at) => readings.get(text.charAt(at)));
