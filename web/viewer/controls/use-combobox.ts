import { type KeyboardEvent, useId, useRef, useState } from 'react';

/** A list navigated with the arrow keys of a field above it (ARIA combobox). */
export type Combobox = ReturnType<typeof useCombobox>;

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

export function useCombobox(count: number, onEnter: (at: number) => void) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(-1);
  const active = at < count ? at : -1;
  const moveTo = (next: number) => {
    setAt(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = steps[event.key];
    if (step && count > 0) {
      event.preventDefault();
      moveTo(active < 0 ? (step > 0 ? 0 : count - 1) : (active + step + count) % count);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (count > 0) onEnter(Math.max(active, 0));
  };
  return {
    input: {
      role: 'combobox',
      'aria-expanded': true,
      'aria-controls': id,
      'aria-autocomplete': 'list' as const,
      'aria-activedescendant': active < 0 ? undefined : `${id}-${active}`,
      onKeyDown: handleKeyDown,
    },
    list: { id, ref: list },
    itemOf: (index: number) => ({ id: `${id}-${index}`, 'data-active': index === active }),
  };
}
