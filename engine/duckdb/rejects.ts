import { stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';

import { Problem } from '#contract/errors.ts';
import { createRowChecker, type SuspectRow, type RowVerdict } from '#engine/files/check-row.ts';
import { limits } from '#engine/files/limits.ts';
import { readJsonLines } from '#engine/files/json-lines.ts';
import { readRecords, textOf, type TextRecord } from '#engine/files/records.ts';
import { openLines } from '#engine/files/write-lines.ts';
import type { ParquetSource, RejectedRow, TextSource } from '#engine/tables.ts';
import { memoryLimit } from './memory.ts';
import { quoteName, quoteText } from '#engine/sql/quote.ts';
import { doubtName, parquetText } from './load-plan.ts';
import type { Tasks } from './tasks.ts';
import { storedAs } from './stored-types.ts';

type RejectsInput = Tasks['load']['input'];

const maxRefusedRows = 1_000_000;
const megabyte = 1024 * 1024;
/**
 * Rows accepted on the second check are merged in file order, if there are at most this many rows and they can be sorted
 * in memory; in larger tables they are appended.
 */
const maxOrderedRows = 2_000_000;
const positionName = '$place';

/**
 * Checks the rows again that DuckDB refused or marked as doubtful. Rows that fit are added, the others are written to
 * the file of rejects. Returns the number of rejects, the line of the first, and the number of corrected cells.
 */
export async function recheckRows(
  connection: DuckDBConnection,
  load: RejectsInput,
  acceptedFile: string,
): Promise<{ rejected: number; corrected: number; firstRejected: number | null }> {
  const { source, columns } = load;
  const styles = columns.map((column) => (source.kind === 'csv' ? source.styles[column.source]! : null));
  const checkRow = createRowChecker(columns, styles, load.recipe, load.zone);
  const summary = await writeVerdicts(suspectsOf(connection, load), checkRow, { ...load, acceptedFile });
  const [count = 0] = await listNumbers(connection, 'select count(*) from segment.rows');
  const isSortable = count <= maxOrderedRows && (await stat(source.file)).size <= (memoryLimit * megabyte) / 4;
  if (summary.fitting > 0 && isSortable) await mergeAccepted(connection, load, acceptedFile);
  else {
    await connection.run(`delete from segment.rows where ${quoteName(doubtName)}`);
    await connection.run(`alter table segment.rows drop column ${quoteName(doubtName)}`);
    if (summary.fitting > 0) await appendAccepted(connection, load, acceptedFile);
  }
  const { rejected, corrected, firstRejected } = summary;
  return { rejected, corrected, firstRejected };
}

async function* suspectsOf(connection: DuckDBConnection, load: RejectsInput): AsyncGenerator<SuspectRow> {
  const { source } = load;
  const refused = source.kind === 'csv' ? await listNumbers(connection, refusedSql) : [];
  const doubtful = await listNumbers(connection, `select rowid from segment.rows where ${quoteName(doubtName)}`);
  if (refused.length > maxRefusedRows) throw tooManyProblem(undefined);
  if (source.kind === 'cells') yield* listCells(source.file);
  else if (refused.length + doubtful.length === 0) yield* [];
  else if (source.kind === 'csv') yield* listSuspects(source, load, { refused, doubtful });
  else yield* listParquetSuspects(connection, source, load);
}

async function* listCells(file: string): AsyncGenerator<SuspectRow> {
  let line = 0;
  for await (const cells of readJsonLines<(string | null)[]>(file))
    yield { line: ++line, position: line, cells, flaw: null };
}

// DuckDB reports a row once for every wrong cell.
const refusedSql = 'select distinct line_byte_position - 1 as place from reject_errors order by place';

async function listNumbers(connection: DuckDBConnection, sql: string): Promise<number[]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getColumns()[0]?.map(Number) ?? [];
}

/** Finds the rows in the file: refused ones by byte offset, doubtful ones by row number among the loaded rows. */
async function* listSuspects(
  source: TextSource,
  { columns }: RejectsInput,
  { refused, doubtful }: { refused: number[]; doubtful: number[] },
): AsyncGenerator<SuspectRow> {
  const fields = columns.map((column) => source.fields[column.source]!);
  let [record, taken, nextRefused, nextDoubtful] = [0, 0, 0, 0];
  for await (const batch of readRecords(source.file, { delimiter: source.delimiter, quote: '"' })) {
    for (const each of batch) {
      if (record++ < source.skip) continue;
      let position = 2 * taken;
      if (each.offset === refused[nextRefused]) nextRefused++;
      else if (taken++ === doubtful[nextDoubtful]) {
        nextDoubtful++;
        position++;
      } else continue;
      const suspect = suspectOf(each, source, { fields, position });
      if (suspect) yield suspect;
    }
    if (nextRefused === refused.length && nextDoubtful === doubtful.length) return;
  }
  throw new Error('Misaligned: a refused row was not found at its reported offset');
}

type RecordPosition = { fields: number[]; position: number };

function suspectOf(
  { cells, line }: TextRecord,
  source: TextSource,
  { fields, position }: RecordPosition,
): SuspectRow | undefined {
  const own = source.numbered ? cells.slice(1) : cells;
  if (own.length === 1 && own[0]!.trim() === '' && source.width > 1) return undefined;
  const surplus = own.slice(source.width).some((cell) => cell !== '');
  return {
    line: source.numbered ? Number(cells[0]) : line,
    position,
    cells: fields.map((field) => (own[field] === undefined ? null : textOf(own[field]))),
    flaw: surplus ? 'too_many_cells' : own.length < source.width ? 'too_few_cells' : null,
  };
}

async function* listParquetSuspects(
  connection: DuckDBConnection,
  parquet: ParquetSource,
  { columns }: RejectsInput,
): AsyncGenerator<SuspectRow> {
  const textColumns = columns.map(({ source }) => parquetText(parquet, source));
  const reader = await connection.stream(
    `select file_row_number + 1, ${textColumns.join(', ')} from read_parquet(${quoteText(parquet.file)}, file_row_number = true)
     where file_row_number in (select rowid from segment.rows where ${quoteName(doubtName)})`,
  );
  for (let chunk = await reader.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await reader.fetchChunk()) {
    for (const [line, ...cells] of chunk.getRows()) {
      yield { line: Number(line), position: 2 * Number(line) - 1, cells: cells as (string | null)[], flaw: null };
    }
  }
}

type RecheckFiles = { rejects: string; acceptedFile: string; columns: RejectsInput['columns'] };

async function writeVerdicts(
  suspects: AsyncIterable<SuspectRow>,
  checkRow: (suspect: SuspectRow) => RowVerdict,
  files: RecheckFiles,
) {
  const rejects = openLines(files.rejects);
  const fitting = openLines(files.acceptedFile);
  let first: RejectedRow | undefined;
  let corrected = 0;
  try {
    for await (const suspect of suspects) {
      const verdict = checkRow(suspect);
      if ('row' in verdict) {
        corrected += verdict.corrected;
        await fitting.add(JSON.stringify({ ...verdict.row, [positionName]: suspect.position }));
        continue;
      }
      first ??= verdict.reject;
      await rejects.add(JSON.stringify(verdict.reject));
      if (rejects.count() > limits.rejects) throw tooManyProblem(first, files.columns);
    }
  } finally {
    await Promise.all([rejects.close(), fitting.close()]);
  }
  return { rejected: rejects.count(), fitting: fitting.count(), corrected, firstRejected: first?.line ?? null };
}

function tooManyProblem(first: RejectedRow | undefined, columns: RejectsInput['columns'] = []): Problem {
  const columnIndex = columns.findIndex(({ id }) => id === first?.column);
  const column = columnIndex < 0 ? '' : String(columns[columnIndex]!.source + 1);
  return new Problem('too_many_rejects', { limit: String(limits.rejects), line: first?.line ?? 1, column });
}

const namesOf = ({ columns }: RejectsInput) => columns.map(({ id }) => quoteName(id)).join(', ');

/**
 * SQL that reads the accepted rows. JSON values are stored there as text: read as JSON they would become quoted
 * strings.
 */
function acceptedSql({ columns }: RejectsInput, file: string): string {
  const textual = (type: string) => (type === 'JSON' ? 'VARCHAR' : type);
  const types = [...columns.map(({ id, type }) => [id, textual(storedAs[type])]), [positionName, 'BIGINT']];
  const columnTypes = types.map(([name, type]) => `${quoteText(name!)}: ${quoteText(type!)}`).join(', ');
  const values = columns.map(({ id, type }) => `${quoteName(id)}::${storedAs[type]} as ${quoteName(id)}`);
  return `(select ${values.join(', ')}, ${quoteName(positionName)} from read_json(${quoteText(file)},
    format = 'newline_delimited', maximum_object_size = 67108864, columns = {${columnTypes}}))`;
}

async function appendAccepted(connection: DuckDBConnection, load: RejectsInput, file: string): Promise<void> {
  const names = namesOf(load);
  await connection.run(`insert into segment.rows (${names}) select ${names} from ${acceptedSql(load, file)}`);
}

/** Merges the accepted rows with the others in file order. */
async function mergeAccepted(connection: DuckDBConnection, load: RejectsInput, file: string): Promise<void> {
  const names = namesOf(load);
  const position = quoteName(positionName);
  await connection.run(
    `create table segment.mixed as select ${names} from (
       select ${names}, 2 * rowid + 1 as ${position} from segment.rows where not ${quoteName(doubtName)}
       union all select ${names}, ${position} from ${acceptedSql(load, file)}
     ) order by ${position}`,
  );
  await connection.run('drop table segment.rows');
  await connection.run('alter table segment.mixed rename to rows');
}
