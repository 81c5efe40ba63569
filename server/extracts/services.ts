import type { MemberContext } from '#server/context.ts';
import type { Encryptor } from '#server/database/encryption.ts';
import type { extracts } from '#server/database/schema.ts';
import type { Egress } from '#server/egress/request.ts';
import type { FindBrokenUses } from '#server/imports/confirmation.ts';
import type { ImportServices } from '#server/imports/uploads.ts';
import type { QueryContext, QueryServices } from '#server/queries/services.ts';

/** The services of extracts: `egress` makes HTTP requests, `extractEncryptor` encrypts URLs. */
export type ExtractServices = QueryServices &
  ImportServices & { egress: Egress; extractEncryptor: Encryptor; findBrokenUses: FindBrokenUses };
export type ExtractContext = MemberContext<ExtractServices>;
/** Context of a run: the rights of the member who created the extract, limited by those of its last editor. */
export type ExtractRunContext = ExtractContext & Pick<QueryContext, 'delegation'>;
export type ExtractRow = typeof extracts.$inferSelect;
