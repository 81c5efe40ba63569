import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GridLayout, type Layout, useContainerWidth, verticalCompactor } from 'react-grid-layout';

import { type Card, gridColumns } from '#domain/dashboard/dashboard.ts';
import { textOf } from '#display/words/subject.ts';
import { gap, inOrder, rowHeight } from '#web/viewer/grid.ts';
import { useNarrow } from '#web/ui/narrow.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { BoardPicture } from '#web/ui/pictures.tsx';
import style from './EditGrid.module.css';
import { changeCards, isFull, minSize } from '#domain/dashboard/dashboard-edits.ts';
import { EditCard, type TabName } from './EditCard.tsx';
import { useEditing } from './editing-context.ts';
import { compact } from '#domain/dashboard/grid-layout.ts';
import { useKeyboardMove } from './keyboard-move.ts';

/** Cards of the open tab: on the grid, or as a list on a phone. */
export function EditGrid() {
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

/** On a phone cards can be reordered and edited, but not moved on a grid. */
function CardList({ cards }: { cards: Card[] }) {
  const { t } = useTranslation();
  const sharedProps = useSharedProps();
  return (
    <>
      <p className={style['note']}>{t('dashboard.edit.phone')}</p>
      <div className={style['list']}>
        {inOrder(cards).map((card) => (
          <EditCard key={card.id} card={card} {...sharedProps(card)} />
        ))}
      </div>
    </>
  );
}

/** Props shared by all cards, with stable identities so that only changed cards render again. */
function useSharedProps() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { now, tab, selected } = useEditing();
  const names = now.tabs.map(({ id, title }, index) => ({
    id,
    name: textOf(title, language) || t('dashboard.edit.tabNumber', { number: index + 1 }),
  }));
  const serialized = JSON.stringify(names.filter(({ id }) => id !== tab.id));
  const others = useMemo(() => JSON.parse(serialized) as TabName[], [serialized]);
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

const gridLayoutOf = (cards: Card[]): Layout =>
  compact(cards).map(({ id, kind, place: { x, y, width, height } }) => ({
    i: id,
    x,
    y,
    w: width,
    h: height,
    minW: minSize[kind].width,
    minH: minSize[kind].height,
    ...(kind === 'divider' && { maxH: 1 }),
  }));

const withLayout = (cards: Card[], layout: Layout): Card[] =>
  cards.map((card) => {
    const item = layout.find(({ i }) => i === card.id);
    return item ? { ...card, place: { x: item.x, y: item.y, width: item.w, height: item.h } } : card;
  });

function Grid() {
  const { tab, change } = useEditing();
  const { width, containerRef, mounted } = useContainerWidth();
  const [isDragging, setDragging] = useState(false);
  const keyboardMove = useKeyboardMove();
  const sharedProps = useSharedProps();
  const layout = useMemo(() => gridLayoutOf(tab.cards), [tab.cards]);
  const handleStop = (next: Layout) => {
    setDragging(false);
    const isSame = JSON.stringify(withLayout(tab.cards, next)) === JSON.stringify(tab.cards);
    if (!isSame) change((dashboard) => changeCards(dashboard, tab.id, (cards) => withLayout(cards, next)));
  };
  const cards = tab.cards.map((card) => (
    <div key={card.id}>
      <EditCard
        card={card}
        {...sharedProps(card)}
        isMoving={keyboardMove.card === card.id}
        moves={keyboardMove.moves}
      />
    </div>
  ));
  return (
    <div ref={containerRef} className={style['board']} data-dragging={isDragging}>
      <p role="status" aria-live="assertive" className={style['spoken']}>
        {keyboardMove.announcement}
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
