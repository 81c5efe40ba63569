import { csvCellOf } from '#contract/spreadsheet-text.ts';
import type { Export } from '#engine/engine.ts';
import type { Stream } from './stream.ts';
import { valuesOf } from './values.ts';

/** RFC 4180. Numbers and times stay what they are; an empty cell is null, a quoted empty one a text without letters. */
export async function* csvOf({ columns, chunks }: Stream, { bom }: Export['options']): AsyncGenerator<string> {
  yield `${bom ? '\u{FEFF}' : ''}${columns.map(({ name }) => csvCellOf(name)).join(',')}\r\n`;
  const writes = columns.map(({ type }) => (type === 'text' || type === 'json' ? csvCellOf : String));
  for await (const chunk of chunks) {
    const values = columns.map((column, index) => valuesOf(chunk, index, column));
    let text = '';
    for (let row = 0; row < chunk.rowCount; row++) {
      for (let index = 0; index < values.length; index++) {
        const value = values[index]![row];
        if (index > 0) text += ',';
        if (value !== null) text += writes[index]!(value as string);
      }
      text += '\r\n';
    }
    yield text;
  }
}

/** An array of objects, one a line. */
export async function* jsonOf({ columns, chunks }: Stream): AsyncGenerator<string> {
  const keys = columns.map(({ name }, index) => `${index > 0 ? ',' : '{'}${JSON.stringify(name)}:`);
  // What is JSON already goes in as it is.
  const writes = columns.map(({ type }) => (type === 'json' ? String : JSON.stringify));
  let before = '[\n';
  for await (const chunk of chunks) {
    const values = columns.map((column, index) => valuesOf(chunk, index, column));
    let text = '';
    for (let row = 0; row < chunk.rowCount; row++) {
      text += before;
      for (let index = 0; index < values.length; index++) text += keys[index]! + writes[index]!(values[index]![row]);
      text += '}';
      before = ',\n';
    }
    yield text;
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

// A line holds at most ten thousand rows; a chunk has 2048.
const chunksALine = 4;

/** `RowsLine`, column by column. */
export async function* linesOf({ columns, chunks }: Stream): AsyncGenerator<string> {
  let values: unknown[][] = columns.map(() => []);
  let held = 0;
  const line = () => `${JSON.stringify({ kind: 'rows', values })}\n`;
  for await (const chunk of chunks) {
    values = values.map((held, index) => held.concat(valuesOf(chunk, index, columns[index]!)));
    if (++held < chunksALine) continue;
    yield line();
    values = columns.map(() => []);
    held = 0;
  }
  if (held > 0) yield line();
}
