import Input from 'antd/es/input';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ChartCard } from '#contract/dashboard.ts';
import { dimensionsOf, measuresOf } from '#display/charts/columns.ts';
import { meaning, pointAt } from '#display/charts/points.ts';
import { formatGroup } from '#display/format/cell.ts';
import { formatExact } from '#display/format/exact.ts';
import type { Frame, Look } from '#display/frame.ts';
import type { PickHandler } from '#web/charts/picking.ts';
import { useLook } from '#web/shell/preferences.ts';
import type { Answered } from './answered.ts';
import { useBoardState } from './board.ts';
import { useReturnFocus } from '#web/ui/dialog.ts';
import style from './Dialogs.module.css';
import { pointsOn } from './picks.ts';

type Props = { card: ChartCard; title: string; answered: Answered; onPick: PickHandler; onClose: () => void };

const most = 200;

/** What can be picked on a card, as a list: for those who have no pointer, or not a steady one. */
export function PickDialog({ card, title, answered, onPick, onClose }: Props) {
  const { t } = useTranslation();
  useReturnFocus();
  const look = useLook();
  const state = useBoardState();
  const [wanted, setWanted] = useState('');
  const { frame } = answered;
  const points = pointsOn(state, card.id);
  const isMeant = points.length > 0 ? meaning(frame, points) : () => false;
  const rows = rowsOf(frame, look).filter(({ text }) => text.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <Modal
      open
      footer={null}
      onCancel={onClose}
      title={<span dir="auto">{t('dashboard.view.pickOn', { title })}</span>}
    >
      <Input
        allowClear
        value={wanted}
        aria-label={t('dashboard.view.search')}
        placeholder={t('dashboard.view.search')}
        onChange={(event) => setWanted(event.target.value)}
      />
      <ul className={style['values']}>
        {rows.slice(0, most).map(({ row, text, value }) => (
          <li key={row}>
            <label>
              <input
                type="checkbox"
                checked={isMeant(row)}
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

/** The rows that can be meant, each by its values and its first number. */
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
