import type { DuckDBConnection } from '@duckdb/node-api';

import type { Answer, LimitedQuestion, Question, WrittenAnswer } from '#engine/engine.ts';
import { answerable, type Asked } from './asked.ts';
import type { Use } from './process.ts';
import { shapedOf, valuesOf } from './values.ts';
import { borrow } from './warm.ts';

/** Answers a question about its sources with values. */
export async function answerQuestion({ sources, ...statement }: Question, use: Use): Promise<Answer> {
  const asked = await answerable({ by: 'compiler', ...statement, sources, limit: Infinity }, use);
  return borrow(asked.setting, use, async (connection) => {
    const { columns, values } = await readAll(connection, asked);
    return { columns, values };
  });
}

/** Answers a question about its sources with text that can be passed on as it is. */
export async function writeAnswer(question: LimitedQuestion, use: Use): Promise<WrittenAnswer> {
  const started = performance.now();
  const asked = await answerable(question, use);
  return borrow(asked.setting, use, async (connection) => {
    const { columns, values, rows } = await readAll(connection, asked);
    const isCutOff = rows > question.limit;
    const shown = isCutOff ? values.map((column) => column.slice(0, question.limit)) : values;
    const json = `[${shown.map((column) => JSON.stringify(column)).join(',')}]`;
    const milliseconds = performance.now() - started;
    return { columns, rows: Math.min(rows, question.limit), isCutOff, json, milliseconds };
  });
}

async function readAll(connection: DuckDBConnection, asked: Asked) {
  const result = await asked.run(connection);
  const shaped = result.columnTypes().map((type) => shapedOf(type, asked.setting.zone));
  const columns = asked.naming(result.columnNames()).map((name, index) => ({ name, type: shaped[index]!.type }));
  const parts: unknown[][][] = columns.map(() => []);
  let rows = 0;
  for await (const chunk of result) {
    rows += chunk.rowCount;
    for (const [index, part] of parts.entries()) part.push(valuesOf(chunk, index, shaped[index]!));
  }
  return { columns, values: parts.map((part) => part.flat(1)), rows };
}
