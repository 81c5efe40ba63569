import type { CellFormat } from '#domain/query/chart.ts';
import type { Field } from '#display/frame.ts';
import { isNumeric } from '#display/tables/column-text.ts';
import { groupsOf } from './cell-writers.ts';
import type { GridColumns } from './grid-columns.ts';
import { type ChangeGrid, type GridState, togglePin } from './grid-state.ts';
import { HeadLabel } from './HeadLabel.tsx';
import type { HeadCell } from './sheet.ts';

type GridHeadsInput = {
  grid: GridColumns;
  state: GridState;
  change: ChangeGrid;
  sort: (column: number, keepsOthers: boolean) => void;
  fit: (column: number) => void;
  formats: CellFormat[];
  onFormats: ((formats: CellFormat[]) => void) | undefined;
};

/** One head per column; where several measures have several parts, a second level names the measures. */
export function headsOf(input: GridHeadsInput): HeadCell[][] {
  const { fields, pinned } = input.grid;
  const leaves = fields.map((field, index) => leafOf(input, field, index));
  const groups = groupsOf(fields, pinned);
  if (groups.filter(({ count }) => count > 1).length < 2) return [leaves];
  const above = groups.map(({ from, count, measure }) => ({
    key: String(from),
    from,
    count,
    content: count > 1 ? <b>{nameOf(fields, measure)}</b> : null,
  }));
  return [above, leaves];
}

const nameOf = (fields: Field[], measure: string | null) =>
  fields.find((field) => field.role === 'measure' && field.measure === measure && field.part === 'value')?.label ??
  measure;

function leafOf(
  { grid, state, change, sort, fit, formats, onFormats }: GridHeadsInput,
  field: Field,
  index: number,
): HeadCell {
  const { name } = field;
  const sortIndex = state.sortings.findIndex(({ column }) => column === name);
  const direction = state.sortings[sortIndex]?.direction;
  return {
    key: name,
    from: index,
    count: 1,
    name: grid.labels[index]!,
    sort: direction,
    content: (
      <HeadLabel
        name={name}
        label={grid.labels[index]!}
        description={field.description}
        direction={direction}
        rank={state.sortings.length > 1 && sortIndex >= 0 ? sortIndex + 1 : null}
        isPinned={state.pinned.includes(name)}
        isOpen={state.menuAt === name}
        onOpen={(isOpen) => change({ menuAt: isOpen ? name : null })}
        onSort={(keepsOthers) => sort(index, keepsOthers)}
        onOrder={(next) => change({ sortings: next ? [{ column: name, direction: next }] : [] })}
        onPin={() => change((now) => ({ pinned: togglePin(now.pinned, name) }))}
        onFit={() => fit(index)}
        formats={formats}
        onFormats={isNumeric(field) ? onFormats : undefined}
      />
    ),
  };
}
