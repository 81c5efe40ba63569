import { maySee } from '#server/access/conditions.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { applications, dashboards } from '#server/database/schema.ts';
import type { Item } from './items.ts';

type Seen = Pick<Item, 'leads' | 'reads'>;

/**
 * What of all things someone may know of: cards go with their dashboard, and with the data if that gives them their
 * name; datasets and columns go with their application.
 */
export async function visibleTo({ db, identity }: MemberContext<{ db: Database }>): Promise<(item: Seen) => boolean> {
  const { member } = identity;
  if (member.role === 'owner') return () => true;
  const boards = await db
    .select({ id: dashboards.id })
    .from(dashboards)
    .where(maySee(member, 'dashboard', dashboards.id));
  const owners = await db
    .select({ id: applications.id })
    .from(applications)
    .where(maySee(member, 'application', applications.id));
  const [seenBoards, seenOwners] = [new Set(boards.map(({ id }) => id)), new Set(owners.map(({ id }) => id))];
  return ({ leads, reads }) => {
    if (leads.kind === 'member') return true;
    if (leads.kind === 'dashboard') return seenBoards.has(leads.id);
    if (leads.kind === 'card') return seenBoards.has(leads.dashboard) && (!reads || seenOwners.has(reads.application));
    return seenOwners.has(leads.kind === 'application' ? leads.id : leads.application);
  };
}
