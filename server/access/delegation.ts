import { loadMakers } from '#server/accounts/acting.ts';
import type { Queryable } from '#server/database/open.ts';
import { anyMember, type Delegation } from './rights.ts';

type Delegated = { editorId: string | null; datasetLimit: string[] | null };

/** What limits something that runs in the name of its maker, beside the rights of the maker. */
export async function loadDelegation(
  db: Queryable,
  { editorId, datasetLimit: datasets }: Delegated,
): Promise<Delegation> {
  const people = await loadMakers(db, [{ memberId: editorId }]);
  return { editor: people.get(editorId ?? '') ?? anyMember, datasets };
}
