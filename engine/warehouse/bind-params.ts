import { Problem } from '#contract/errors.ts';
import { foldIdentifier } from '#domain/text/identifier.ts';
import type { Param, Scalar } from '#domain/query/query.ts';

/** A parameter as it is sent to the server. */
type BoundParam = { type: string; value: Scalar };

/** The values of the parameters with these names, in their order. */
export function bindParams(names: string[], params: Param[]): BoundParam[] {
  return names.map((name) => {
    const param = params.find((each) => foldIdentifier(each.name) === foldIdentifier(name));
    if (!param) throw new Problem('sql_param_missing', { value: name });
    return boundOf(param);
  });
}

function boundOf({ name, type, value }: Param): BoundParam {
  const { serverType, read } = kinds[type];
  // Not always nullable: some clauses, such as LIMIT, take no nullable values.
  if (value === null) return { type: `Nullable(${serverType})`, value };
  const bound = read(value);
  if (bound === undefined) throw new Problem('sql_param_misfit', { value: String(value), column: name });
  return { type: serverType, value: bound };
}

type ServerParamKind = { serverType: string; read: (value: string | number | boolean) => Scalar | undefined };

const dayMs = 86_400_000;
// The range of the date types of the server.
const isWithin = (ms: number) => ms >= Date.UTC(1900, 0, 1) && ms < Date.UTC(2299, 11, 31) + dayMs;

const kinds: Record<Param['type'], ServerParamKind> = {
  text: { serverType: 'String', read: String },
  integer: {
    serverType: 'Int64',
    read: (value) => (/^[+-]?\d{1,18}$/.test(String(value)) ? String(BigInt(value)) : undefined),
  },
  number: {
    serverType: 'Float64',
    read: (value) => (String(value).trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined),
  },
  boolean: { serverType: 'Bool', read: (value) => ({ true: true, false: false })[String(value)] },
  date: {
    serverType: 'Date32',
    read: (value) => {
      const ms = /^\d{4}-\d\d-\d\d$/.test(String(value)) ? Date.parse(String(value)) : NaN;
      return isWithin(ms) ? new Date(ms).toISOString().slice(0, 10) : undefined;
    },
  },
  // Shown in the time zone of the session; sent as seconds since 1970, which need no zone.
  time: {
    serverType: 'DateTime64(3)',
    read: (value) => {
      const ms = typeof value === 'string' ? Date.parse(value) : NaN;
      return isWithin(ms) ? (ms / 1000).toFixed(3) : undefined;
    },
  },
};
