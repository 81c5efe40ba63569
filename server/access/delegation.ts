import { loadCreators } from '#server/accounts/on-behalf.ts';
import type { Queryable } from '#server/database/open.ts';
import { anyMember, type Delegation } from './rights.ts';

type DelegationColumns = { editorId: string | null; datasetLimit: string[] | null };

/** Loads the limits, beyond the rights of its creator, of a link, report, alert or extract. */
export async function loadDelegation(
  db: Queryable,
  { editorId, datasetLimit: datasets }: DelegationColumns,
): Promise<Delegation> {
  const people = await loadCreators(db, [{ memberId: editorId }]);
  return { editor: people.get(editorId ?? '') ?? anyMember, datasets };
}
