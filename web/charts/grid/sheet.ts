import type { CSSProperties, KeyboardEvent, ReactNode } from 'react';

import type { Area, Place } from './selection.ts';

export type SheetColumn = {
  key: string;
  width: number;
  align: 'start' | 'end';
  /** Whether someone chose its width. */
  isResized: boolean;
};

/** How one cell looks. */
export type CellView = {
  text: string;
  /** What pointing at it tells, if that is more than the text. Said only when someone points. */
  title?: () => string;
  tone?: 'nothing' | 'good' | 'bad' | 'quiet';
  style?: CSSProperties;
  /** Stands before the text. */
  before?: ReactNode;
};

/** A head over one or several columns. Those of one level lie side by side and leave nothing out. */
export type HeadCell = {
  key: string;
  from: number;
  count: number;
  content: ReactNode;
  /** What it is called, without what can be done with it. */
  name?: string;
  sort?: 'ascending' | 'descending' | undefined;
};

export type RowKind = 'plain' | 'rest' | 'subtotal' | 'total';

/** A table by its measures and by functions; nothing of it exists before it is seen. */
export type Sheet = {
  label: string;
  rows: number;
  columns: SheetColumn[];
  /** So many columns stay at the left. */
  pinned: number;
  cell: (row: number, column: number) => CellView;
  /** What is copied: the exact value. */
  copied: (row: number, column: number) => string;
  kindOf: (row: number) => RowKind;
  /** Whether others than this row are picked. */
  isFaint?: (row: number) => boolean;
  foot: ((column: number) => CellView) | null;
};

export type SheetEvents = {
  /** A cell was opened, by a double click or Enter; true if it meant something. */
  onOpen?: ((place: Place) => boolean) | undefined;
  /** A cell was meant: by a click that selected nothing more, or by Enter. */
  onPick?: ((place: Place, how: { isAdding: boolean }) => void) | undefined;
  onSelect?: ((area: Area | null) => void) | undefined;
  /** Keys on a head; true if they meant something. */
  onHeadKey?: ((head: { column: number; width: number }, event: KeyboardEvent) => boolean) | undefined;
  onResize?: ((column: number, width: number) => void) | undefined;
  onFit?: ((column: number) => void) | undefined;
};

export const leastWidth = 56;
export const mostWidth = 4000;
