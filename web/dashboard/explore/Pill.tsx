import { CloseOutlined } from '@ant-design/icons';
import type { DragEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { Pop } from './Pop.tsx';
import style from './Pill.module.css';

type Props = {
  text: string;
  icon?: ReactNode;
  /** Something is not as it should be: the column is gone. */
  isBroken?: boolean;
  /** Nothing is chosen: the pill only offers to. */
  isQuiet?: boolean;
  renderPanel: (close: () => void) => ReactNode;
  onRemove?: (() => void) | undefined;
  onDragStart?: (event: DragEvent) => void;
  onMove?: (step: -1 | 1) => void;
};

/** A part of the question: opens to be changed, has a cross to be taken away, can be dragged or moved by Alt and arrows. */
export function Pill({
  text,
  icon,
  isBroken = false,
  isQuiet = false,
  renderPanel,
  onRemove,
  onDragStart,
  onMove,
}: Props) {
  const { t } = useTranslation();
  return (
    <span
      className={style['pill']}
      data-broken={isBroken}
      data-quiet={isQuiet}
      draggable={Boolean(onDragStart)}
      onDragStart={onDragStart}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as -1 | 1 | undefined;
        if (!event.altKey || !step || !onMove) return;
        event.preventDefault();
        onMove(step);
      }}
    >
      <Pop renderPanel={renderPanel}>
        {(isOpen) => (
          <button type="button" className={style['open']} aria-haspopup="dialog" aria-expanded={isOpen}>
            {icon}
            <bdi>{text}</bdi>
          </button>
        )}
      </Pop>
      {onRemove && (
        <button
          type="button"
          className={style['remove']}
          aria-label={t('explore.remove', { name: text })}
          onClick={onRemove}
        >
          <CloseOutlined aria-hidden />
        </button>
      )}
    </span>
  );
}
