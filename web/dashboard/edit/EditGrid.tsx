import { createContext, memo, useCallback, useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GridLayout, type Layout, useContainerWidth, verticalCompactor } from 'react-grid-layout';

import { type Card, type Dashboard, gridColumns } from '#domain/dashboard/dashboard.ts';
import { textOf } from '#display/words/subject.ts';
import { gap, inOrder, rowHeight } from '#web/viewer/grid.ts';
import { useNarrow } from '#web/ui/narrow.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { BoardPicture } from '#web/ui/pictures.tsx';
import style from './EditGrid.module.css';
import { changeCards, isFull, minSize } from '#domain/dashboard/dashboard-edits.ts';
import { isEqual } from './diff.ts';
import { EditCard, type EditCardProps, type TabName } from './EditCard.tsx';
import { useEditing, useSelection } from './editing-context.ts';
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
  const { selectedId, ...shared } = useSharedProps();
  return (
    <>
      <p className={style['note']}>{t('dashboard.edit.phone')}</p>
      <div className={style['list']}>
        {inOrder(cards).map((card) => (
          <EditCard key={card.id} card={card} {...shared} isSelected={card.id === selectedId} />
        ))}
      </div>
    </>
  );
}

/** Props of all cards, with stable identities so that only changed cards render again. */
function useSharedProps() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { now, tab } = useEditing();
  const selected = useSelection();
  const names = now.tabs.map(({ id, title }, index) => ({
    id,
    name: textOf(title, language) || t('dashboard.edit.tabNumber', { number: index + 1 }),
  }));
  const serialized = JSON.stringify(names.filter(({ id }) => id !== tab.id));
  const others = useMemo(() => JSON.parse(serialized) as TabName[], [serialized]);
  return { others, isFull: isFull(now), selectedId: selected?.kind === 'card' ? selected.id : null };
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

const withLayout = (cards: Card[], layout: Layout): Card[] => {
  const items = new Map(layout.map((item) => [item.i, item]));
  return cards.map((card) => {
    const item = items.get(card.id);
    return item ? { ...card, place: { x: item.x, y: item.y, width: item.w, height: item.h } } : card;
  });
};

/** The same dashboard if no card moves. */
function placeCards(dashboard: Dashboard, tab: string, layout: Layout): Dashboard {
  const placed = changeCards(dashboard, tab, (cards) => withLayout(cards, layout));
  return isEqual(placed, dashboard) ? dashboard : placed;
}

/** The layout; the same object as before if nothing moves. */
function useLayout(cards: Card[]): Layout {
  const serialized = useMemo(() => JSON.stringify(gridLayoutOf(cards)), [cards]);
  return useMemo(() => JSON.parse(serialized) as Layout, [serialized]);
}

function Grid() {
  const { tab, change } = useEditing();
  const { width, containerRef, mounted } = useContainerWidth();
  const [isDragging, setDragging] = useState(false);
  const { card: movingId, moves, announcement } = useKeyboardMove();
  const { others, isFull: isDashboardFull, selectedId } = useSharedProps();
  const layout = useLayout(tab.cards);
  const startDragging = useCallback(() => setDragging(true), []);
  const endDragging = useCallback(
    (next: Layout) => {
      setDragging(false);
      change((dashboard) => placeCards(dashboard, tab.id, next));
    },
    [change, tab.id],
  );
  const cardProps = useMemo(
    () =>
      new Map<string, EditCardProps>(
        tab.cards.map((card) => [
          card.id,
          {
            card,
            others,
            isFull: isDashboardFull,
            isSelected: card.id === selectedId,
            isMoving: card.id === movingId,
            moves,
          },
        ]),
      ),
    [tab.cards, others, isDashboardFull, selectedId, movingId, moves],
  );
  return (
    <div ref={containerRef} className={style['board']} data-moving={isDragging || movingId !== null}>
      {/* Prevents the styles that the library adds for a drag: they match every element, so that the whole page would
      be styled again when it starts and ends. Handles are not selectable instead. */}
      <style id="react-draggable-style-el" />
      <p role="status" aria-live="assertive" className={style['spoken']}>
        {announcement}
      </p>
      <GridCardsContext value={cardProps}>
        {mounted && <CardGrid width={width} layout={layout} onDragStart={startDragging} onDragStop={endDragging} />}
      </GridCardsContext>
    </div>
  );
}

/** The properties of the cards on the grid, by their ids. */
const GridCardsContext = createContext(new Map<string, EditCardProps>());

type CardGridProps = {
  width: number;
  layout: Layout;
  onDragStart: () => void;
  onDragStop: (layout: Layout) => void;
};

/** The grid itself, which is slow to render: only when cards move, and not when one of them changes. */
const CardGrid = memo(function CardGrid({ width, layout, onDragStart, onDragStop }: CardGridProps) {
  return (
    <GridLayout
      width={width}
      layout={layout}
      gridConfig={gridConfig}
      dragConfig={dragConfig}
      resizeConfig={resizeConfig}
      compactor={verticalCompactor}
      onDragStart={onDragStart}
      onResizeStart={onDragStart}
      onDragStop={onDragStop}
      onResizeStop={onDragStop}
    >
      {layout.map(({ i: id }) => (
        <div key={id}>
          <GridCard id={id} />
        </div>
      ))}
    </GridLayout>
  );
});

function GridCard({ id }: { id: string }) {
  const props = useContext(GridCardsContext).get(id);
  return props && <EditCard {...props} />;
}
