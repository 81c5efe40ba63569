import type { MemberContext } from '#server/context.ts';
import type { extracts } from '#server/database/schema.ts';
import type { Egress } from '#server/egress/request.ts';
import type { FindBrokenUses } from '#server/imports/confirmation.ts';
import type { ImportServices } from '#server/imports/uploads.ts';
import type { QueryContext, QueryServices } from '#server/queries/services.ts';

export type ExtractServices = QueryServices & ImportServices & { egress: Egress; findBrokenUses: FindBrokenUses };
export type ExtractContext = MemberContext<ExtractServices>;
/** Context of a run: the rights of the member who created the extract, limited by those of its last editor. */
export type ExtractRunContext = ExtractContext & Pick<QueryContext, 'delegation'>;
export type ExtractRow = typeof extracts.$inferSelect;
