import type { Cell, CellValue, WriteSheet } from 'hucre/xlsx';

import { formatMoment } from '#display/format/date.ts';
import { textOf } from '#display/words/subject.ts';
import { freshnessFacts } from '../head.ts';
import type { PrintJob } from '../job.ts';
import type { PrintFreshness } from '../print-card.ts';
import { settingsOf } from '../settings.ts';
import { printWords } from '../words.ts';
import { textCell } from './cells.ts';

/** An entry in the list of sheets. */
export type CoverEntry = { name: string; title: string; tab: string; kind: string; note: string };

const quiet = { font: { color: { rgb: '586276' } }, alignment: { vertical: 'top' as const } };
const wrapped = { alignment: { wrapText: true, vertical: 'top' as const } };
const head = {
  font: { bold: true },
  border: { bottom: { style: 'thin' as const, color: { rgb: 'B9C2D3' } } },
};
const linked = { font: { color: { rgb: '3B5BDB' }, underline: true } };

/** The first sheet: title, applied settings, and a list of all sheets. */
export function coverSheet(
  job: PrintJob,
  { name, sheets, freshness }: { name: string; sheets: CoverEntry[]; freshness: PrintFreshness },
): WriteSheet {
  const { dashboard, look, madeAt, madeBy } = job;
  const { language, zone } = look;
  const words = printWords[language];
  const rows: CellValue[][] = [];
  const cells = new Map<string, Partial<Cell>>();
  const add = (row: string[], ...looks: (Partial<Cell> | undefined)[]) => {
    looks.forEach((each, column) => each && cells.set(`${rows.length},${column}`, each));
    rows.push(row.map(textCell));
  };
  add([textOf(dashboard.title, language) || words.untitled], { style: { font: { bold: true, size: 18 } } });
  const description = textOf(dashboard.description, language);
  if (description) add([description], { style: quiet });
  add([]);
  const facts = [
    [words.madeAt, `${formatMoment(madeAt, zone)} (${zone})`],
    [words.madeBy, madeBy],
    ...freshnessFacts(freshness, look).map(({ name: label, value }) => [label, value]),
    ...settingsOf(job).map(({ kind, name: label, value }) => [
      kind === 'pick' ? `${words.picked} · ${label}` : kind === 'steps' ? `${words.steps} · ${label}` : label,
      value,
    ]),
  ];
  for (const fact of facts) add(fact, { style: quiet }, { style: wrapped });
  add([]);
  const hasTabs = dashboard.tabs.length > 1;
  const heads = [words.sheets, words.kind, words.note];
  add(heads, ...heads.map(() => ({ style: head })));
  for (const { name: sheet, title, tab, kind, note } of sheets) {
    const text = (hasTabs && tab ? `${tab} · ` : '') + (title || sheet);
    const location = `'${sheet.replaceAll("'", "''")}'!A1`;
    add([text, kind, note], { style: linked, hyperlink: { target: '', location } });
  }
  return { name, columns: [{ width: 44 }, { width: 56 }, { width: 48 }], rows, cells, view: { showGridLines: false } };
}
