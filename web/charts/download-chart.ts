import type { Drawing } from '#domain/query/chart.ts';
import { fontFamily, inkOf } from '#display/charts/ink.ts';
import { clip } from '#display/charts/text-width.ts';
import { optionsFor } from '#display/charts/draw-input.ts';
import { frameFor } from '#display/charts/refusal.ts';
import type { Frame, Look } from '#display/frame.ts';
import { escapeMarkup } from '#domain/text/markup.ts';

export type ImageFormat = 'png' | 'svg';

const size = { width: 1200, height: 640 };
const margin = 32;
const heading = 44;

type ChartDownload = { frame: Frame; drawing: Drawing; look: Look; title: string };

/** The chart without its title, rendered by ECharts. */
async function renderChart({ frame, drawing, look }: ChartDownload, format: ImageFormat) {
  const { loadExportDrawer } = await import('./export-drawer.ts');
  const { init, draw } = await loadExportDrawer(drawing.kind);
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
    isStatic: true,
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

async function makeSvg(download: ChartDownload): Promise<Blob> {
  const ink = inkOf(download.look);
  const chart = await renderChart(download, 'svg');
  const inner = chart.renderToSVGString().replace('<svg ', `<svg x="${margin}" y="${margin + heading}" `);
  chart.dispose();
  const title = escapeMarkup(clip(download.title, size.width - 2 * margin, 22));
  const text = `<text x="${margin}" y="${margin + 20}" font-size="22" font-weight="600" fill="${ink.text}" font-family="${escapeMarkup(fontFamily)}">${title}</text>`;
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}"><rect width="100%" height="100%" fill="${ink.surface}"/>${text}${inner}</svg>`;
  return new Blob([whole], { type: 'image/svg+xml' });
}

const ratio = 2;

async function makePng(download: ChartDownload): Promise<Blob> {
  const ink = inkOf(download.look);
  const chart = await renderChart(download, 'png');
  const canvas = document.createElement('canvas');
  canvas.width = size.width * ratio;
  canvas.height = size.height * ratio;
  const context = canvas.getContext('2d')!;
  context.scale(ratio, ratio);
  context.fillStyle = ink.surface;
  context.fillRect(0, 0, size.width, size.height);
  context.fillStyle = ink.text;
  context.font = `600 22px ${fontFamily}`;
  context.fillText(clip(download.title, size.width - 2 * margin, 22), margin, margin + 20);
  const chartCanvas = chart.renderToCanvas({ pixelRatio: ratio });
  context.drawImage(chartCanvas, margin, margin + heading, chart.getWidth(), chart.getHeight());
  chart.dispose();
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image could not be created'))), 'image/png'),
  );
}

/** Downloads a chart as an image file, with its title. Tables are exported as rows instead. */
export async function downloadChart(download: ChartDownload, format: ImageFormat): Promise<void> {
  const blob = format === 'svg' ? await makeSvg(download) : await makePng(download);
  saveFile(blob, `${download.title.replaceAll(/[\\/:*?"<>|]/g, ' ').trim() || 'chart'}.${format}`);
}

/** Saves a blob as a file download. */
function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the blob after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
