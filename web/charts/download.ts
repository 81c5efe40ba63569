import type { Drawing } from '#contract/chart.ts';
import { fontFamily, inkOf } from '#display/charts/ink.ts';
import { clip } from '#display/charts/lettering.ts';
import { optionsFor } from '#display/charts/picture.ts';
import { frameFor } from '#display/charts/kinds.ts';
import type { Frame, Look } from '#display/frame.ts';
import { saveFile } from './save.ts';

export type PictureFormat = 'png' | 'svg';

const size = { width: 1200, height: 640 };
const margin = 32;
const heading = 44;

type Wanted = { frame: Frame; drawing: Drawing; look: Look; title: string };

/** The picture without its title, as the library draws it. */
async function drawAlone({ frame, drawing, look }: Wanted, format: PictureFormat) {
  const { loadEvery } = await import('./every.ts');
  const { init, draw } = await loadEvery(drawing.kind);
  const [width, height] = [size.width - 2 * margin, size.height - 2 * margin - heading];
  const options = optionsFor(drawing);
  const { option } = draw({
    frame: frameFor(drawing.kind, frame),
    kind: drawing.kind,
    options,
    look,
    width,
    height,
    showTip: null,
    isStill: true,
  });
  const element = format === 'svg' ? null : document.createElement('div');
  const chart = init(element, null, {
    renderer: format === 'svg' ? 'svg' : 'canvas',
    ssr: format === 'svg',
    width,
    height,
  });
  chart.setOption(option);
  return chart;
}

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

async function makeSvg(wanted: Wanted): Promise<Blob> {
  const ink = inkOf(wanted.look);
  const chart = await drawAlone(wanted, 'svg');
  const inner = chart.renderToSVGString().replace('<svg ', `<svg x="${margin}" y="${margin + heading}" `);
  chart.dispose();
  const title = escapeText(clip(wanted.title, size.width - 2 * margin, 22));
  const text = `<text x="${margin}" y="${margin + 20}" font-size="22" font-weight="600" fill="${ink.text}" font-family="${escapeText(fontFamily)}">${title}</text>`;
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}"><rect width="100%" height="100%" fill="${ink.surface}"/>${text}${inner}</svg>`;
  return new Blob([whole], { type: 'image/svg+xml' });
}

const ratio = 2;

async function makePng(wanted: Wanted): Promise<Blob> {
  const ink = inkOf(wanted.look);
  const chart = await drawAlone(wanted, 'png');
  const canvas = document.createElement('canvas');
  canvas.width = size.width * ratio;
  canvas.height = size.height * ratio;
  const brush = canvas.getContext('2d')!;
  brush.scale(ratio, ratio);
  brush.fillStyle = ink.surface;
  brush.fillRect(0, 0, size.width, size.height);
  brush.fillStyle = ink.text;
  brush.font = `600 22px ${fontFamily}`;
  brush.fillText(clip(wanted.title, size.width - 2 * margin, 22), margin, margin + 20);
  const drawn = chart.renderToCanvas({ pixelRatio: ratio });
  brush.drawImage(drawn, margin, margin + heading, chart.getWidth(), chart.getHeight());
  chart.dispose();
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made'))), 'image/png'),
  );
}

/** Saves a chart as a file, with its title. Tables are no pictures: their rows are exported. */
export async function downloadChart(wanted: Wanted, format: PictureFormat): Promise<void> {
  const blob = format === 'svg' ? await makeSvg(wanted) : await makePng(wanted);
  saveFile(blob, `${wanted.title.replaceAll(/[\\/:*?"<>|]/g, ' ').trim() || 'chart'}.${format}`);
}
