import { randomUUID } from 'node:crypto';

import type { Scalar } from '#domain/query/query.ts';

type ParamValue = Scalar | Scalar[];

/** The request that the driver sends for a query. */
type RequestBody = { query: string; query_params: Record<string, ParamValue>; headers: Record<string, string> };

// Proxies refuse longer URLs.
const maxUrlLength = 4000;
// The server refuses longer fields of forms.
const maxFieldBytes = 100_000;

/** The SQL with its parameters p1, p2, …: in the URL, or as a form if they are too long for that. */
export function bodyOf(sql: string, params: Scalar[]): RequestBody {
  const { query, named } = packLists(sql, params);
  const texts = Object.entries(named).map(([name, value]): [string, string] => [`param_${name}`, textOf(value)]);
  const fields: [string, string][] = [['query', query], ...texts];
  const isShort = new URLSearchParams(texts).toString().length <= maxUrlLength;
  if (isShort || Buffer.byteLength(query) > maxFieldBytes) return { query, query_params: named, headers: {} };
  return formOf(fields);
}

function formOf(fields: [name: string, text: string][]): RequestBody {
  const boundary = `shuju-${randomUUID()}`;
  const parts = fields.map(
    ([name, text]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  return {
    query: `${parts.join('')}--${boundary}--`,
    query_params: {},
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  };
}

// A list of parameters, or of the same function of each.
const longList = /(?<= in \()((?:\w+\()*)\{p\d+:(\w+)\}([^{}]*?)(?:, \1\{p\d+:\2\}\3){49,}(?=\))/g;
const placeholder = /\{p(\d+):/g;

/** Passes long lists after `in` as arrays, because the server accepts 1000 parameters at most. */
function packLists(sql: string, params: Scalar[]): { query: string; named: Record<string, ParamValue> } {
  const lists: Record<string, Scalar[]> = {};
  const valueOf = ([, number]: RegExpMatchArray) => params[Number(number) - 1] ?? null;
  const query = sql.replace(longList, (list, before: string, type: string, after: string) => {
    const names = chunksOf(Array.from(list.matchAll(placeholder), valueOf)).map((chunk) => {
      const name = `list${Object.keys(lists).length + 1}`;
      lists[name] = chunk;
      return `{${name}:Array(${type})}`;
    });
    const values = `arrayConcat(${names.join(', ')})`;
    return before === '' ? values : `arrayMap(v -> ${before}v${after}, ${values})`;
  });
  // A placeholder in SQL of a person has no value, and the server refuses it.
  const own = [...query.matchAll(placeholder)].filter(([, number]) => Number(number) <= params.length);
  const single = own.map((match) => [`p${match[1]}`, valueOf(match)] as const);
  return { query, named: { ...Object.fromEntries(single), ...lists } };
}

/** Splits a list into chunks that each fit in a field. */
function chunksOf(values: Scalar[]): Scalar[][] {
  const chunks: Scalar[][] = [[]];
  let bytes = 0;
  for (const value of values) {
    bytes += Buffer.byteLength(itemOf(value)) + 1;
    if (bytes > maxFieldBytes) {
      chunks.push([]);
      bytes = 0;
    }
    chunks.at(-1)!.push(value);
  }
  return chunks;
}

const escapes: Record<string, string> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', "'": "\\'", '\\': '\\\\' };
const escape = (text: string) => text.replace(/[\t\n\r'\\]/g, (char) => escapes[char]!);

/** A parameter as the driver writes it into the URL. */
function textOf(value: ParamValue): string {
  if (Array.isArray(value)) return `[${value.map(itemOf).join(',')}]`;
  if (value === null) return '\\N';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return escape(String(value));
}

const itemOf = (value: Scalar): string => (typeof value === 'string' ? `'${escape(value)}'` : String(value));
