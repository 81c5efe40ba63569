import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GridLayout, type Layout, useContainerWidth, verticalCompactor } from 'react-grid-layout';

import { type Card, gridColumns } from '#contract/dashboard.ts';
import { textOf } from '#display/words/subject.ts';
import { gap, inOrder, rowHeight } from '#web/dashboard/view/grid.ts';
import { useNarrow } from '#web/dashboard/view/narrow.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { BoardPicture } from '#web/ui/pictures.tsx';
import style from './Board.module.css';
import { changeCards, isFull, leastSize } from './document.ts';
import { EditCard, type TabName } from './EditCard.tsx';
import { useEditing } from './editing.ts';
import { settle } from './placing.ts';
import { useMoving } from './moving.ts';

/** The cards of the open tab: on the grid, or on a phone one below the other. */
export function Board() {
  const { t } = useTranslation();
  const { tab } = useEditing();
  const isNarrow = useNarrow();
  if (tab.cards.length === 0) {
    return (
      <EmptyState
        picture={<BoardPicture />}
        title={t('dashboard.edit.empty.title')}
        text={t('dashboard.edit.empty.text')}
      />
    );
  }
  return isNarrow ? <CardList cards={tab.cards} /> : <Grid />;
}

/** On a phone the order can be changed, and everything that is in a card. */
function CardList({ cards }: { cards: Card[] }) {
  const { t } = useTranslation();
  const shared = useShared();
  return (
    <>
      <p className={style['note']}>{t('dashboard.edit.phone')}</p>
      <div className={style['list']}>
        {inOrder(cards).map((card) => (
          <EditCard key={card.id} card={card} {...shared(card)} />
        ))}
      </div>
    </>
  );
}

/** What every card is told; equal things are the same, so that only what changes is drawn again. */
function useShared() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { now, tab, selected } = useEditing();
  const names = now.tabs.map(({ id, title }, index) => ({
    id,
    name: textOf(title, language) || t('dashboard.edit.tabNumber', { number: index + 1 }),
  }));
  const written = JSON.stringify(names.filter(({ id }) => id !== tab.id));
  const others = useMemo(() => JSON.parse(written) as TabName[], [written]);
  const hasAll = isFull(now);
  return ({ id }: Card) => ({
    others,
    isFull: hasAll,
    isSelected: selected?.kind === 'card' && selected.id === id,
  });
}

const gridConfig = { cols: gridColumns, rowHeight, margin: [gap, gap] as const, containerPadding: [0, 0] as const };
const dragConfig = { handle: '[data-handle]', cancel: 'button, a, input, textarea' };
const resizeConfig = { handles: ['se', 's', 'e'] as const };

const layoutOf = (cards: Card[]): Layout =>
  settle(cards).map(({ id, kind, place: { x, y, width, height } }) => ({
    i: id,
    x,
    y,
    w: width,
    h: height,
    minW: leastSize[kind].width,
    minH: leastSize[kind].height,
    ...(kind === 'divider' && { maxH: 1 }),
  }));

const placed = (cards: Card[], layout: Layout): Card[] =>
  cards.map((card) => {
    const item = layout.find(({ i }) => i === card.id);
    return item ? { ...card, place: { x: item.x, y: item.y, width: item.w, height: item.h } } : card;
  });

function Grid() {
  const { tab, change } = useEditing();
  const { width, containerRef, mounted } = useContainerWidth();
  const [isDragging, setDragging] = useState(false);
  const moving = useMoving();
  const shared = useShared();
  const layout = useMemo(() => layoutOf(tab.cards), [tab.cards]);
  const handleStop = (next: Layout) => {
    setDragging(false);
    const isSame = JSON.stringify(placed(tab.cards, next)) === JSON.stringify(tab.cards);
    if (!isSame) change((dashboard) => changeCards(dashboard, tab.id, (cards) => placed(cards, next)));
  };
  const cards = tab.cards.map((card) => (
    <div key={card.id}>
      <EditCard card={card} {...shared(card)} isMoving={moving.card === card.id} moves={moving.moves} />
    </div>
  ));
  return (
    <div ref={containerRef} className={style['board']} data-dragging={isDragging}>
      <p role="status" aria-live="assertive" className={style['spoken']}>
        {moving.said}
      </p>
      {mounted && (
        <GridLayout
          width={width}
          layout={layout}
          gridConfig={gridConfig}
          dragConfig={dragConfig}
          resizeConfig={resizeConfig}
          compactor={verticalCompactor}
          onDragStart={() => setDragging(true)}
          onResizeStart={() => setDragging(true)}
          onDragStop={handleStop}
          onResizeStop={handleStop}
        >
          {cards}
        </GridLayout>
      )}
    </div>
  );
}
