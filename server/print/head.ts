import { formatMoment, newestText } from '#display/format/date.ts';
import type { Look } from '#display/frame.ts';
import { textOf } from '#display/words/subject.ts';
import { widthOf, wrap } from './draw/text-layout.ts';
import { coloursOf, textAt } from './draw/markup.ts';
import type { PrintJob } from './job.ts';
import type { PrintFreshness } from './print-card.ts';
import { settingsOf } from './settings.ts';
import { printWords } from './words.ts';

export const titleOf = ({ dashboard, look }: PrintJob): string =>
  textOf(dashboard.title, look.language) || printWords[look.language].untitled;

/** The applied settings in one line. */
function settingsText(job: PrintJob): string {
  const colon = job.look.language === 'zh_CN' ? '：' : ': ';
  return settingsOf(job)
    .map(({ name, value }) => `${name}${colon}${value}`)
    .join('   ·   ');
}

/** When the file was created, and how fresh its data is. */
export function stampOf({ look, madeAt, madeBy }: PrintJob, freshness: PrintFreshness): string {
  const words = printWords[look.language];
  const colon = look.language === 'zh_CN' ? '：' : ': ';
  const facts = freshnessFacts(freshness, look);
  return [
    ...facts.map(({ name, value }) => `${name}${name === words.late ? colon : ' '}${value}`),
    words.createdNote(`${formatMoment(madeAt, look.zone)} (${look.zone})`),
    madeBy,
  ].join(' · ');
}

/** Facts about late data, the time of the load and the latest row, if known. */
export function freshnessFacts(
  { lateSince, loadedAt, newest }: PrintFreshness,
  { language, zone }: Look,
): { name: string; value: string }[] {
  const words = printWords[language];
  return [
    ...(lateSince ? [{ name: words.late, value: words.expectedBy(formatMoment(lateSince, zone)) }] : []),
    ...(loadedAt ? [{ name: words.freshness, value: formatMoment(loadedAt, zone) }] : []),
    ...(newest ? [{ name: words.latestRow, value: newestText(newest, zone) }] : []),
  ];
}

export type Head = { markup: string; height: number };

const maxLines = { title: 2, description: 3, settings: 6 };

/** The header of a file: title, description and applied settings. */
export function drawHead(job: PrintJob, width: number): Head {
  const { text, quiet } = coloursOf(job.look);
  const parts: string[] = [];
  let y = 0;
  const add = (words: string, size: number, weight: 'regular' | 'bold', maxCount: number) => {
    if (!words) return;
    const lines = wrap([{ text: words, weight, tone: 'text' }], width, size);
    const step = Math.round(size * 1.5);
    for (const [index, line] of lines.slice(0, maxCount).entries()) {
      const isCut = index === maxCount - 1 && lines.length > maxCount;
      const lineText = line.map((run) => run.text).join('');
      const colour = weight === 'bold' ? text : quiet;
      parts.push(
        textAt(isCut ? `${lineText.trimEnd()}…` : lineText, { x: 0, y: y + step * 0.75, size, colour, weight }),
      );
      y += step;
    }
    y += 4;
  };
  add(titleOf(job), 22, 'bold', maxLines.title);
  add(textOf(job.dashboard.description, job.look.language), 13, 'regular', maxLines.description);
  add(settingsText(job), 13, 'regular', maxLines.settings);
  return { markup: parts.join(''), height: y + 8 };
}

/** The heading of a section or tab, followed by a line. */
export function drawSection(name: string, width: number, { look }: Pick<PrintJob, 'look'>, size = 14): string {
  const { text, border } = coloursOf(look);
  const x = name ? widthOf(name, size, 'bold') + 12 : 0;
  const line =
    x < width ? `<line x1="${x.toFixed(1)}" y1="22" x2="${width}" y2="22" stroke="${border}" stroke-width="1"/>` : '';
  return textAt(name, { x: 0, y: 22 + size * 0.36, size, colour: text, weight: 'bold' }) + line;
}
