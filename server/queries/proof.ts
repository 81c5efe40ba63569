import type { Filter, Proof } from '#contract/query.ts';
import type { Piece } from '#server/context.ts';
import type { Answered } from './answers.ts';
import type { Prepared } from './prepare.ts';

type Told = Pick<Proof, 'waited' | 'fromCache'> & { ignored?: Filter[] };

/** How an answer came about. */
export function proofOf(
  { question, datasets, applied, newest }: Prepared,
  { rows, isCutOff, milliseconds, answeredAt }: Answered,
  { waited, fromCache, ignored = [] }: Told,
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

// The values are text already; reading and writing them again would cost more than all the rest.
/** A result as pieces of JSON. */
export const resultOf = ({ columns, values, totals }: Answered, proof: Proof): Piece[] => [
  `{"columns":${JSON.stringify(columns)},"values":`,
  values,
  ',"totals":',
  totals,
  `,"proof":${JSON.stringify(proof)}}`,
];
