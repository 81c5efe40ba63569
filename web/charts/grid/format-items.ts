import type { CellFormat } from '#contract/chart.ts';

type Given = { name: string; formats: CellFormat[]; onFormats: (formats: CellFormat[]) => void };

/** The formats with another one for this column, or none. */
export function withFormat(formats: CellFormat[], column: string, format: CellFormat | null): CellFormat[] {
  const others = formats.filter((each) => each.column !== column);
  return format ? [...others, format] : others;
}

/** Ways to colour the cells of a column. */
export function formatItems({ name, formats, onFormats }: Given, t: (key: string) => string, onRule: () => void) {
  const choose = (format: CellFormat | null) => () => onFormats(withFormat(formats, name, format));
  const hasOne = formats.some(({ column }) => column === name);
  return [
    { key: 'scale', label: t('grid.scale'), onClick: choose({ kind: 'scale', column: name }) },
    { key: 'bar', label: t('grid.bar'), onClick: choose({ kind: 'bar', column: name }) },
    { key: 'rule', label: t('grid.rule'), onClick: onRule },
    ...(hasOne ? [{ key: 'plain', label: t('grid.noFormat'), onClick: choose(null) }] : []),
  ];
}
