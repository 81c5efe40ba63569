import type { Requester } from '#server/access/rights.ts';
import type { MemberContext } from '#server/context.ts';
import type { ExecutionServices } from '#server/execution/execution.ts';
import type { ExportStore } from './export-store.ts';

/** The services of query routes. */
export type QueryServices = ExecutionServices & { exports: ExportStore };
export type QueryContext = MemberContext<QueryServices> & Pick<Requester, 'delegation'>;
