import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of an element, observed; zero until it is measured. */
export function useWidth(elementRef: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = elementRef.current!;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    // Not with the next frame only: the content would appear one frame later.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [elementRef]);
  return width;
}
