type Point = { x: number; y: number };

const step = 24;

/** Follows the pointer until it is let go; beyond the edges the box scrolls. */
export function dragFrom(box: HTMLElement, onMove: (point: Point) => void): void {
  let point: Point | undefined;
  let frame = 0;
  const follow = () => {
    if (point) {
      const within = scrollTowards(box, point);
      onMove(within);
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

/** Scrolls if the point is outside; gives back the nearest point inside. */
function scrollTowards(box: HTMLElement, { x, y }: Point): Point {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  const headed = top + (box.querySelector<HTMLElement>('[role=rowgroup]')?.offsetHeight ?? 0);
  if (y < headed) box.scrollTop -= step;
  if (y > bottom) box.scrollTop += step;
  if (x < left) box.scrollLeft -= step;
  if (x > right) box.scrollLeft += step;
  const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
  return { x: within(x, left + 2, right - 20), y: within(y, headed + 2, bottom - 20) };
}
