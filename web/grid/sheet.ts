import type { CSSProperties, KeyboardEvent, ReactNode } from 'react';

import type { CellArea, CellPosition } from './selection.ts';

export type SheetColumn = {
  key: string;
  width: number;
  align: 'start' | 'end';
  /** Whether its width was set by the user. */
  isResized: boolean;
};

/** How a cell is rendered. */
export type CellView = {
  text: string;
  /** Tooltip if it differs from the text; computed on hover. */
  title?: () => string;
  tone?: 'nothing' | 'good' | 'bad' | 'quiet';
  style?: CSSProperties;
  /** Content before the text. */
  before?: ReactNode;
};

/** A head over one or several columns. The heads of a level cover all columns. */
export type HeadCell = {
  key: string;
  from: number;
  count: number;
  content: ReactNode;
  /** Accessible name, without the menu. */
  name?: string;
  sort?: 'ascending' | 'descending' | undefined;
};

type RowKind = 'plain' | 'rest' | 'subtotal' | 'total';

/** A table described by functions, so that cells are computed only when visible. */
export type GridSheet = {
  label: string;
  rows: number;
  columns: SheetColumn[];
  /** Number of pinned columns. */
  pinned: number;
  /** Whether a row of totals follows the last one. */
  hasTotals: boolean;
  cell: (row: number, column: number) => CellView;
  /** The exact value for copying. */
  copyText: (row: number, column: number) => string;
  kindOf: (row: number) => RowKind;
  /** Whether other rows are picked, but not this one. */
  isFaint?: (row: number) => boolean;
};

export type SheetEvents = {
  /** Double click or Enter on a cell; returns whether it was handled. */
  onOpen?: ((position: CellPosition) => boolean) | undefined;
  /** A click or Enter on a cell. */
  onPick?: ((position: CellPosition, options: { isAdding: boolean }) => void) | undefined;
  onSelect?: ((area: CellArea | null) => void) | undefined;
  /** Key press on a head; returns whether it was handled. */
  onHeadKey?: ((column: number, width: number, event: KeyboardEvent) => boolean) | undefined;
  onResize?: ((column: number, width: number) => void) | undefined;
  onFit?: ((column: number) => void) | undefined;
};

export const minWidth = 56;
const maxWidth = 4000;
export const clampWidth = (width: number): number => Math.min(Math.max(Math.round(width), minWidth), maxWidth);
