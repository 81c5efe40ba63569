import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Card } from '#contract/dashboard.ts';
import { changeCards } from './document.ts';
import { useEditing } from './editing.ts';
import { moveBy, resizeBy, type Side } from './placing.ts';

const sides: Record<string, Side> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

export type Moves = {
  start: (card: string) => void;
  end: () => void;
  handleKey: (card: Card, event: KeyboardEvent) => void;
};

export type Moving = {
  /** The card that follows the arrows. */
  card: string | null;
  /** What a screen reader says of it. */
  said: string;
  /** Always the same object. */
  moves: Moves;
};

/** Moves and resizes cards by keyboard: Space begins, arrows move, with Shift they resize, Enter ends, Escape undoes. */
export function useMoving(): Moving {
  const { t } = useTranslation();
  const { tab, change, select, remove } = useEditing();
  const [active, setActive] = useState<{ card: string; before: Card[] } | null>(null);
  const [said, setSaid] = useState('');

  const sayPlace = (cards: Card[], id: string) => {
    const { x, y, width, height } = cards.find((card) => card.id === id)!.place;
    setSaid(t('dashboard.edit.placed', { column: x + 1, row: y + 1, width, height }));
  };
  const start = (card: string) => {
    setActive({ card, before: tab.cards });
    setSaid(t('dashboard.edit.moving'));
  };
  const end = () => {
    if (!active) return;
    setActive(null);
    setSaid(t('dashboard.edit.dropped'));
  };
  const putBack = () => {
    if (!active) return;
    change((dashboard) => changeCards(dashboard, tab.id, () => active.before), 'keyboard');
    setActive(null);
    setSaid(t('dashboard.edit.putBack'));
  };
  const step = (id: string, side: Side, isResizing: boolean) => {
    const next = (isResizing ? resizeBy : moveBy)(tab.cards, id, side);
    change((dashboard) => changeCards(dashboard, tab.id, () => next), 'keyboard');
    sayPlace(next, id);
  };

  /** The focus goes on to a card that is still there. */
  const removeFocused = (id: string) => {
    const cards = [...document.querySelectorAll<HTMLElement>('[data-card]')];
    const at = cards.findIndex(({ dataset }) => dataset['card'] === id);
    (cards[at + 1] ?? cards[at - 1])?.focus();
    remove(id);
    setSaid(t('dashboard.edit.removed'));
  };

  /** Whether the key meant something. */
  function follow(card: Card, { key, shiftKey }: KeyboardEvent): boolean {
    const side = sides[key];
    if (active?.card === card.id) {
      if (side) step(card.id, side, shiftKey);
      else if (key === 'Enter' || key === ' ') end();
      else if (key === 'Escape') putBack();
      else return false;
      return true;
    }
    if (key === ' ') start(card.id);
    else if (key === 'Enter') select({ kind: 'card', id: card.id });
    else if (key === 'Delete' || key === 'Backspace') removeFocused(card.id);
    else return false;
    return true;
  }

  const handleKey = (card: Card, event: KeyboardEvent) => {
    const isOnCard = event.target === event.currentTarget;
    if (!isOnCard || event.ctrlKey || event.metaKey || event.altKey) return;
    if (follow(card, event)) event.preventDefault();
  };
  return { card: active?.card ?? null, said, moves: useLatest({ start, end, handleKey }) };
}

/** The same object for as long as the page lives, that does what the latest one does. */
function useLatest(moves: Moves): Moves {
  const latest = useRef(moves);
  useEffect(() => {
    latest.current = moves;
  });
  return useMemo(
    () => ({
      start: (card) => latest.current.start(card),
      end: () => latest.current.end(),
      handleKey: (card, event) => latest.current.handleKey(card, event),
    }),
    [],
  );
}
