import { maxTableBytes } from '#domain/query/query.ts';
import { csvCellOf } from '#domain/text/spreadsheet-text.ts';
import type { Export } from '#engine/engine.ts';
import { createCounter, requireSize, sizeOf } from './size.ts';
import type { ResultStream } from './stream.ts';
import { valuesOf } from './values.ts';

/** RFC 4180. Numbers and times are not quoted; an empty cell is null, `""` an empty text. */
export async function* csvOf({ columns, chunks }: ResultStream, { bom }: Export['options']): AsyncGenerator<string> {
  yield `${bom ? '\u{FEFF}' : ''}${columns.map(({ name }) => csvCellOf(name)).join(',')}\r\n`;
  const writers = columns.map(({ type }) => (type === 'text' || type === 'json' ? csvCellOf : String));
  for await (const chunk of chunks) {
    const values = columns.map((column, index) => valuesOf(chunk, index, column));
    let text = '';
    for (let row = 0; row < chunk.rowCount; row++) {
      for (let index = 0; index < values.length; index++) {
        const value = values[index]![row];
        if (index > 0) text += ',';
        if (value !== null) text += writers[index]!(value as string);
      }
      text += '\r\n';
    }
    yield text;
  }
}

/** An array of objects, one a line. */
export async function* jsonOf({ columns, chunks }: ResultStream): AsyncGenerator<string> {
  const keys = columns.map(({ name }, index) => `${index > 0 ? ',' : '{'}${JSON.stringify(name)}:`);
  // JSON values are written as they are.
  const writers = columns.map(({ type }) => (type === 'json' ? String : JSON.stringify));
  let before = '[\n';
  for await (const chunk of chunks) {
    const values = columns.map((column, index) => valuesOf(chunk, index, column));
    let text = '';
    for (let row = 0; row < chunk.rowCount; row++) {
      text += before;
      for (let index = 0; index < values.length; index++) text += keys[index]! + writers[index]!(values[index]![row]);
      text += '}';
      before = ',\n';
    }
    yield text;
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

const maxLineRows = 8_192;
/** Readers hold one line in memory at a time. */
const maxLineBytes = 1024 * 1024;

/** `RowsLine`, column by column. A line ends when it has enough rows or bytes. */
export async function* linesOf({ columns, chunks }: ResultStream): AsyncGenerator<string> {
  const count = createCounter(maxTableBytes);
  let line: unknown[][] = columns.map(() => []);
  let [rows, bytes] = [0, 0];
  const finish = () => {
    const text = `${JSON.stringify({ kind: 'rows', values: line })}\n`;
    count(Buffer.byteLength(text));
    line = columns.map(() => []);
    [rows, bytes] = [0, 0];
    return text;
  };
  for await (const chunk of chunks) {
    const values = columns.map((column, index) => valuesOf(chunk, index, column));
    for (let row = 0; row < chunk.rowCount; row++) {
      const cells = values.map((column) => column[row]);
      for (const [index, cell] of cells.entries()) line[index]!.push(cell);
      // A single row can be too large as well.
      requireSize(cells);
      bytes += sizeOf(cells);
      if (++rows >= maxLineRows || bytes >= maxLineBytes) yield finish();
    }
  }
  if (rows > 0) yield finish();
}
