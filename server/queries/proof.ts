import type { Filter, Proof } from '#domain/query/query.ts';
import type { LinePiece } from '#server/context.ts';
import type { CachedResult } from './answers.ts';
import type { PreparedQuery } from './prepare.ts';

type ProofDetails = Pick<Proof, 'waited' | 'fromCache'> & { ignored?: Filter[] };

/** How an answer came about: the query, its data and its timing. */
export function proofOf(
  { question, datasets, applied, newest }: PreparedQuery,
  { rows, isCutOff, milliseconds, answeredAt }: CachedResult,
  { waited, fromCache, ignored = [] }: ProofDetails,
): Proof {
  return {
    sql: question.sql,
    params: question.params.map((param) => (typeof param === 'object' && param ? param.value : param)),
    datasets,
    applied,
    ignored,
    rowsRead: datasets.reduce((sum, each) => sum + each.rows, 0),
    rowsReturned: rows,
    isCutOff,
    milliseconds,
    waited,
    answeredAt,
    fromCache,
    newest,
  };
}

// The values are JSON text already; parsing and serializing them again would dominate the cost.
/** A result as chunks of JSON. */
export const resultOf = ({ columns, values, totals }: CachedResult, proof: Proof): LinePiece[] => [
  `{"columns":${JSON.stringify(columns)},"values":`,
  values,
  ',"totals":',
  totals,
  `,"proof":${JSON.stringify(proof)}}`,
];
