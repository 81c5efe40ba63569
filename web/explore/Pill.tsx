import { CloseOutlined } from '@ant-design/icons';
import type { DragEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { Pop } from './Pop.tsx';
import style from './Pill.module.css';

type PillProps = {
  text: string;
  icon?: ReactNode;
  /** Whether its column is missing. */
  isBroken?: boolean;
  /** Whether nothing is chosen yet. */
  isQuiet?: boolean;
  renderPanel: (close: () => void) => ReactNode;
  onRemove?: (() => void) | undefined;
  onDragStart?: (event: DragEvent) => void;
  onMove?: (step: -1 | 1) => void;
};

/** A part of the query: click opens its panel, the cross removes it, drag or Alt+arrows move it. */
export function Pill({
  text,
  icon,
  isBroken = false,
  isQuiet = false,
  renderPanel,
  onRemove,
  onDragStart,
  onMove,
}: PillProps) {
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
