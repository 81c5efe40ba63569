import type { Requester } from '#server/access/rights.ts';
import type { MemberContext } from '#server/context.ts';
import type { DatasetServices } from '#server/datasets/services.ts';
import type { AnswerCache } from './answers.ts';
import type { Exports } from './exports.ts';
import type { QueryLimits } from './limits.ts';
import type { SqlGate } from './sql.ts';

/** The services that queries need beside those of datasets. */
export type QueryServices = DatasetServices & {
  queryLimits: QueryLimits;
  gate: SqlGate;
  answers: AnswerCache;
  exports: Exports;
};
export type QueryContext = MemberContext<QueryServices> & Pick<Requester, 'delegation'>;
