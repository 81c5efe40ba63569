import type { PointerEvent } from 'react';

import { minWidth, maxWidth } from './sheet.ts';
import style from './Sheet.module.css';

export const clampWidth = (width: number): number => Math.min(Math.max(Math.round(width), minWidth), maxWidth);

type ResizerProps = { width: number; onResize: (width: number) => void; onFit: () => void };

/** Drag handle at the edge of a head; the keyboard uses Alt with arrow keys. */
export function Resizer({ width, onResize, onFit }: ResizerProps) {
  const handleDown = (event: PointerEvent<HTMLElement>) => {
    const { currentTarget, clientX, pointerId } = event;
    event.stopPropagation();
    event.preventDefault();
    currentTarget.setPointerCapture(pointerId);
    const handleMove = (move: globalThis.PointerEvent) => onResize(clampWidth(width + move.clientX - clientX));
    const handleEnd = () => {
      currentTarget.removeEventListener('pointermove', handleMove);
      currentTarget.removeEventListener('lostpointercapture', handleEnd);
    };
    currentTarget.addEventListener('pointermove', handleMove);
    currentTarget.addEventListener('lostpointercapture', handleEnd);
  };
  return <span className={style['resizer']} aria-hidden onPointerDown={handleDown} onDoubleClick={onFit} />;
}
