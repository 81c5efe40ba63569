import { eq } from 'drizzle-orm';

import type { Role } from '#contract/accounts.ts';
import { type Limits, limitsSchema } from '#contract/asks.ts';
import type { Database } from '#server/database/open.ts';
import { settings } from '#server/database/schema.ts';
import { type Changes, tellChange } from '#server/live/changes.ts';

const usual: Limits = { card: 30, editor: 120 };
const name = 'queryLimits';

type Place = { role: Role; place: keyof Limits };

/** The time limit of a question in seconds: a viewer has that of cards, wherever they say that they ask. */
export const secondsFor = (limits: Limits, { role, place }: Place): number =>
  limits[role === 'viewer' ? 'card' : place];

/** How long questions may take, at hand for every question and up to date on every server. */
export type LimitsKeeper = { load: () => Promise<Limits>; close: () => void };

export function openLimits(db: Database, changes: Changes): LimitsKeeper {
  let known: Limits | undefined;
  const forget = () => (known = undefined);
  const close = changes.subscribe(({ kind }) => kind === 'limits' && forget(), forget);
  return {
    load: async () => {
      // What a server cannot hear of, it asks for.
      if (known && changes.isConnected()) return known;
      return (known = await loadLimits(db));
    },
    close,
  };
}

async function loadLimits(db: Database): Promise<Limits> {
  const [row] = await db.select().from(settings).where(eq(settings.name, name));
  return limitsSchema.catch(usual).parse(row?.value);
}

export async function saveLimits(db: Database, value: Limits): Promise<Limits> {
  await db.transaction(async (tx) => {
    await tx.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } });
    await tellChange(tx, { kind: 'limits' });
  });
  return value;
}
