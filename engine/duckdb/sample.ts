import { quoteName } from './instance.ts';
import type { Use } from './process.ts';
import { daysSql } from './sample-days.ts';
import { goodsSql } from './sample-goods.ts';
import { tradeSql } from './sample-trade.ts';
import { writeSegment } from './segment.ts';
import type { Sealed, Tasks } from './tasks.ts';

/** Writes a table of the sample, two years of a shop up to a moment, into a segment. */
export function writeSample({ table, file, columns, now }: Tasks['sample']['input'], use: Use): Promise<Sealed> {
  const shown = columns.map(({ id, name }) => `${quoteName(name)} as ${quoteName(id)}`).join(', ');
  const rows = `(select ${shown} from ${table})`;
  return writeSegment(file, columns, rows, use, {
    before: [...daysSql(now), ...goodsSql, ...tradeSql],
    bytes: table === 'products' ? 0 : Infinity,
  });
}
