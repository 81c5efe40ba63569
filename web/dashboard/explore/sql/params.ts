import type { ColumnType, Param } from '#contract/query.ts';
import { dayText, wallOf } from '#display/format/calendar.ts';

// Texts, quoted names and comments are skipped whole; what is left may name a parameter.
const pieces =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|\$([A-Za-z_]\w{0,62})(?!\w)/g;

/** The names that SQL refers to as $name, each once, in order. */
export function namesOfParams(sql: string): string[] {
  const names = new Map<string, string>();
  for (const [, , name] of sql.matchAll(pieces)) {
    if (name && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()];
}

type Named = { name: string; type: ColumnType };

const comparing = String.raw`(?:[=<>!]+|(?:not\s+)?(?:i?like|between|in)\b)\s*\(?`;

/** The type of the column that a parameter is compared with, where that is plain to see. */
export function guessType(sql: string, param: string, columns: Named[]): Param['type'] {
  const name = String.raw`\$${param}\b`;
  const value = String.raw`[^\s,()]+\s*(?:,|and\b)\s*`;
  const before = new RegExp(String.raw`"?([\p{L}_][\p{L}\w]*)"?\s*${comparing}\s*(?:${value})*${name}`, 'iu').exec(sql);
  const after = new RegExp(String.raw`${name}\s*[=<>!]+\s*(?:\w+\.)?"?([\p{L}_][\p{L}\w]*)"?`, 'iu').exec(sql);
  const beside = (before ?? after)?.[1]?.toLowerCase();
  const type = columns.find((column) => column.name.toLowerCase() === beside)?.type;
  return type === undefined || type === 'json' ? 'text' : type;
}

/** The parameters that SQL refers to: those that are known, and new ones without a value. */
export function paramsFor(sql: string, known: Param[], columns: Named[] = []): Param[] {
  return namesOfParams(sql).map((name) => {
    const before = known.find((param) => param.name.toLowerCase() === name.toLowerCase());
    // One that nobody touched may be guessed again: its column may only be known by now.
    const isSettled = before && (before.value !== null || before.type !== 'text');
    return isSettled ? { ...before, name } : { name, type: guessType(sql, name, columns), value: null };
  });
}

/** What someone typed, as a value of the type; nothing is no value. */
export function valueOf(text: string, type: Param['type']): Param['value'] {
  if (text.trim() === '' && type !== 'text') return null;
  if (type === 'boolean') return text === 'true';
  const isNumber = type === 'integer' || type === 'number';
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : text;
}

const two = (value: number) => String(value).padStart(2, '0');

/** A moment as the clocks of the zone show it, for a field; nothing for what is no moment. */
export function clockText(value: Param['value'], zone: string): string {
  const wall = wallOf(value, zone);
  if (!wall) return '';
  const seconds = wall.second === 0 ? '' : `:${two(wall.second)}`;
  return `${dayText(wall)}T${two(wall.hour)}:${two(wall.minute)}${seconds}`;
}

/** The moment at which the clocks of the zone show this; null for what is no time. */
export function momentAt(text: string, zone: string): string | null {
  const wanted = Date.parse(`${text}Z`);
  if (Number.isNaN(wanted)) return null;
  const offAt = (moment: number) => Date.parse(`${clockText(new Date(moment).toISOString(), zone)}Z`) - moment;
  // The zone may have moved its clocks between the guess and the moment.
  const guess = wanted - offAt(Math.floor(wanted / 1000) * 1000);
  return new Date(wanted - offAt(Math.floor(guess / 1000) * 1000)).toISOString();
}
