import type { CellFormat } from '#domain/query/chart.ts';

type FormatItemsInput = { name: string; formats: CellFormat[]; onFormats: (formats: CellFormat[]) => void };

/** Replaces or removes the format of a column. */
export function withFormat(formats: CellFormat[], column: string, format: CellFormat | null): CellFormat[] {
  const others = formats.filter((each) => each.column !== column);
  return format ? [...others, format] : others;
}

/** Menu items for cell colours of a column. */
export function formatItems(
  { name, formats, onFormats }: FormatItemsInput,
  t: (key: string) => string,
  onRule: () => void,
) {
  const choose = (format: CellFormat | null) => () => onFormats(withFormat(formats, name, format));
  const hasFormat = formats.some(({ column }) => column === name);
  return [
    { key: 'scale', label: t('grid.scale'), onClick: choose({ kind: 'scale', column: name }) },
    { key: 'bar', label: t('grid.bar'), onClick: choose({ kind: 'bar', column: name }) },
    { key: 'rule', label: t('grid.rule'), onClick: onRule },
    ...(hasFormat ? [{ key: 'plain', label: t('grid.noFormat'), onClick: choose(null) }] : []),
  ];
}
