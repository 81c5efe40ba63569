import { and, eq, inArray, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';

import { messageOf } from '#contract/catalogue.ts';
import { Problem } from '#contract/errors.ts';
import { asMember } from '#server/accounts/acting.ts';
import { writeDashboardFile, type Written } from '#server/dashboards/print/export.ts';
import { reportLetters } from '#server/database/schema.ts';
import { deliverNow, messageIdOf } from '#server/mail/send.ts';
import { fileTypes, keepFile } from './files.ts';
import { letterFor } from './letter.ts';
import { fileLink, stopLink } from './links.ts';
import { noteFailed, noteSent } from './note.ts';
import { loadOrder, type Order } from './order.ts';
import type { Services } from './services.ts';
import type { LetterRow } from './store.ts';

/** So many letters are made at once on a server: each draws a whole dashboard. */
const atOnce = 2;
/** In seconds. Whoever makes a letter says again and again that they still do; a server that died gives it up by that. */
const lease = 60;
const beat = 15;

const until = sql`now() + make_interval(secs => ${lease})`;

/** Makes and sends letters that are due; gives whether there may be more. Several servers share them. */
export async function sendDue(ctx: Services, signal: AbortSignal): Promise<boolean> {
  const due = sql`(select id from report_letters where state = 'waiting' and due_at <= now()
    and (claimed_until is null or claimed_until < now()) order by due_at limit ${atOnce} for update skip locked)`;
  const letters = await ctx.db
    .update(reportLetters)
    .set({ claim: randomUUID(), claimedUntil: until })
    .where(inArray(reportLetters.id, due))
    .returning();
  await Promise.all(letters.map((letter) => sendHeld(ctx, letter, signal)));
  return letters.length === atOnce;
}

const isOurs = ({ id, claim }: LetterRow) => and(eq(reportLetters.id, id), eq(reportLetters.claim, claim!));

/** Holds on to a letter while it is made; false if another server has taken it meanwhile. */
async function holdOn({ db }: Services, letter: LetterRow): Promise<boolean> {
  const held = await db.update(reportLetters).set({ claimedUntil: until }).where(isOurs(letter)).returning();
  return held.length > 0;
}

async function sendHeld(ctx: Services, letter: LetterRow, signal: AbortSignal): Promise<void> {
  const beating = setInterval(() => void holdOn(ctx, letter).catch(() => undefined), beat * 1000);
  try {
    await sendOne(ctx, letter, signal);
  } catch (error) {
    if (signal.aborted) await ctx.db.update(reportLetters).set({ claimedUntil: null }).where(isOurs(letter));
    else await noteFailed(ctx, letter, problemOf(ctx, error));
  } finally {
    clearInterval(beating);
  }
}

function problemOf({ log }: Services, error: unknown): Problem {
  if (error instanceof Problem) return error.code === 'not_found' ? new Problem('report_dashboard_gone') : error;
  log.error({ err: error }, 'a report could not be made');
  return new Problem('unavailable', {}, { cause: error });
}

async function sendOne(ctx: Services, letter: LetterRow, signal: AbortSignal): Promise<void> {
  const order = await loadOrder(ctx, letter);
  if (!order) return void (await ctx.db.delete(reportLetters).where(eq(reportLetters.id, letter.id)));
  if (!ctx.config.mail) throw new Problem('mail_missing');
  const written = await writeFor(ctx, order, signal);
  try {
    // What took longer than the lease may be on its way from elsewhere.
    if (await holdOn(ctx, letter)) await post(ctx, letter, order, written);
  } finally {
    await rm(written.file, { force: true });
  }
}

/** What will be otherwise in a moment is no part of a report: then it is made again later. */
const passing = new Set(['too_many_waiting', 'cancelled', 'unavailable', 'internal', 'disk_full']);

async function writeFor(ctx: Services, order: Order, signal: AbortSignal) {
  const { report, maker, reader, delegation, state, look } = order;
  const { theme: _, ...seen } = look;
  const input = {
    ...seen,
    id: report.dashboardId,
    format: report.format,
    state,
    draft: false,
    theme: 'light' as const,
    tab: null,
  };
  let trouble: Problem | undefined;
  const failureOf = (error: unknown) => {
    const problem = error instanceof Problem ? error : new Problem('internal', {}, { cause: error });
    if (passing.has(problem.code)) trouble = problem;
    const message = messageOf(problem.code, { ...problem.params, requestId: '' }, look.language);
    return { kind: 'error' as const, error: { code: problem.code, message, requestId: '' } };
  };
  const told = { send: () => undefined, signal, failureOf, madeBy: maker.name };
  const written = await writeDashboardFile(
    { ...asMember(ctx, reader), ...(delegation && { delegation }) },
    input,
    told,
  );
  if (!trouble) return written;
  await rm(written.file, { force: true });
  throw trouble;
}

async function post(ctx: Services, letter: LetterRow, order: Order, written: Written): Promise<void> {
  const { report, address, recipient } = order;
  const isLinked = written.bytes > ctx.config.mostAttached;
  if (isLinked) await keepFile(ctx, letter.id, written.file);
  const fields = { fileName: written.name, bytes: written.bytes, isLinked };
  await ctx.db.update(reportLetters).set(fields).where(eq(reportLetters.id, letter.id));
  const stop = recipient && stopLink(ctx, recipient);
  const words = letterFor(order, {
    slot: letter.slot,
    settings: written.settings,
    file: isLinked ? fileLink(ctx, letter.id) : null,
    dashboard: `${ctx.config.publicUrl}/dashboard/${report.dashboardId}`,
    stop,
  });
  const attached = { filename: written.name, path: written.file, contentType: fileTypes[report.format] };
  await deliverNow(ctx, {
    to: address,
    ...words,
    messageId: messageIdOf(ctx.config, letter.id),
    ...(!isLinked && { attachments: [attached] }),
    ...(stop && { headers: { 'List-Unsubscribe': `<${stop}>` } }),
  });
  await noteSent(ctx, letter);
}
