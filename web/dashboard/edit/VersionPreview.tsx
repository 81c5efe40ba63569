import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { type Card, type Dashboard, defaultState } from '#domain/dashboard/dashboard.ts';
import { textOf } from '#display/words/subject.ts';
import { CardBody } from '#web/viewer/CardBody.tsx';
import { inOrder } from '#web/viewer/grid.ts';
import { useLanguage } from '#web/ui/language.ts';
import { useCardName } from '#web/viewer/card-name.ts';
import { queriesOfCard } from '#domain/dashboard/queries.ts';
import { Problem } from '#contract/errors.ts';
import type { Result } from '#domain/query/query.ts';
import { answerQuery } from '#web/explore/use-answer.ts';
import type { CardAnswer } from '#web/viewer/runner.ts';
import { useLook } from '#web/shell/preferences.ts';
import style from './Comparison.module.css';
import type { CardChange } from './diff.ts';

type VersionPreviewProps = {
  name: string;
  dashboard: Dashboard;
  changes: Map<string, CardChange>;
  side: 'before' | 'after';
  onRestoreCard?: ((card: string) => void) | undefined;
};

/** A scaled-down version of a dashboard, with all tabs below each other. */
export function VersionPreview({ name, dashboard, changes, side, onRestoreCard }: VersionPreviewProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <section className={style['version']} aria-label={name}>
      <h3 dir="auto">{name}</h3>
      <p dir="auto">{textOf(dashboard.title, language) || t('dashboard.edit.untitled')}</p>
      {dashboard.tabs.map(({ id, title, cards }, index) => (
        <div key={id}>
          {dashboard.tabs.length > 1 && (
            <h4 dir="auto">{textOf(title, language) || t('dashboard.edit.tabNumber', { number: index + 1 })}</h4>
          )}
          <div className={style['board']}>
            {inOrder(cards).map((card) => (
              <SmallCard
                key={card.id}
                card={card}
                dashboard={dashboard}
                change={changes.get(card.id)}
                // A removed or changed card is restored from the old version; an added card is removed from the new
                // one.
                onRestoreCard={changes.get(card.id) === 'added' || side === 'before' ? onRestoreCard : undefined}
              />
            ))}
          </div>
          {cards.length === 0 && <p className={style['empty']}>{t('dashboard.history.noCards')}</p>}
        </div>
      ))}
    </section>
  );
}

type SmallCardProps = {
  card: Card;
  dashboard: Dashboard;
  change: CardChange | undefined;
  onRestoreCard: ((card: string) => void) | undefined;
};

const [rowHeight, gap, head] = [20, 4, 30];

function SmallCard({ card, dashboard, change, onRestoreCard }: SmallCardProps) {
  const { t } = useTranslation();
  const name = useCardName(card);
  const answer = useCardAnswer(dashboard, card);
  const { x, y, width, height } = card.place;
  const pixels = height * rowHeight + (height - 1) * gap - head;
  return (
    <article
      className={style['card']}
      aria-label={name}
      data-kind={card.kind}
      data-change={change}
      style={{ gridColumn: `${x + 1} / span ${width}`, gridRow: `${y + 1} / span ${height}` }}
    >
      <b dir="auto">{name}</b>
      {card.kind !== 'divider' && pixels > 24 && (
        <div className={style['picture']} inert>
          <CardBody card={card} answer={answer} height={pixels} />
        </div>
      )}
      {change && (
        <span className={style['mark']}>
          {t(`dashboard.history.changes.${change}`)}
          {onRestoreCard && (
            <button type="button" onClick={() => onRestoreCard(card.id)}>
              {t(change === 'added' ? 'dashboard.edit.remove' : 'dashboard.history.bring')}
            </button>
          )}
        </span>
      )}
    </article>
  );
}

type AnswerQueryState = { data: Result | undefined; error: Error | null; isPending: boolean };

/**
 * The answer of a card of any version. Versions other than the published one and the draft cannot be run as a
 * dashboard, so each query is sent separately.
 */
function useCardAnswer(dashboard: Dashboard, card: Card): CardAnswer | undefined {
  const { zone } = useLook();
  const queries = useMemo(() => queriesOfCard(dashboard, card, defaultState), [dashboard, card]);
  const combine = useCallback(
    (answers: AnswerQueryState[]): CardAnswer | undefined => {
      if (answers.some(({ isPending }) => isPending)) return undefined;
      const named = queries.map(({ name }, index) => ({ name, ...answers[index]! }));
      const results = Object.fromEntries(named.flatMap(({ name, data }) => (data ? [[name, data]] : [])));
      const errors = Object.fromEntries(
        named.flatMap(({ name, error }) => (error instanceof Problem ? [[name, error]] : [])),
      );
      return { results, errors, error: errors[''], request: { dashboard, state: defaultState } };
    },
    [queries, dashboard],
  );
  return useQueries({
    queries: queries.map(({ spec }) => ({ ...answerQuery(spec, zone), throwOnError: false, retry: false })),
    combine,
  });
}
