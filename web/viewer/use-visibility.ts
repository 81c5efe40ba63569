import { type RefObject, useEffect, useState } from 'react';

import { observeNear } from '#web/ui/observe-near.ts';

type VisibilityListener = (isInSight: boolean) => void;
const watchers = new WeakMap<Element, VisibilityListener>();

let sharedObserver: IntersectionObserver | undefined;

/** One shared observer for all cards. */
function observe(element: Element, listener: VisibilityListener): () => void {
  sharedObserver ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) watchers.get(target)?.(isIntersecting);
  });
  watchers.set(element, listener);
  sharedObserver.observe(element);
  return () => {
    sharedObserver!.unobserve(element);
    watchers.delete(element);
  };
}

/** Reports when an element enters or leaves the viewport. */
export function useVisibility(element: RefObject<HTMLElement | null>, listener: VisibilityListener): void {
  useEffect(() => observe(element.current!, listener), [element, listener]);
}

/** Whether an element has come near the viewport and should be drawn; stays true. */
export function useNearViewport(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear) return undefined;
    return observeNear(element.current!, '600px 0px', () => setNear(true));
  }, [element, isNear]);
  return isNear;
}
