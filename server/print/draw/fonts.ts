import { createRequire } from 'node:module';
import path from 'node:path';

const folder = path.join(path.dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')), '..', 'fonts');

/** Bundled fonts with Chinese characters; no system fonts are needed. */
export const fontFiles = {
  regular: path.join(folder, 'NotoSansHans-Regular.otf'),
  bold: path.join(folder, 'NotoSansHans-Bold.otf'),
};
export type Weight = keyof typeof fontFiles;
export const fontName = 'Noto Sans Hans';
