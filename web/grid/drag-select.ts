type PixelPoint = { x: number; y: number };

const step = 24;

/** Tracks the pointer until it is released; beyond the edges the box scrolls. */
export function dragFrom(box: HTMLElement, onMove: (point: PixelPoint) => void): void {
  let point: PixelPoint | undefined;
  let frame = 0;
  const follow = () => {
    if (point) {
      const clamped = scrollTowards(box, point);
      onMove(clamped);
    }
    frame = requestAnimationFrame(follow);
  };
  const handleMove = (event: PointerEvent) => {
    point = { x: event.clientX, y: event.clientY };
  };
  const handleEnd = () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('pointermove', handleMove);
    window.removeEventListener('pointerup', handleEnd);
    window.removeEventListener('pointercancel', handleEnd);
  };
  window.addEventListener('pointermove', handleMove);
  window.addEventListener('pointerup', handleEnd);
  window.addEventListener('pointercancel', handleEnd);
  frame = requestAnimationFrame(follow);
}

/** Scrolls if the point is outside; returns the nearest point inside. */
function scrollTowards(box: HTMLElement, { x, y }: PixelPoint): PixelPoint {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  const bodyTop = top + (box.querySelector<HTMLElement>('[role=rowgroup]')?.offsetHeight ?? 0);
  if (y < bodyTop) box.scrollTop -= step;
  if (y > bottom) box.scrollTop += step;
  if (x < left) box.scrollLeft -= step;
  if (x > right) box.scrollLeft += step;
  const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);
  return { x: clamp(x, left + 2, right - 20), y: clamp(y, bodyTop + 2, bottom - 20) };
}
