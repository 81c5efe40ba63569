import type { Asker } from '#server/access/rights.ts';
import type { MemberContext } from '#server/context.ts';
import type { Services as DataServices } from '#server/datasets/services.ts';
import type { Answers } from './answers.ts';
import type { Exports } from './exports.ts';
import type { LimitsKeeper } from './limits.ts';
import type { Gate } from './sql.ts';

/** What asking needs beside the data. */
export type Services = DataServices & {
  queryLimits: LimitsKeeper;
  gate: Gate;
  answers: Answers;
  exports: Exports;
};
export type Asking = MemberContext<Services> & Pick<Asker, 'delegation'>;
