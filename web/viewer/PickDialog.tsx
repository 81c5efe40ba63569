import Input from 'antd/es/input';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ChartCard } from '#domain/dashboard/dashboard.ts';
import { dimensionsOf, measuresOf } from '#display/charts/frame-columns.ts';
import { rowMatcherOf, pointAt } from '#display/charts/points.ts';
import { formatGroup } from '#display/format/cell.ts';
import { formatExact } from '#display/format/exact.ts';
import type { Frame, Look } from '#display/frame.ts';
import type { PickHandler } from '#web/grid/pick-handler.ts';
import { useLook } from '#web/shell/preferences.ts';
import type { CardResult } from './card-result.ts';
import { useStateContext } from './dashboard-context.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import style from './Dialogs.module.css';
import { pointsOn } from './picks.ts';

type PickDialogProps = {
  card: ChartCard;
  title: string;
  lastAnswer: CardResult;
  onPick: PickHandler;
  onClose: () => void;
};

const maxRows = 200;

/** The points of a card as a list, for keyboard and screen reader users. */
export function PickDialog({ card, title, lastAnswer, onPick, onClose }: PickDialogProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const look = useLook();
  const state = useStateContext();
  const [search, setSearch] = useState('');
  const { frame } = lastAnswer;
  const points = pointsOn(state, card.id);
  const isPicked = points.length > 0 ? rowMatcherOf(frame, points) : () => false;
  const rows = rowsOf(frame, look).filter(({ text }) => text.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <Modal
      open
      footer={null}
      onCancel={onClose}
      title={<span dir="auto">{t('dashboard.view.pickOn', { title })}</span>}
    >
      <Input
        allowClear
        value={search}
        aria-label={t('dashboard.view.search')}
        placeholder={t('dashboard.view.search')}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul className={style['values']}>
        {rows.slice(0, maxRows).map(({ row, text, value }) => (
          <li key={row}>
            <label>
              <input
                type="checkbox"
                checked={isPicked(row)}
                onChange={() => onPick(pointAt(frame, row)!, { isAdding: true })}
              />
              <span dir="auto">{text}</span>
              <span className="numbers">{value}</span>
            </label>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

/** The rows that can be picked, each with its values and first measure. */
function rowsOf(frame: Frame, look: Look): { row: number; text: string; value: string }[] {
  const [dimensions, [measure]] = [dimensionsOf(frame), measuresOf(frame)];
  const nameOf = (value: unknown, index: number) => formatGroup(value, dimensions[index]!.field, look);
  return Array.from({ length: frame.values[0]?.length ?? 0 }, (_, row) => row)
    .filter((row) => pointAt(frame, row) !== undefined)
    .map((row) => ({
      row,
      text: dimensions.map(({ values }, index) => nameOf(values[row] ?? null, index)).join(' · '),
      value: measure ? formatExact(measure.values[row], measure.style, look) : '',
    }));
}
