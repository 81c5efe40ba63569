import { readFile, rm } from 'node:fs/promises';

import { type Dashboard, plainState } from '#contract/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import type { PictureAnswer } from '#server/context.ts';
import { shades } from '#server/dashboards/print/draw/markup.ts';
import { listVisibleParts } from '#server/dashboards/publisher-rights.ts';
import { type Alive, findByToken, type Guest } from './alive.ts';
import { writeFace } from './file.ts';
import { isUsedUp } from './open.ts';

/** Pictures by link, as they were drawn last; who asks meanwhile waits for the same one. */
export type Pictures = Map<string, { of: string; until: number; picture: Promise<Buffer> }>;

const size = { width: 1200, height: 630 };
/** So many rows of the grid fit into a picture of that size. */
const rows = 19;
const pause = 10 * 60_000;
const most = 100;

/** The picture that chats show beside a link: the top of the dashboard. */
export async function pictureOfShare(ctx: Guest, { token }: { token: string }): Promise<PictureAnswer> {
  const alive = await findByToken(ctx, token);
  if (!alive || alive.row.passwordHash !== null || isUsedUp(alive.row)) throw new Problem('not_found');
  return { type: 'image/png', content: await known(ctx, alive), changes: true };
}

async function known({ sharePictures }: Guest, alive: Alive): Promise<Buffer> {
  const { row, maker } = alive;
  const published = await maker.looking.published(row.dashboardId);
  // Another picture as soon as someone may see less, or more.
  const visible = await listVisibleParts(maker, published);
  const of = JSON.stringify([published.version, row.start, row.allows, row.zone, visible]);
  const kept = sharePictures.get(row.id);
  if (kept && kept.of === of && kept.until > Date.now()) return kept.picture;
  const picture = draw(alive);
  sharePictures.delete(row.id);
  sharePictures.set(row.id, { of, until: Date.now() + pause, picture });
  if (sharePictures.size > most) sharePictures.delete(sharePictures.keys().next().value!);
  // What failed is tried again by the next one.
  picture.catch(() => sharePictures.delete(row.id));
  return picture;
}

/** What lies at the top of the first tab. */
function topOf(dashboard: Dashboard): Dashboard {
  const [first] = dashboard.tabs;
  return { ...dashboard, tabs: [{ ...first!, cards: first!.cards.filter(({ place }) => place.y < rows) }] };
}

async function draw({ row, maker }: Alive): Promise<Buffer> {
  const { language } = row;
  const looks = { format: 'png' as const, language, theme: 'light' as const, tab: null };
  const { signal } = new AbortController();
  const { file } = await writeFace(maker, { row, state: plainState, looks, shown: topOf }, signal);
  try {
    return await cut(await readFile(file));
  } finally {
    await rm(file, { force: true });
  }
}

async function cut(picture: Buffer): Promise<Buffer> {
  // The library is loaded when the first picture is wanted.
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(picture).metadata();
  const isLow = height / width < size.height / size.width;
  const fit = isLow ? { fit: 'contain' as const, background: shades.light.page } : { fit: 'cover' as const };
  return sharp(picture)
    .resize({ ...size, ...fit, position: 'top' })
    .png()
    .toBuffer();
}
