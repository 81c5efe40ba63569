import {
  BarcodeOutlined,
  CalendarOutlined,
  CheckSquareOutlined,
  FunctionOutlined,
  NumberOutlined,
  TagOutlined,
} from '@ant-design/icons';
import type { DragEvent } from 'react';

import type { ColumnType } from '#contract/query.ts';

/** Something that can be clicked or dragged into the question. */
export type FieldRef = { kind: 'column' | 'metric'; id: string } | { kind: 'count' };

/** What is dragged: a field, or a part of the question that moves. */
export type Dragged = FieldRef | { kind: 'part'; part: 'dimensions' | 'measures'; index: number };

const mime = 'application/x-shuju-field';

export function startDrag(event: DragEvent, dragged: Dragged): void {
  event.dataTransfer.setData(mime, JSON.stringify(dragged));
  event.dataTransfer.effectAllowed = 'copyMove';
}

export const isDragged = (event: DragEvent) => event.dataTransfer.types.includes(mime);

/** What was let go; nothing if it came from elsewhere. */
export function droppedOf(event: DragEvent): Dragged | undefined {
  const text = event.dataTransfer.getData(mime);
  return text ? (JSON.parse(text) as Dragged) : undefined;
}

const icons = {
  text: TagOutlined,
  integer: NumberOutlined,
  number: NumberOutlined,
  boolean: CheckSquareOutlined,
  date: CalendarOutlined,
  time: CalendarOutlined,
  json: BarcodeOutlined,
  metric: FunctionOutlined,
};

/** What kind of field it is, at a glance. */
export function FieldIcon({ type }: { type: ColumnType | 'metric' }) {
  const Icon = icons[type];
  return <Icon aria-hidden />;
}
