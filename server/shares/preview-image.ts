import { readFile, rm } from 'node:fs/promises';

import { type Dashboard, defaultState } from '#domain/dashboard/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import type { PictureAnswer } from '#server/context.ts';
import { pageColours } from '#server/print/draw/markup.ts';
import { listVisibleParts } from '#server/dashboards/publisher-rights.ts';
import { type ActiveShare, findByToken, type ShareVisitorContext } from './active-share.ts';
import { writePublicView } from './export-file.ts';
import { isUsedUp } from './open-share.ts';

const size = { width: 1200, height: 630 };
/** Number of grid rows that fit into the image. */
const visibleGridRows = 19;
const ttlMs = 10 * 60_000;
const maxCachedImages = 100;

/** The image that chat programs show beside a link (og:image): the top of the dashboard. */
export async function loadPreviewImage(ctx: ShareVisitorContext, { token }: { token: string }): Promise<PictureAnswer> {
  const share = await findByToken(ctx, token);
  if (!share || share.row.passwordHash !== null || isUsedUp(share.row)) throw new Problem('not_found');
  return { type: 'image/png', content: await loadImage(ctx, share), changes: true };
}

async function loadImage({ previewImages, rowRules }: ShareVisitorContext, share: ActiveShare): Promise<Buffer> {
  const { row, creator } = share;
  const published = await creator.dashboardLoads.published(row.dashboardId);
  // Part of the cache key: the image changes as soon as access rights or row rules change.
  const visible = await listVisibleParts(creator, published);
  const cacheKey = JSON.stringify([published.version, row.start, row.allows, row.zone, visible, rowRules.revision()]);
  const cached = previewImages.get(row.id);
  if (cached && cached.cacheKey === cacheKey && cached.until > Date.now()) return cached.image;
  const image = renderImage(share);
  previewImages.delete(row.id);
  previewImages.set(row.id, { cacheKey, until: Date.now() + ttlMs, image });
  if (previewImages.size > maxCachedImages) previewImages.delete(previewImages.keys().next().value!);
  // A failed image is not cached.
  image.catch(() => previewImages.delete(row.id));
  return image;
}

/** The dashboard reduced to the top of its first tab. */
function topOf(dashboard: Dashboard): Dashboard {
  const [first] = dashboard.tabs;
  return { ...dashboard, tabs: [{ ...first!, cards: first!.cards.filter(({ place }) => place.y < visibleGridRows) }] };
}

async function renderImage({ row, creator }: ActiveShare): Promise<Buffer> {
  const { language } = row;
  const looks = { format: 'png' as const, language, theme: 'light' as const, tab: null };
  const { signal } = new AbortController();
  const { file } = await writePublicView(creator, { row, state: defaultState, looks, transform: topOf }, signal);
  try {
    return await cropImage(await readFile(file));
  } finally {
    await rm(file, { force: true });
  }
}

async function cropImage(image: Buffer): Promise<Buffer> {
  // Loaded lazily, with the first image.
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(image).metadata();
  const isWide = height / width < size.height / size.width;
  const fit = isWide ? { fit: 'contain' as const, background: pageColours.light.page } : { fit: 'cover' as const };
  return sharp(image)
    .resize({ ...size, ...fit, position: 'top' })
    .png()
    .toBuffer();
}
