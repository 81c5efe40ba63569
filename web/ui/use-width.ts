import { type RefObject, useEffect, useState } from 'react';

/** The width of an element, observed; zero until it is measured. */
export function useWidth(elementRef: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = elementRef.current!;
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [elementRef]);
  return width;
}
