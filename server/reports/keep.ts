import { and, lt, ne } from 'drizzle-orm';

import { reportLetters } from '#server/database/schema.ts';
import { repeat } from '#server/repeat.ts';
import { planDue } from './plan.ts';
import { sendDue } from './send.ts';
import type { Services } from './services.ts';

const pause = 1000;
const keptFor = 180 * 24 * 60 * 60 * 1000;

/** Plans reports that are due and sends their letters, for as long as the server runs. */
export function keepReporting(ctx: Services): () => Promise<void> {
  const run = async (signal: AbortSignal) => {
    const hasMore = await planDue(ctx);
    return (await sendDue(ctx, signal)) || hasMore;
  };
  return repeat(ctx.log, { name: 'sending reports', pause, run });
}

/** Forgets letters of long ago. */
export async function removeOldLetters({ db }: Pick<Services, 'db'>): Promise<void> {
  const old = new Date(Date.now() - keptFor);
  await db.delete(reportLetters).where(and(ne(reportLetters.state, 'waiting'), lt(reportLetters.createdAt, old)));
}
