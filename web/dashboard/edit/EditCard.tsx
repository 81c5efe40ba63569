import { DownOutlined, HolderOutlined, MoreOutlined, UpOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { type Card, type Dashboard, plainState } from '#contract/dashboard.ts';
import { textOf } from '#display/words/subject.ts';
import { cardTitle } from '#web/dashboard/view/answered.ts';
import { CardBody } from '#web/dashboard/view/CardBody.tsx';
import { heightOf } from '#web/dashboard/view/grid.ts';
import { useNear } from '#web/dashboard/view/near.ts';
import type { CardAnswer } from '#web/dashboard/view/run.ts';
import { useSubject } from '#web/dashboard/view/subjects.ts';
import { useLook } from '#web/shell/preferences.ts';
import { Menu, type MenuItem } from '#web/ui/Menu.tsx';
import { changeCards, duplicateCard, isFull, moveToTab } from './document.ts';
import style from './EditCard.module.css';
import { useEditing } from './editing.ts';
import type { Moving } from './moving.ts';
import { reorder } from './placing.ts';

/** What a card is called where it is edited: never nothing. */
export function useCardName(card: Card): string {
  const { t } = useTranslation();
  const look = useLook();
  const subject = useSubject(card.kind === 'chart' ? card.chart.ask : undefined);
  const name = card.kind === 'chart' ? cardTitle(card, subject, look) : textOf(card.title, look.language);
  return name || t(`dashboard.edit.kinds.${card.kind}`);
}

type Props = {
  card: Card;
  moving?: Moving | undefined;
  /** Whether it is one of a list, not of a grid. */
  isListed?: boolean;
};

const headHeight = 36;
const padding = 12;

/** A card with what can be done to it: a handle, its menu, and its content as viewers will see it. */
export function EditCard({ card, moving, isListed = false }: Props) {
  const { t } = useTranslation();
  const { run, keeping, selected, select } = useEditing();
  const place = useRef<HTMLElement>(null);
  const isNear = useNear(place);
  const name = useCardName(card);
  const isSelected = selected?.kind === 'card' && selected.id === card.id;
  const isMoving = moving?.card === card.id;
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
      onKeyDown={(event) => moving?.handleKey(card, event)}
      onBlur={(event) => isMoving && event.target === event.currentTarget && moving.end()}
    >
      <header data-handle={isListed ? undefined : ''}>
        {!isListed && <HolderOutlined aria-hidden className={style['holder']} />}
        <h2 dir="auto">{name}</h2>
        {isListed && <Order card={card} />}
        <CardMenu card={card} moving={moving} />
      </header>
      {card.kind !== 'divider' && (
        <div className={style['body']} onClick={() => select({ kind: 'card', id: card.id })}>
          {/* What is edited is not clicked through. */}
          <div className={style['still']} inert style={isListed ? { height } : undefined}>
            {isNear && (
              <Still card={card} dashboard={keeping.dashboard} answer={run.answers.get(card.id)} height={height} />
            )}
          </div>
        </div>
      )}
      {isMoving && <p className={style['hint']}>{t('dashboard.edit.movingHint')}</p>}
    </section>
  );
}

type StillProps = { card: Card; dashboard: Dashboard; answer: CardAnswer | undefined; height: number };

/** What lies in the card; it is drawn again only if that changes, not with every step elsewhere. */
const Still = memo(
  function Still(props: StillProps) {
    return <CardBody {...props} state={plainState} />;
  },
  (a, b) => a.card === b.card && a.answer === b.answer && a.height === b.height,
);

function CardMenu({ card, moving }: Pick<Props, 'card' | 'moving'>) {
  const { t } = useTranslation();
  const items = useItems(card, moving);
  const { select } = useEditing();
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

function useItems(card: Card, moving: Moving | undefined): MenuItem[] {
  const { t } = useTranslation();
  const { language } = useLook();
  const { now, tab, change, remove } = useEditing();
  const others = now.tabs.filter(({ id }) => id !== tab.id);
  const duplicate = () => change((dashboard) => duplicateCard(dashboard, card.id));
  return [
    ...(isFull(now) ? [] : [{ key: 'duplicate', text: t('dashboard.edit.duplicate'), onSelect: duplicate }]),
    ...(moving
      ? [{ key: 'move', text: t('dashboard.edit.moveByKeys'), onSelect: () => focusAndMove(card.id, moving) }]
      : []),
    ...others.map(({ id, title }) => ({
      key: id,
      text: t('dashboard.edit.toTab', {
        name:
          textOf(title, language) ||
          t('dashboard.edit.tabNumber', { number: now.tabs.findIndex((each) => each.id === id) + 1 }),
      }),
      onSelect: () => change((dashboard) => moveToTab(dashboard, card.id, id)),
    })),
    { key: 'remove', text: t('dashboard.edit.remove'), onSelect: () => remove(card.id) },
  ];
}

/** The arrows go to the card, so it must have the focus; the menu gives it back to its button first. */
function focusAndMove(id: string, moving: Moving): void {
  setTimeout(() => {
    document.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)?.focus();
    moving.start(id);
  }, 300);
}

/** Earlier or later, for lists. */
function Order({ card }: { card: Card }) {
  const { t } = useTranslation();
  const { tab, change } = useEditing();
  const move = (step: -1 | 1) =>
    change((dashboard) => changeCards(dashboard, tab.id, (cards) => reorder(cards, card.id, step)));
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
