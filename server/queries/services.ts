import type { MemberContext } from '#server/context.ts';
import type { Services as DataServices } from '#server/datasets/services.ts';
import type { LimitsKeeper } from './limits.ts';

/** What asking needs beside the data. */
export type Services = DataServices & { queryLimits: LimitsKeeper };
export type Asking = MemberContext<Services>;
