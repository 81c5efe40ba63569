import { type RefObject, useEffect, useState } from 'react';

type Seen = (isInSight: boolean) => void;
const watchers = new WeakMap<Element, Seen>();

let sight: IntersectionObserver | undefined;

/** One observer for all cards. */
function observe(element: Element, seen: Seen): () => void {
  sight ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) watchers.get(target)?.(isIntersecting);
  });
  watchers.set(element, seen);
  sight.observe(element);
  return () => {
    sight!.unobserve(element);
    watchers.delete(element);
  };
}

/** Tells whether an element is in sight, as that changes. */
export function useSight(place: RefObject<HTMLElement | null>, tell: Seen): void {
  useEffect(() => observe(place.current!, tell), [place, tell]);
}

/** Whether a card has come so near that it is worth drawing; once it has, it stays. */
export function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '600px 0px',
    });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, [place, isNear]);
  return isNear;
}
