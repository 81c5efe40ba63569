import type { Filter, Origin, Proof } from '#domain/query/query.ts';
import type { LinePiece } from '#server/context.ts';
import type { QueryAnswer, SerializedColumns } from './execution.ts';
import type { ExecutedQuery } from './execute.ts';
import type { PlannedQuery } from './plan.ts';

/** The proof of an answer: its query, data and timing. */
export function proofOf(
  { proofQuery, datasets, applied, newest }: PlannedQuery,
  { answer: { rows, isCutOff, milliseconds, answeredAt }, waited, fromCache }: ExecutedQuery,
  ignored: Filter[] = [],
): Proof {
  return {
    sql: proofQuery.sql,
    params: proofQuery.params.map((param) => (typeof param === 'object' && param ? param.value : param)),
    datasets,
    applied,
    ignored,
    rowsRead: rowsReadOf(datasets),
    rowsReturned: rows,
    isCutOff,
    milliseconds,
    waited,
    answeredAt,
    fromCache,
    newest,
  };
}

function rowsReadOf(datasets: Origin[]): number | null {
  const counts = datasets.map(({ connection, rows }) => (connection ? 0 : rows));
  return counts.includes(null) ? null : counts.reduce<number>((sum, rows) => sum + (rows ?? 0), 0);
}

/**
 * The JSON of a result in pieces. Values and `labels` are JSON text already and are not parsed.
 */
export const resultOf = (answer: QueryAnswer, proof: Proof, labels?: string): LinePiece[] => [
  '{',
  ...columnsOf(answer),
  ',"totals":[',
  ...answer.totals.flatMap((total, index) => [
    `${index > 0 ? ',' : ''}{"dimensions":${JSON.stringify(total.dimensions)},`,
    ...columnsOf(total),
    '}',
  ]),
  `],"proof":${JSON.stringify(proof)}${labels === undefined ? '' : `,"labels":${labels}`}}`,
];

const columnsOf = ({ columns, values }: SerializedColumns): LinePiece[] => [
  `"columns":${JSON.stringify(columns)},"values":[`,
  ...values.flatMap((column, index) => (index > 0 ? [',', column] : [column])),
  ']',
];

const intervalMs = 300;

/** Throttles progress messages: sends the latest one every `intervalMs`, and none before that. */
export function throttleProgress<Progress>(send: (progress: Progress) => unknown): {
  report: (progress: Progress) => void;
  end: () => void;
} {
  let latest: Progress | undefined;
  const timer = setInterval(() => {
    if (latest !== undefined) send(latest);
    latest = undefined;
  }, intervalMs);
  return { report: (progress) => (latest = progress), end: () => clearInterval(timer) };
}
