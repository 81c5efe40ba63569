import { dateOf, instantOf, type TextConverter, textConverters } from './values.ts';

const { integer, number, json, text } = textConverters;

const converters: Record<string, TextConverter> = {
  boolean: { type: 'boolean', convert: (value) => value === 'true' },
  tinyint: integer,
  smallint: integer,
  integer,
  bigint: integer,
  real: number,
  double: number,
  decimal: number,
  date: { type: 'date', convert: dateOf },
  json,
  array: json,
  map: json,
  // Fields of a row arrive in their order, without names.
  row: json,
  // As PostgreSQL shows bytes.
  varbinary: { type: 'text', convert: (value) => `\\x${Buffer.from(value, 'base64').toString('hex')}` },
};

/** The converter of a type such as `decimal(20, 4)`; timestamps without a zone are local times of `zone`. */
export function trinoConverterOf(type: string, zone: string): TextConverter {
  const [base] = /^\w+/.exec(type) ?? [''];
  if (base !== 'timestamp') return converters[base] ?? text;
  if (type.endsWith('with time zone')) return { type: 'time', convert: zonedInstantOf };
  return { type: 'time', convert: (value) => instantOf(value, zone), isLocalTime: true };
}

// 2026-01-31 16:30:00.25 Asia/Shanghai: a local time, which is ambiguous in the hour that a clock change repeats.
// Compiled queries therefore return the times that they calculate in UTC.
const namedZonePattern = /^(\S+ \S+) ((?!UTC$|Z$)[A-Za-z]\S*)$/;

function zonedInstantOf(value: string): string | null {
  const [, local, zone] = namedZonePattern.exec(value) ?? [];
  if (!local || !zone) return instantOf(value, 'UTC');
  try {
    return instantOf(local, zone);
  } catch {
    // A zone that this machine does not know.
    return null;
  }
}
