import { quoteName } from '#engine/sql/quote.ts';
import type { UseConnection } from './use-connection.ts';
import { customersSql } from './sample-customers.ts';
import { clockSql, daysSql } from './sample-days.ts';
import { goodsSql } from './sample-goods.ts';
import { tradeSql } from './sample-trade.ts';
import { writeSegment } from './segment.ts';
import type { WrittenSegment, Tasks } from './tasks.ts';

/** Writes a table of the sample data, two years of a shop up to an instant, into a segment. */
export function writeSample(
  { table, file, columns, now }: Tasks['sample']['input'],
  use: UseConnection,
): Promise<WrittenSegment> {
  const columnsSql = columns.map(({ id, name }) => `${quoteName(name)} as ${quoteName(id)}`).join(', ');
  const isTrade = table === 'orders' || table === 'visits';
  const rows = `(select ${columnsSql} from ${table})`;
  return writeSegment(file, columns, rows, use, {
    before: [...clockSql(now), ...goodsSql, ...customersSql, ...(isTrade ? [...daysSql(now), ...tradeSql] : [])],
    bytes: isTrade ? Infinity : 0,
  });
}
