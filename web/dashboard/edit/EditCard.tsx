import { DownOutlined, HolderOutlined, MoreOutlined, UpOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { Card } from '#contract/dashboard.ts';
import { useCardName } from '#web/dashboard/view/card-name.ts';
import { CardBody } from '#web/dashboard/view/CardBody.tsx';
import { heightOf } from '#web/dashboard/view/grid.ts';
import { useNear } from '#web/dashboard/view/near.ts';
import { Menu, type MenuItem } from '#web/ui/Menu.tsx';
import { useAnswerOf, useOldOf } from './answers.ts';
import { isSameContent } from './diff.ts';
import { changeCards, duplicateCard, moveToTab, tabOf } from './document.ts';
import style from './EditCard.module.css';
import { useActions } from './editing.ts';
import type { Moves } from './moving.ts';
import { reorder } from './placing.ts';

type Props = {
  card: Card;
  isSelected: boolean;
  /** The other tabs, by name. */
  others: TabName[];
  isFull: boolean;
  /** Whether it follows the arrows, and how it comes to; cards of a list only have an order. */
  isMoving?: boolean;
  moves?: Moves;
};

export type TabName = { id: string; name: string };

const headHeight = 36;
const padding = 12;

/** Where a card lies is the grid's to show: one that is pushed aside is not drawn again. */
function isToldTheSame(before: Props, after: Props): boolean {
  const names = Object.keys(after) as (keyof Props)[];
  return (
    names.every((name) => name === 'card' || before[name] === after[name]) &&
    before.card.place.height === after.card.place.height &&
    isSameContent(before.card, after.card)
  );
}

/** A card with what can be done to it: a handle, its menu, and its content as viewers will see it. */
export const EditCard = memo(function EditCard({ isMoving = false, ...props }: Props) {
  const { card, isSelected, moves } = props;
  const { t } = useTranslation();
  const { select } = useActions();
  const place = useRef<HTMLElement>(null);
  const isNear = useNear(place);
  const name = useCardName(card);
  useEffect(() => {
    // A new card may lie below what is in sight.
    if (isSelected) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  const height = heightOf(card.place.height) - headHeight - padding;
  return (
    <section
      ref={place}
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
        {!moves && <Order card={card} />}
        <CardMenu {...props} />
      </header>
      {card.kind !== 'divider' && (
        <div className={style['body']} onClick={() => select({ kind: 'card', id: card.id })}>
          {/* What is edited is not clicked through. */}
          <div className={style['still']} inert style={moves ? undefined : { height }}>
            {isNear && <Still card={card} height={height} />}
          </div>
        </div>
      )}
      {isMoving && <p className={style['hint']}>{t('dashboard.edit.movingHint')}</p>}
    </section>
  );
}, isToldTheSame);

/** What lies in the card, as far as it is answered. */
const Still = memo(function Still({ card, height }: { card: Card; height: number }) {
  const answer = useAnswerOf(card.id);
  return (
    <div className={style['still']} data-old={useOldOf(card.id)}>
      <CardBody card={card} answer={answer} height={height} />
    </div>
  );
});

function CardMenu(props: Props) {
  const { card } = props;
  const { t } = useTranslation();
  const items = useItems(props);
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

function useItems({ card, others, isFull, moves }: Props): MenuItem[] {
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

/** The arrows go to the card, so it must have the focus; the menu gives it back to its button first. */
function focusAndMove(id: string, moves: Moves): void {
  setTimeout(() => {
    document.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)?.focus();
    moves.start(id);
  }, 300);
}

/** Earlier or later, for lists. */
function Order({ card }: { card: Card }) {
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
