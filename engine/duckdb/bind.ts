import {
  BIGINT,
  BOOLEAN,
  DATE,
  DOUBLE,
  DuckDBDateValue,
  type DuckDBPreparedStatement,
  DuckDBTimestampTZValue,
  type DuckDBType,
  type DuckDBValue,
  TIMESTAMPTZ,
  VARCHAR,
} from '@duckdb/node-api';

import { Problem } from '#contract/errors.ts';
import { foldIdentifier } from '#domain/text/identifier.ts';
import type { Param } from '#domain/query/query.ts';

/** Binds the parameters of a statement by name. */
export function bindNamed(prepared: DuckDBPreparedStatement, params: Param[]): void {
  for (let index = 1; index <= prepared.parameterCount; index++) {
    const name = prepared.parameterName(index);
    const param = params.find((each) => foldIdentifier(each.name) === foldIdentifier(name));
    if (!param) throw new Problem('sql_param_missing', { value: name });
    const [value, type] = boundOf(param);
    prepared.bindValue(index, value, type);
  }
}

function boundOf({ name, type, value }: Param): [DuckDBValue, DuckDBType] {
  const { duckType, read } = kinds[type];
  if (value === null) return [null, duckType];
  const bound = read(value);
  if (bound === undefined) throw new Problem('sql_param_misfit', { value: String(value), column: name });
  return [bound, duckType];
}

type ParamKind = { duckType: DuckDBType; read: (value: string | number | boolean) => DuckDBValue | undefined };

const kinds: Record<Param['type'], ParamKind> = {
  text: { duckType: VARCHAR, read: String },
  integer: { duckType: BIGINT, read: (value) => (/^[+-]?\d{1,18}$/.test(String(value)) ? BigInt(value) : undefined) },
  number: {
    duckType: DOUBLE,
    read: (value) => (String(value).trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined),
  },
  boolean: { duckType: BOOLEAN, read: (value) => ({ true: true, false: false })[String(value)] },
  date: {
    duckType: DATE,
    read: (value) => {
      const ms = /^\d{4}-\d\d-\d\d$/.test(String(value)) ? Date.parse(String(value)) : NaN;
      return Number.isNaN(ms) ? undefined : new DuckDBDateValue(ms / 86_400_000);
    },
  },
  time: {
    duckType: TIMESTAMPTZ,
    read: (value) => {
      const ms = typeof value === 'string' ? Date.parse(value) : NaN;
      return Number.isNaN(ms) ? undefined : new DuckDBTimestampTZValue(BigInt(ms) * 1000n);
    },
  },
};
