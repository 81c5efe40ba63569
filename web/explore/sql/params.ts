import type { ColumnType, Param } from '#domain/query/query.ts';
import { dayText, wallOf, twoDigits } from '#display/format/calendar.ts';

// Strings, quoted names and comments match as a whole; the rest may be a parameter.
const tokens =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|\$([A-Za-z_]\w{0,62})(?!\w)/g;

/** The `$name` parameters of SQL, unique and in order. */
export function namesOfParams(sql: string): string[] {
  const names = new Map<string, string>();
  for (const [, , name] of sql.matchAll(tokens)) {
    if (name && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()];
}

type TypedColumn = { name: string; type: ColumnType };

const comparison = String.raw`(?:[=<>!]+|(?:not\s+)?(?:i?like|between|in)\b)\s*\(?`;

/** Infers a parameter's type from the column it is compared with. */
function guessType(sql: string, param: string, columns: TypedColumn[]): Param['type'] {
  const name = String.raw`\$${param}\b`;
  const value = String.raw`[^\s,()]+\s*(?:,|and\b)\s*`;
  const before = new RegExp(String.raw`"?([\p{L}_][\p{L}\w]*)"?\s*${comparison}\s*(?:${value})*${name}`, 'iu').exec(
    sql,
  );
  const after = new RegExp(String.raw`${name}\s*[=<>!]+\s*(?:\w+\.)?"?([\p{L}_][\p{L}\w]*)"?`, 'iu').exec(sql);
  const columnName = (before ?? after)?.[1]?.toLowerCase();
  const type = columns.find((column) => column.name.toLowerCase() === columnName)?.type;
  return type === undefined || type === 'json' ? 'text' : type;
}

/** The parameters of the SQL text: existing ones, and new ones without a value. */
export function paramsFor(sql: string, existing: Param[], columns: TypedColumn[] = []): Param[] {
  return namesOfParams(sql).map((name) => {
    const before = existing.find((param) => param.name.toLowerCase() === name.toLowerCase());
    // Untouched parameters are inferred again: the columns may have loaded since.
    const isSet = before && (before.value !== null || before.type !== 'text');
    return isSet ? { ...before, name } : { name, type: guessType(sql, name, columns), value: null };
  });
}

/** Parses a typed value; empty is null. */
export function valueOf(text: string, type: Param['type']): Param['value'] {
  if (text.trim() === '' && type !== 'text') return null;
  if (type === 'boolean') return text === 'true';
  const isNumber = type === 'integer' || type === 'number';
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Formats a timestamp in local time for an input; empty if invalid. */
export function localTimeText(value: Param['value'], zone: string): string {
  const local = wallOf(value, zone);
  if (!local) return '';
  const seconds = local.second === 0 ? '' : `:${twoDigits(local.second)}`;
  return `${dayText(local)}T${twoDigits(local.hour)}:${twoDigits(local.minute)}${seconds}`;
}

/** Parses a local time in the zone to a timestamp; null if invalid. */
export function timestampAt(text: string, zone: string): string | null {
  const localTime = Date.parse(`${text}Z`);
  if (Number.isNaN(localTime)) return null;
  const offsetAt = (moment: number) => Date.parse(`${localTimeText(new Date(moment).toISOString(), zone)}Z`) - moment;
  // The offset may change between the guess and the result (daylight saving time).
  const guess = localTime - offsetAt(Math.floor(localTime / 1000) * 1000);
  return new Date(localTime - offsetAt(Math.floor(guess / 1000) * 1000)).toISOString();
}
