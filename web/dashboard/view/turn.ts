import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import type { Slide } from './slides.ts';

const [usualTurn, leastTurn] = [20, 3];

/** The slide whose turn it is; `every` in the address says how many seconds each has. */
export function useTurn(slides: Slide[]): { slide: Slide | undefined; step: (by: number) => void } {
  const [params] = useSearchParams();
  const seconds = Math.max(leastTurn, Number(params.get('every')) || usualTurn);
  const [turn, setTurn] = useState(() =>
    Math.max(
      0,
      slides.findIndex(({ tab }) => tab.id === params.get('tab')),
    ),
  );
  const count = Math.max(1, slides.length);
  useEffect(() => {
    if (count < 2) return undefined;
    // Whoever steps by hand has the whole time for what they see.
    const timer = setTimeout(() => setTurn(turn + 1), seconds * 1000);
    return () => clearTimeout(timer);
  }, [count, seconds, turn]);
  return { slide: slides[turn % count], step: (by) => setTurn((now) => (((now + by) % count) + count) % count) };
}

// Before anything is drawn: what stands above the board is about so high.
const above = 130;

/** How high the place is that is left for the board. */
export function useRoom(): [RefObject<HTMLDivElement | null>, number] {
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(() => window.innerHeight - above);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setRoom(Math.floor(entry.contentRect.height)));
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return [place, room];
}
