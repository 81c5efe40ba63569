import type { Param, Proof, QueryAsk, Scalar } from '#contract/query.ts';
import { plainLimit } from './edit.ts';
import type { SqlAsk } from './sql/sql-view.ts';

type Clicked = {
  ask: QueryAsk;
  proof: Pick<Proof, 'sql' | 'params'>;
  /** What the columns of the answer are called, by their names. */
  labels: Record<string, string>;
  /** The dataset as the answer's SQL calls it, and as SQL must write it. */
  table: { name: string; written: string };
};

const mostParams = 100;

/** What was asked by clicking, as someone could have written it; undefined if it has more values than SQL takes. */
export function sqlOf({ ask, proof, labels, table }: Clicked): SqlAsk | undefined {
  const params: Param[] = [];
  const nameOf = namerOf(ask, labels);
  const from = quoted(table.name);
  const sql = proof.sql.replaceAll(pieces, (piece, place: string | undefined, type: string | undefined, at: number) => {
    if (place) return `$${paramFor(params, proof.params[Number(place) - 1] ?? null, type)}${type ? `::${type}` : ''}`;
    if (piece === from && proof.sql.slice(0, at).endsWith('from ')) return table.written;
    // After a dot it is a column of the dataset, which has its own name.
    return piece.startsWith('"') && proof.sql[at - 1] !== '.' ? nameOf(piece) : piece;
  });
  return params.length > mostParams ? undefined : { kind: 'sql', sql: withLimit(sql, ask), params, limit: plainLimit };
}

// Quoted names and texts are passed by whole, so that what looks like a parameter in them stays.
const pieces = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\$(\d+)(?:::(\w+))?/g;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

// The engine asks for one row more, to know whether there are more; an answer in SQL has the plain limit anyway.
const withLimit = (sql: string, { limit }: QueryAsk) =>
  sql.replace(/\nlimit \d+\s*$/, limit < plainLimit ? `\nlimit ${limit}` : '');

const typesOfCasts: Record<string, Param['type']> = {
  double: 'number',
  bigint: 'integer',
  boolean: 'boolean',
  date: 'date',
  timestamptz: 'time',
};

function typeOf(value: Scalar, cast: string | undefined): Param['type'] {
  const told = cast === undefined ? undefined : typesOfCasts[cast];
  if (told) return told;
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'boolean' ? 'boolean' : 'text';
}

/** The name of the parameter that has this value; the same value is one parameter wherever it stands. */
function paramFor(params: Param[], value: Scalar, cast: string | undefined): string {
  const type = typeOf(value, cast);
  const found = params.find((each) => each.type === type && each.value === value);
  if (found) return found.name;
  const name = `p${params.length + 1}`;
  params.push({ name, type, value });
  return name;
}

/** Columns of the answer go by what people call them, each by its own name. */
function namerOf({ dimensions, measures }: QueryAsk, labels: Record<string, string>): (piece: string) => string {
  const names = new Map<string, string>();
  const ids = new Set([...dimensions, ...measures].map(({ id }) => id));
  return (piece) => {
    const column = piece.slice(1, -1);
    const [id = '', part] = column.split('.');
    if (!ids.has(id)) return piece;
    const known = names.get(column);
    if (known) return known;
    const label = labels[column] ?? [labels[id] ?? id, part].filter(Boolean).join(' · ');
    const isTaken = [...names.values()].some((name) => name.toLowerCase() === quoted(label).toLowerCase());
    const name = quoted(isTaken ? `${label} (${column})` : label);
    names.set(column, name);
    return name;
  };
}
