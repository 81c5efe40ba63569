import table from 'virtual:readings';

import type { ReadingsOf } from '#domain/text/text-match.ts';

const readings = new Map(table.split(' ').map((entry) => [entry.charAt(0), entry.slice(1).split(',')]));

/** Pinyin readings of the palette's own texts. Names given by members are matched on the server. */
export const readingsOf: ReadingsOf = (text) =>
  Array.from({ length: text.length }, (_, at) => readings.get(text.charAt(at)));
