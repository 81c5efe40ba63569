import { formatMoment } from '#display/format/date.ts';
import { textOf } from '#display/words/subject.ts';
import { widthOf, wrap } from './draw/letters.ts';
import { coloursOf, textAt } from './draw/markup.ts';
import type { Job } from './job.ts';
import { settingsOf } from './settings.ts';
import { printWords } from './words.ts';

export const titleOf = ({ dashboard, look }: Job): string =>
  textOf(dashboard.title, look.language) || printWords[look.language].untitled;

/** What was set, in one line of words. */
function settingWords(job: Job): string {
  const colon = job.look.language === 'zh_CN' ? '：' : ': ';
  return settingsOf(job)
    .map(({ name, value }) => `${name}${colon}${value}`)
    .join('   ·   ');
}

/** When it was made, and how fresh it is. */
export function stampOf({ look, madeAt, madeBy }: Job, freshness: string | null): string {
  const words = printWords[look.language];
  const made = `${words.made(`${formatMoment(madeAt, look.zone)} (${look.zone})`)} · ${madeBy}`;
  return freshness ? `${words.freshUntil(formatMoment(freshness, look.zone))} · ${made}` : made;
}

export type Head = { markup: string; height: number };

const mostLines = { title: 2, description: 3, settings: 6 };

/** The head of the whole: title, description, and what was set. */
export function drawHead(job: Job, width: number): Head {
  const { text, quiet } = coloursOf(job.look);
  const parts: string[] = [];
  let y = 0;
  const add = (words: string, size: number, weight: 'regular' | 'bold', most: number) => {
    if (!words) return;
    const lines = wrap([{ text: words, weight, tone: 'text' }], width, size);
    const step = Math.round(size * 1.5);
    for (const [index, line] of lines.slice(0, most).entries()) {
      const isCut = index === most - 1 && lines.length > most;
      const said = line.map((run) => run.text).join('');
      const colour = weight === 'bold' ? text : quiet;
      parts.push(textAt(isCut ? `${said.trimEnd()}…` : said, { x: 0, y: y + step * 0.75, size, colour, weight }));
      y += step;
    }
    y += 4;
  };
  add(titleOf(job), 22, 'bold', mostLines.title);
  add(textOf(job.dashboard.description, job.look.language), 13, 'regular', mostLines.description);
  add(settingWords(job), 13, 'regular', mostLines.settings);
  return { markup: parts.join(''), height: y + 8 };
}

/** The head of a section or a tab: its name with a line behind it. */
export function drawSection(name: string, width: number, { look }: Pick<Job, 'look'>, size = 14): string {
  const { text, border } = coloursOf(look);
  const x = name ? widthOf(name, size, 'bold') + 12 : 0;
  const line =
    x < width ? `<line x1="${x.toFixed(1)}" y1="22" x2="${width}" y2="22" stroke="${border}" stroke-width="1"/>` : '';
  return textAt(name, { x: 0, y: 22 + size * 0.36, size, colour: text, weight: 'bold' }) + line;
}
