import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import type { Slide } from './slides.ts';

const [defaultSeconds, minSeconds] = [20, 3];

/** The current slide; `every` in the URL is the seconds per slide. */
export function useSlideshow(slides: Slide[]): { slide: Slide | undefined; step: (by: number) => void } {
  const [params] = useSearchParams();
  const seconds = Math.max(minSeconds, Number(params.get('every')) || defaultSeconds);
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      slides.findIndex(({ tab }) => tab.id === params.get('tab')),
    ),
  );
  const count = Math.max(1, slides.length);
  useEffect(() => {
    if (count < 2) return undefined;
    // A manual step restarts the timer.
    const timer = setTimeout(() => setIndex(index + 1), seconds * 1000);
    return () => clearTimeout(timer);
  }, [count, seconds, index]);
  return { slide: slides[index % count], step: (by) => setIndex((now) => (((now + by) % count) + count) % count) };
}

// Estimated header height before the first render.
const headerHeight = 130;

/** The height available for the slide. */
export function useStageHeight(): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(() => window.innerHeight - headerHeight);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setHeight(Math.floor(entry.contentRect.height)));
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return [element, height];
}
