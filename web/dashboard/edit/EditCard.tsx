import { DownOutlined, HolderOutlined, MoreOutlined, UpOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { Card } from '#domain/dashboard/dashboard.ts';
import { useCardName } from '#web/viewer/card-name.ts';
import { CardBody } from '#web/viewer/CardBody.tsx';
import { heightOf } from '#web/viewer/grid.ts';
import { useNearViewport } from '#web/viewer/use-visibility.ts';
import { Menu } from '#web/ui/Menu.tsx';
import type { MenuItem } from '#web/ui/menu-trigger.ts';
import { useAnswerInEditor, useIsStaleInEditor } from './answers-context.ts';
import { isSameContent } from './diff.ts';
import { changeCards, duplicateCard, moveToTab, tabOf } from '#domain/dashboard/dashboard-edits.ts';
import style from './EditCard.module.css';
import { useActions } from './editing-context.ts';
import type { MoveHandlers } from './keyboard-move.ts';
import { reorder } from '#domain/dashboard/grid-layout.ts';

export type EditCardProps = {
  card: Card;
  isSelected: boolean;
  /** The other tabs. */
  others: TabName[];
  isFull: boolean;
  /** Whether the card is being moved by keyboard. Cards of a list have no `moves`, only an order. */
  isMoving?: boolean;
  moves?: MoveHandlers;
};

export type TabName = { id: string; name: string };

const headHeight = 36;
const padding = 12;

/** The position is rendered by the grid, so a card that is only pushed aside does not render again. */
function arePropsEqual(before: EditCardProps, after: EditCardProps): boolean {
  const names = Object.keys(after) as (keyof EditCardProps)[];
  return (
    names.every((name) => name === 'card' || before[name] === after[name]) &&
    before.card.place.height === after.card.place.height &&
    isSameContent(before.card, after.card)
  );
}

/** A card in the editor: drag handle, menu and a preview of its content. */
export const EditCard = memo(function EditCard({ isMoving = false, ...props }: EditCardProps) {
  const { card, isSelected, moves } = props;
  const { t } = useTranslation();
  const { select } = useActions();
  const element = useRef<HTMLElement>(null);
  const isNear = useNearViewport(element);
  const name = useCardName(card);
  useEffect(() => {
    // A new card may be below the viewport.
    if (isSelected) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  const height = heightOf(card.place.height) - headHeight - padding;
  return (
    <section
      ref={element}
      className={style['card']}
      data-selected={isSelected}
      data-moving={isMoving}
      data-kind={card.kind}
      data-card={card.id}
      tabIndex={0}
      aria-label={name}
      aria-description={t('dashboard.edit.keys')}
      onKeyDown={(event) => moves?.handleKey(card, event)}
      onBlur={(event) => isMoving && event.target === event.currentTarget && moves?.end()}
    >
      <header data-handle={moves && ''}>
        {moves && <HolderOutlined aria-hidden className={style['holder']} />}
        <h2 dir="auto">{name}</h2>
        {!moves && <OrderButtons card={card} />}
        <CardMenu {...props} />
      </header>
      {card.kind !== 'divider' && (
        <div className={style['body']} onClick={() => select({ kind: 'card', id: card.id })}>
          {/* The preview is not interactive. */}
          <div className={style['still']} inert style={moves ? undefined : { height }}>
            {isNear && <CardPreview card={card} height={height} />}
          </div>
        </div>
      )}
      {isMoving && <p className={style['hint']}>{t('dashboard.edit.movingHint')}</p>}
    </section>
  );
}, arePropsEqual);

/** Content of the card with its latest answer. */
const CardPreview = memo(function CardPreview({ card, height }: { card: Card; height: number }) {
  const answer = useAnswerInEditor(card.id);
  return (
    <div className={style['still']} data-old={useIsStaleInEditor(card.id)}>
      <CardBody card={card} answer={answer} height={height} />
    </div>
  );
});

function CardMenu(props: EditCardProps) {
  const { card } = props;
  const { t } = useTranslation();
  const items = useMenuItems(props);
  const { select } = useActions();
  return (
    <>
      <Button size="small" type="text" onClick={() => select({ kind: 'card', id: card.id })}>
        {t('common.edit')}
      </Button>
      <Menu label={t('dashboard.edit.cardMenu')} items={items}>
        <Button
          size="small"
          type="text"
          icon={<MoreOutlined aria-hidden />}
          aria-label={t('dashboard.edit.cardMenu')}
          aria-haspopup="menu"
        />
      </Menu>
    </>
  );
}

function useMenuItems({ card, others, isFull, moves }: EditCardProps): MenuItem[] {
  const { t } = useTranslation();
  const { change, remove } = useActions();
  const duplicate = () => change((dashboard) => duplicateCard(dashboard, card.id));
  return [
    ...(isFull ? [] : [{ key: 'duplicate', text: t('dashboard.edit.duplicate'), onSelect: duplicate }]),
    ...(moves
      ? [{ key: 'move', text: t('dashboard.edit.moveByKeys'), onSelect: () => focusAndMove(card.id, moves) }]
      : []),
    ...others.map(({ id, name }) => ({
      key: id,
      text: t('dashboard.edit.toTab', { name }),
      onSelect: () => change((dashboard) => moveToTab(dashboard, card.id, id)),
    })),
    { key: 'remove', text: t('dashboard.edit.remove'), onSelect: () => remove(card.id) },
  ];
}

/** Arrow keys need focus on the card; the closing menu first returns focus to its button. */
function focusAndMove(id: string, moves: MoveHandlers): void {
  setTimeout(() => {
    document.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)?.focus();
    moves.start(id);
  }, 300);
}

/** Moves a card of a list up or down. */
function OrderButtons({ card }: { card: Card }) {
  const { t } = useTranslation();
  const { change } = useActions();
  const move = (step: -1 | 1) =>
    change((dashboard) =>
      changeCards(dashboard, tabOf(dashboard, card.id)!.id, (cards) => reorder(cards, card.id, step)),
    );
  return (
    <>
      <Button
        size="small"
        type="text"
        icon={<UpOutlined aria-hidden />}
        aria-label={t('dashboard.edit.earlier')}
        onClick={() => move(-1)}
      />
      <Button
        size="small"
        type="text"
        icon={<DownOutlined aria-hidden />}
        aria-label={t('dashboard.edit.later')}
        onClick={() => move(1)}
      />
    </>
  );
}
