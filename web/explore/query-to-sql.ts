import type { Param, Proof, BuiltQuerySpec, Scalar } from '#domain/query/query.ts';
import { plainLimit } from './query-edits.ts';
import type { SqlViewSpec } from './sql/sql-view.ts';

type BuiltQuery = {
  spec: BuiltQuerySpec;
  proof: Pick<Proof, 'sql' | 'params'>;
  /** Column labels of the result, by column name. */
  labels: Record<string, string>;
  /** The table name in the executed SQL, and as a member writes it. */
  table: { name: string; identifier: string };
};

const maxParams = 100;

/** Converts a built query to editable SQL; undefined if it has more parameters than allowed. */
export function sqlOf({ spec, proof, labels, table }: BuiltQuery): SqlViewSpec | undefined {
  const params: Param[] = [];
  const aliasOf = aliaserOf(spec, labels);
  const from = quote(table.name);
  const sql = proof.sql.replaceAll(
    tokens,
    (piece, placeholder: string | undefined, type: string | undefined, at: number) => {
      if (placeholder)
        return `$${paramFor(params, proof.params[Number(placeholder) - 1] ?? null, type)}${type ? `::${type}` : ''}`;
      if (piece === from && proof.sql.slice(0, at).endsWith('from ')) return table.identifier;
      // After a dot it is a column of the dataset, which keeps its name.
      return piece.startsWith('"') && proof.sql[at - 1] !== '.' ? aliasOf(piece) : piece;
    },
  );
  return params.length > maxParams ? undefined : { kind: 'sql', sql: withLimit(sql, spec), params, limit: plainLimit };
}

// Quoted names and strings match as a whole, so that a `$1` inside them stays.
const tokens = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\$(\d+)(?:::(\w+))?/g;

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

// The engine fetches one row more than the limit to detect truncation; an SQL query has the default limit anyway.
const withLimit = (sql: string, { limit }: BuiltQuerySpec) =>
  sql.replace(/\nlimit \d+\s*$/, limit < plainLimit ? `\nlimit ${limit}` : '');

const castTypes: Record<string, Param['type']> = {
  double: 'number',
  bigint: 'integer',
  boolean: 'boolean',
  date: 'date',
  timestamptz: 'time',
};

function typeOf(value: Scalar, cast: string | undefined): Param['type'] {
  const castType = cast === undefined ? undefined : castTypes[cast];
  if (castType) return castType;
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'boolean' ? 'boolean' : 'text';
}

/** The name of the parameter with this value; equal values share one parameter. */
function paramFor(params: Param[], value: Scalar, cast: string | undefined): string {
  const type = typeOf(value, cast);
  const existing = params.find((each) => each.type === type && each.value === value);
  if (existing) return existing.name;
  const name = `p${params.length + 1}`;
  params.push({ name, type, value });
  return name;
}

/** Replaces column ids with their labels as unique aliases. */
function aliaserOf(
  { dimensions, measures }: BuiltQuerySpec,
  labels: Record<string, string>,
): (piece: string) => string {
  const names = new Map<string, string>();
  const ids = new Set([...dimensions, ...measures].map(({ id }) => id));
  return (piece) => {
    const column = piece.slice(1, -1);
    const [id = '', part] = column.split('.');
    if (!ids.has(id)) return piece;
    const alias = names.get(column);
    if (alias) return alias;
    const label = labels[column] ?? [labels[id] ?? id, part].filter(Boolean).join(' · ');
    const isTaken = [...names.values()].some((name) => name.toLowerCase() === quote(label).toLowerCase());
    const name = quote(isTaken ? `${label} (${column})` : label);
    names.set(column, name);
    return name;
  };
}
