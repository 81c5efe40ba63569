/** Calls `onNear` whenever an element comes within a margin of the viewport. Returns the function that ends it. */
export function observeNear(element: Element, rootMargin: string, onNear: () => void): () => void {
  // A busy page gets several entries of the element at once, oldest first.
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onNear();
    },
    { rootMargin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
