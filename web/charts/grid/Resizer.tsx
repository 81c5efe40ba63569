import type { PointerEvent } from 'react';

import { leastWidth, mostWidth } from './sheet.ts';
import style from './Sheet.module.css';

export const widthWithin = (width: number): number => Math.min(Math.max(Math.round(width), leastWidth), mostWidth);

type Props = { width: number; onResize: (width: number) => void; onFit: () => void };

/** The edge of a head, which is dragged; the keyboard has Alt and the arrows for it. */
export function Resizer({ width, onResize, onFit }: Props) {
  const handleDown = (event: PointerEvent<HTMLElement>) => {
    const { currentTarget, clientX, pointerId } = event;
    event.stopPropagation();
    event.preventDefault();
    currentTarget.setPointerCapture(pointerId);
    const handleMove = (move: globalThis.PointerEvent) => onResize(widthWithin(width + move.clientX - clientX));
    const handleEnd = () => {
      currentTarget.removeEventListener('pointermove', handleMove);
      currentTarget.removeEventListener('lostpointercapture', handleEnd);
    };
    currentTarget.addEventListener('pointermove', handleMove);
    currentTarget.addEventListener('lostpointercapture', handleEnd);
  };
  return <span className={style['resizer']} aria-hidden onPointerDown={handleDown} onDoubleClick={onFit} />;
}
