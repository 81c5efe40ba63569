import mysql, { type FieldPacket } from 'mysql2';

import { shortestFloat } from '#domain/cells/float.ts';
import type { DatabaseQuery } from './driver.ts';
import { instantOf, type TextConverter, textConverters } from './values.ts';

const { Types } = mysql;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** A value of the driver as text. */
export function textOf(value: string | number | object | null, { type }: FieldPacket): string | null {
  if (value === null) return null;
  if (Buffer.isBuffer(value)) return type === Types.BIT ? bitsOf(value) : bytesOf(value);
  if (typeof value === 'object') return JSON.stringify(value);
  return type === Types.FLOAT ? String(shortestFloat(value as number)) : String(value);
}

const bitsOf = (bytes: Buffer) => String(BigInt(`0x${bytes.toString('hex')}`));

/** Bytes as the text that they encode, else in hexadecimal digits. Compiled queries compare texts as bytes. */
function bytesOf(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    // Not a text.
    return `0x${bytes.toString('hex')}`;
  }
}

const { integer, number, date, json, text } = textConverters;
const boolean: TextConverter = { type: 'boolean', convert: (value) => value !== '0' };

const converters: Record<number, TextConverter> = {
  [Types.TINY]: integer,
  [Types.SHORT]: integer,
  [Types.LONG]: integer,
  [Types.INT24]: integer,
  [Types.LONGLONG]: integer,
  [Types.BIT]: integer,
  [Types.YEAR]: { type: 'integer', convert: (value) => (value === '0' ? null : Number(value)) },
  [Types.FLOAT]: number,
  [Types.DOUBLE]: number,
  [Types.DECIMAL]: number,
  [Types.NEWDECIMAL]: number,
  [Types.DATE]: date,
  [Types.NEWDATE]: date,
  [Types.TIMESTAMP]: { type: 'time', convert: (value) => instantOf(value, 'UTC') },
  [Types.JSON]: json,
};

/** How the values of a column are converted. The zone is that of DATETIME columns. */
export function converterOf(
  field: FieldPacket,
  { compiled }: Pick<DatabaseQuery, 'compiled'>,
  zone: string,
): TextConverter {
  const { type = Types.NULL } = field;
  if (isBoolean(field) || compiled?.booleans.includes(field.name)) return boolean;
  if (type === Types.DATETIME)
    return { type: 'time', convert: (value) => instantOf(value, compiled ? 'UTC' : zone), isLocalTime: !compiled };
  return isMariadbJson(field) ? json : (converters[type] ?? text);
}

/** BOOLEAN is an alias of TINYINT(1); expressions lose that length. */
const isBoolean = ({ type, columnLength }: FieldPacket) =>
  columnLength === 1 && (type === Types.TINY || type === Types.BIT);

const isMariadbJson = (field: FieldPacket) => (field as { extendedFormat?: string }).extendedFormat === 'json';
