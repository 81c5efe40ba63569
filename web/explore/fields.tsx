import {
  BarcodeOutlined,
  CalendarOutlined,
  CheckSquareOutlined,
  FunctionOutlined,
  NumberOutlined,
  TagOutlined,
} from '@ant-design/icons';
import type { DragEvent } from 'react';

import type { ColumnType } from '#domain/query/query.ts';

/** A field that can be added to the query. */
export type FieldRef = { kind: 'column' | 'metric'; id: string } | { kind: 'count' };

/** The drag payload: a field, or a part of the query. */
export type DragPayload = FieldRef | { kind: 'part'; part: 'dimensions' | 'measures'; index: number };

const mime = 'application/x-shuju-field';

export function startDrag(event: DragEvent, dragged: DragPayload): void {
  event.dataTransfer.setData(mime, JSON.stringify(dragged));
  event.dataTransfer.effectAllowed = 'copyMove';
}

export const isFieldDrag = (event: DragEvent) => event.dataTransfer.types.includes(mime);

/** The dropped payload; undefined if it comes from elsewhere. */
export function dropPayloadOf(event: DragEvent): DragPayload | undefined {
  const text = event.dataTransfer.getData(mime);
  return text ? (JSON.parse(text) as DragPayload) : undefined;
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

/** Icon of a column type. */
export function FieldIcon({ type }: { type: ColumnType | 'metric' }) {
  const Icon = icons[type];
  return <Icon aria-hidden />;
}
