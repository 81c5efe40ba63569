import type { DuckDBConnection } from '@duckdb/node-api';

import { Problem } from '#contract/errors.ts';
import { createJudge, type Suspect, type Verdict } from '#engine/files/judge.ts';
import { limits } from '#engine/files/limits.ts';
import { readJsonLines } from '#engine/files/lines.ts';
import { readRecords, textOf, type TextRecord } from '#engine/files/records.ts';
import { openLines } from '#engine/files/write.ts';
import type { ParquetSource, RejectedRow, TextSource } from '#engine/tables.ts';
import { quoteName, quoteText } from './instance.ts';
import { doubtName, parquetText } from './plan.ts';
import type { Tasks } from './tasks.ts';
import { storedAs } from './types.ts';

type Load = Tasks['load']['input'];

const manyRows = 1_000_000;
/** Up to here rows that fit after all are put where they stood; in larger tables they come last. */
const orderedRows = 2_000_000;
const placeName = '$place';

/**
 * Looks again at the rows that DuckDB refused or doubted. Those that fit after all are added, the others written to
 * the file of rejects. Says how many those are, the line of the first, and how many cells the recipe corrected.
 */
export async function settleRejects(
  connection: DuckDBConnection,
  load: Load,
  spare: string,
): Promise<{ rejected: number; corrected: number; firstRejected: number | null }> {
  const { source, columns } = load;
  const styles = columns.map((column) => (source.kind === 'csv' ? source.styles[column.source]! : null));
  const judge = createJudge(columns, styles, load.recipe, load.zone);
  const written = await writeVerdicts(suspectsOf(connection, load), judge, { ...load, spare });
  const [count = 0] = await listNumbers(connection, 'select count(*) from segment.rows');
  if (written.fitting > 0 && count <= orderedRows) await mixRows(connection, load, spare);
  else {
    await connection.run(`delete from segment.rows where ${quoteName(doubtName)}`);
    await connection.run(`alter table segment.rows drop column ${quoteName(doubtName)}`);
    if (written.fitting > 0) await addRows(connection, load, spare);
  }
  const { rejected, corrected, firstRejected } = written;
  return { rejected, corrected, firstRejected };
}

async function* suspectsOf(connection: DuckDBConnection, load: Load): AsyncGenerator<Suspect> {
  const { source } = load;
  const refused = source.kind === 'csv' ? await listNumbers(connection, refusedSql) : [];
  const doubted = await listNumbers(connection, `select rowid from segment.rows where ${quoteName(doubtName)}`);
  if (refused.length > manyRows) throw tooMany(undefined);
  if (source.kind === 'cells') yield* listCells(source.file);
  else if (refused.length + doubted.length === 0) yield* [];
  else if (source.kind === 'csv') yield* listSuspects(source, load, { refused, doubted });
  else yield* listParquetSuspects(connection, source, load);
}

async function* listCells(file: string): AsyncGenerator<Suspect> {
  let line = 0;
  for await (const cells of readJsonLines<(string | null)[]>(file))
    yield { line: ++line, place: line, cells, flaw: null };
}

// A row is refused once for every cell that is wrong.
const refusedSql = 'select distinct line_byte_position - 1 as place from reject_errors order by place';

async function listNumbers(connection: DuckDBConnection, sql: string): Promise<number[]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getColumns()[0]?.map(Number) ?? [];
}

/** Finds the rows again in the file: refused ones by their place, doubted ones by their number among the others. */
async function* listSuspects(
  source: TextSource,
  { columns }: Load,
  { refused, doubted }: { refused: number[]; doubted: number[] },
): AsyncGenerator<Suspect> {
  const fields = columns.map((column) => source.fields[column.source]!);
  let [record, taken, nextRefused, nextDoubted] = [0, 0, 0, 0];
  for await (const batch of readRecords(source.file, { delimiter: source.delimiter, quote: '"' })) {
    for (const each of batch) {
      if (record++ < source.skip) continue;
      let place = 2 * taken;
      if (each.offset === refused[nextRefused]) nextRefused++;
      else if (taken++ === doubted[nextDoubted]) {
        nextDoubted++;
        place++;
      } else continue;
      const suspect = suspectOf(each, source, { fields, place });
      if (suspect) yield suspect;
    }
    if (nextRefused === refused.length && nextDoubted === doubted.length) return;
  }
  throw new Error('Misaligned: a row that was refused is not where it was said to be');
}

type Spot = { fields: number[]; place: number };

function suspectOf({ cells, line }: TextRecord, source: TextSource, { fields, place }: Spot): Suspect | undefined {
  const own = source.numbered ? cells.slice(1) : cells;
  if (own.length === 1 && own[0]!.trim() === '' && source.width > 1) return undefined;
  const surplus = own.slice(source.width).some((cell) => cell !== '');
  return {
    line: source.numbered ? Number(cells[0]) : line,
    place,
    cells: fields.map((field) => (own[field] === undefined ? null : textOf(own[field]))),
    flaw: surplus ? 'too_many_cells' : own.length < source.width ? 'too_few_cells' : null,
  };
}

async function* listParquetSuspects(
  connection: DuckDBConnection,
  parquet: ParquetSource,
  { columns }: Load,
): AsyncGenerator<Suspect> {
  const shown = columns.map(({ source }) => parquetText(parquet, source));
  const reader = await connection.stream(
    `select file_row_number + 1, ${shown.join(', ')} from read_parquet(${quoteText(parquet.file)}, file_row_number = true)
     where file_row_number in (select rowid from segment.rows where ${quoteName(doubtName)})`,
  );
  for (let chunk = await reader.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await reader.fetchChunk()) {
    for (const [line, ...cells] of chunk.getRows()) {
      yield { line: Number(line), place: 2 * Number(line) - 1, cells: cells as (string | null)[], flaw: null };
    }
  }
}

type Files = { rejects: string; spare: string; columns: Load['columns'] };

async function writeVerdicts(suspects: AsyncIterable<Suspect>, judge: (suspect: Suspect) => Verdict, files: Files) {
  const rejects = openLines(files.rejects);
  const fitting = openLines(files.spare);
  let first: RejectedRow | undefined;
  let corrected = 0;
  try {
    for await (const suspect of suspects) {
      const verdict = judge(suspect);
      if ('row' in verdict) {
        corrected += verdict.corrected;
        await fitting.add(JSON.stringify({ ...verdict.row, [placeName]: suspect.place }));
        continue;
      }
      first ??= verdict.reject;
      await rejects.add(JSON.stringify(verdict.reject));
      if (rejects.count() > limits.rejects) throw tooMany(first, files.columns);
    }
  } finally {
    await Promise.all([rejects.close(), fitting.close()]);
  }
  return { rejected: rejects.count(), fitting: fitting.count(), corrected, firstRejected: first?.line ?? null };
}

function tooMany(first: RejectedRow | undefined, columns: Load['columns'] = []): Problem {
  const place = columns.findIndex(({ id }) => id === first?.column);
  const column = place < 0 ? '' : String(columns[place]!.source + 1);
  return new Problem('too_many_rejects', { limit: String(limits.rejects), line: first?.line ?? 1, column });
}

const namesOf = ({ columns }: Load) => columns.map(({ id }) => quoteName(id)).join(', ');

/** The rows of a file that fit after all. JSON stands there as text: read as JSON it would become a quoted string. */
function readFitting({ columns }: Load, file: string): string {
  const textual = (type: string) => (type === 'JSON' ? 'VARCHAR' : type);
  const types = [...columns.map(({ id, type }) => [id, textual(storedAs[type])]), [placeName, 'BIGINT']];
  const shown = types.map(([name, type]) => `${quoteText(name!)}: ${quoteText(type!)}`).join(', ');
  const values = columns.map(({ id, type }) => `${quoteName(id)}::${storedAs[type]} as ${quoteName(id)}`);
  return `(select ${values.join(', ')}, ${quoteName(placeName)} from read_json(${quoteText(file)},
    format = 'newline_delimited', maximum_object_size = 67108864, columns = {${shown}}))`;
}

async function addRows(connection: DuckDBConnection, load: Load, file: string): Promise<void> {
  const names = namesOf(load);
  await connection.run(`insert into segment.rows (${names}) select ${names} from ${readFitting(load, file)}`);
}

/** Puts the rows that fit after all where they stood among the others. */
async function mixRows(connection: DuckDBConnection, load: Load, file: string): Promise<void> {
  const names = namesOf(load);
  const place = quoteName(placeName);
  await connection.run(
    `create table segment.mixed as select ${names} from (
       select ${names}, 2 * rowid + 1 as ${place} from segment.rows where not ${quoteName(doubtName)}
       union all select ${names}, ${place} from ${readFitting(load, file)}
     ) order by ${place}`,
  );
  await connection.run('drop table segment.rows');
  await connection.run('alter table segment.mixed rename to rows');
}
