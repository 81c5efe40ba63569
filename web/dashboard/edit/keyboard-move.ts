import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Card } from '#domain/dashboard/dashboard.ts';
import { changeCards } from '#domain/dashboard/dashboard-edits.ts';
import { useEditing } from './editing-context.ts';
import { moveBy, resizeBy, type MoveDirection } from '#domain/dashboard/grid-layout.ts';

const directions: Record<string, MoveDirection> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

export type MoveHandlers = {
  start: (card: string) => void;
  end: () => void;
  handleKey: (card: Card, event: KeyboardEvent) => void;
};

export type KeyboardMove = {
  /** The card being moved. */
  card: string | null;
  /** Text announced to screen readers. */
  announcement: string;
  /** A stable object. */
  moves: MoveHandlers;
};

/** Moves and resizes cards by keyboard: Space starts, arrows move, Shift+arrows resize, Enter ends, Escape cancels. */
export function useKeyboardMove(): KeyboardMove {
  const { t } = useTranslation();
  const { tab, change, select, remove } = useEditing();
  const [active, setActive] = useState<{ card: string; before: Card[] } | null>(null);
  const [announcement, setAnnouncement] = useState('');

  const announcePosition = (cards: Card[], id: string) => {
    const { x, y, width, height } = cards.find((card) => card.id === id)!.place;
    setAnnouncement(t('dashboard.edit.placed', { column: x + 1, row: y + 1, width, height }));
  };
  const start = (card: string) => {
    setActive({ card, before: tab.cards });
    setAnnouncement(t('dashboard.edit.moving'));
  };
  const end = () => {
    if (!active) return;
    setActive(null);
    setAnnouncement(t('dashboard.edit.dropped'));
  };
  const cancel = () => {
    if (!active) return;
    change((dashboard) => changeCards(dashboard, tab.id, () => active.before), 'keyboard');
    setActive(null);
    setAnnouncement(t('dashboard.edit.putBack'));
  };
  const step = (id: string, side: MoveDirection, isResizing: boolean) => {
    const next = (isResizing ? resizeBy : moveBy)(tab.cards, id, side);
    change((dashboard) => changeCards(dashboard, tab.id, () => next), 'keyboard');
    announcePosition(next, id);
  };

  /** Moves the focus to a neighbouring card before removing. */
  const removeFocused = (id: string) => {
    const cards = [...document.querySelectorAll<HTMLElement>('[data-card]')];
    const at = cards.findIndex(({ dataset }) => dataset['card'] === id);
    (cards[at + 1] ?? cards[at - 1])?.focus();
    remove(id);
    setAnnouncement(t('dashboard.edit.removed'));
  };

  /** Whether the key was handled. */
  function handleCardKey(card: Card, { key, shiftKey }: KeyboardEvent): boolean {
    const side = directions[key];
    if (active?.card === card.id) {
      if (side) step(card.id, side, shiftKey);
      else if (key === 'Enter' || key === ' ') end();
      else if (key === 'Escape') cancel();
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
    if (handleCardKey(card, event)) event.preventDefault();
  };
  return { card: active?.card ?? null, announcement, moves: useLatestHandlers({ start, end, handleKey }) };
}

/** A stable object that calls the latest handlers. */
function useLatestHandlers(moves: MoveHandlers): MoveHandlers {
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
