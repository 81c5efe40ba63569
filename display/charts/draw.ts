import type { ChartKind } from '#contract/chart.ts';
import { usualDrawers } from './usual.ts';
import { drawFigure } from './figure-picture.ts';
import { frameFor } from './kinds.ts';
import type { Drawn, Picture } from './picture.ts';
import { rareDrawers } from './rare.ts';

/** Tables are no pictures. */
export type DrawnKind = Exclude<ChartKind, 'table' | 'pivot'>;

const drawers: Record<DrawnKind, (picture: Picture) => Drawn> = {
  figure: drawFigure,
  ...usualDrawers,
  ...rareDrawers,
};

/** Any picture, where the size of the program does not matter: pages fetch what draws a kind when they need it. */
export const drawPicture = (picture: Picture & { kind: DrawnKind }): Drawn =>
  drawers[picture.kind]({ ...picture, frame: frameFor(picture.kind, picture.frame) });
