import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api';

import type { Answer, LimitedQuestion, Question, WrittenAnswer } from '#engine/engine.ts';
import { answerable, type Asked } from './asked.ts';
import type { Use } from './process.ts';
import { createCounter, requireSize, sizeOf } from './size.ts';
import { type Shaped, shapedOf, valuesOf } from './values.ts';
import { borrow } from './warm.ts';

/** Answers a question about its sources with values. */
export async function answerQuestion({ sources, ...statement }: Question, use: Use): Promise<Answer> {
  const asked = await answerable({ by: 'compiler', ...statement, sources, limit: Infinity }, use);
  return borrow(asked.setting, use, async (connection) => {
    const { result, columns, shaped } = await run(connection, asked);
    const count = createCounter();
    const values: unknown[][] = columns.map(() => []);
    for await (const chunk of result) {
      for (const [index, column] of values.entries()) {
        const part = valuesOf(chunk, index, shaped[index]!);
        count(sizeOf(part));
        for (const value of part) column.push(value);
      }
    }
    return { columns, values };
  });
}

/** Answers a question about its sources with text that can be passed on as it is. */
export async function writeAnswer(question: LimitedQuestion, use: Use): Promise<WrittenAnswer> {
  const started = performance.now();
  const asked = await answerable(question, use);
  return borrow(asked.setting, use, async (connection) => {
    const { result, columns, shaped } = await run(connection, asked);
    const written = await writeColumns(result, shaped, question.limit);
    return { columns, ...written, milliseconds: performance.now() - started };
  });
}

/** The first rows as JSON, column by column; counted while it is written, so that little more than the limit is held. */
async function writeColumns(result: DuckDBResult, shaped: Shaped[], limit: number) {
  const count = createCounter();
  const parts: string[][] = shaped.map(() => []);
  let [rows, isCutOff] = [0, false];
  for await (const chunk of result) {
    const left = limit - rows;
    isCutOff ||= chunk.rowCount > left;
    const taken = Math.min(chunk.rowCount, left);
    rows += taken;
    if (taken === 0) continue;
    for (const [index, part] of parts.entries()) {
      const values = valuesOf(chunk, index, shaped[index]!).slice(0, taken);
      // What is far too large is not even written.
      requireSize(values);
      const text = JSON.stringify(values).slice(1, -1);
      count(Buffer.byteLength(text));
      part.push(text);
    }
  }
  return { rows, isCutOff, json: `[${parts.map((part) => `[${part.join(',')}]`).join(',')}]` };
}

async function run(connection: DuckDBConnection, asked: Asked) {
  const result = await asked.run(connection);
  const shaped = result.columnTypes().map((type) => shapedOf(type, asked.setting.zone));
  const columns = asked.naming(result.columnNames()).map((name, index) => ({ name, type: shaped[index]!.type }));
  return { result, shaped, columns };
}
