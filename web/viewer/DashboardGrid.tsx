import { DownOutlined } from '@ant-design/icons';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { chartKindTraits } from '#domain/query/chart-kinds.ts';
import { type Card, isNumberCard } from '#domain/dashboard/dashboard.ts';
import { useNarrow } from '#web/ui/narrow.ts';
import { textOf } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import { useStateContext } from './dashboard-context.ts';
import style from './DashboardGrid.module.css';
import { gap, heightOf, inOrder, rowHeight as defaultRowHeight, sectionsOf } from './grid.ts';
import { type DashboardRun, useLate } from './run.ts';
import { ViewCard } from './ViewCard.tsx';
import { pointsOn } from './picks.ts';

type DashboardGridProps = {
  cards: Card[];
  run: DashboardRun;
  folded: ReadonlySet<string>;
  onFold: (divider: string) => void;
  onVisibility: (card: string, isInSight: boolean) => void;
  /** Row height in pixels, if not the default. */
  rowHeight?: number;
};

/** The cards of a tab in sections, on the grid of the author. */
export const DashboardGrid = memo(function DashboardGrid({
  cards,
  run,
  folded,
  onFold,
  onVisibility,
  rowHeight = defaultRowHeight,
}: DashboardGridProps) {
  const isNarrow = useNarrow();
  return (
    <GridSurface run={run} isNarrow={isNarrow}>
      {sectionsOf(cards).map(({ divider, cards: sectionCards }) => {
        const isFolded = divider !== null && folded.has(divider.id);
        return (
          <section key={divider?.id ?? ''} className={style['section']}>
            {divider && <SectionHead divider={divider} isFolded={isFolded} onFold={() => onFold(divider.id)} />}
            {!isFolded && sectionCards.length > 0 && (
              <Grid {...{ cards: sectionCards, run, isNarrow, onVisibility, rowHeight }} />
            )}
          </section>
        );
      })}
    </GridSurface>
  );
});

type GridSurfaceProps = { run: DashboardRun; isNarrow: boolean; children: ReactNode };

/** Dims stale answers only after a delay, so that fast answers do not flicker. */
function GridSurface({ run, isNarrow, children }: GridSurfaceProps) {
  return (
    <div className={style['board']} data-narrow={isNarrow} data-late={useLate(run)}>
      {children}
    </div>
  );
}

type GridProps = Pick<DashboardGridProps, 'cards' | 'run' | 'onVisibility'> & {
  isNarrow: boolean;
  rowHeight: number;
};

function Grid({ cards, run, isNarrow, onVisibility, rowHeight }: GridProps) {
  const state = useStateContext();
  const top = Math.min(...cards.map(({ place }) => place.y));
  const spans = isNarrow ? narrowSpans(cards) : null;
  return (
    <div className={style['grid']} style={{ gridAutoRows: isNarrow ? 'auto' : rowHeight, gap }}>
      {inOrder(cards).map((card) => {
        const { x, y, width, height } = card.place;
        const rows = isNarrow ? narrowRows(card) : height;
        const place = spans
          ? { gridColumn: `span ${spans.get(card.id)}`, height: heightOf(rows, rowHeight) }
          : { gridColumn: `${x + 1} / span ${width}`, gridRow: `${y - top + 1} / span ${height}` };
        return (
          <div key={card.id} style={place}>
            <ViewCard
              card={card}
              run={run}
              picked={pointsOn(state, card.id)}
              isDrilled={(state.drills[card.id]?.length ?? 0) > 0}
              height={heightOf(rows, rowHeight)}
              onVisibility={onVisibility}
            />
          </div>
        );
      })}
    </div>
  );
}

/** On a phone two number cards share a row; a single one takes the full width. */
function narrowSpans(cards: Card[]): Map<string, number> {
  const spans = new Map<string, number>();
  const ordered = inOrder(cards);
  for (let at = 0; at < ordered.length; at += 1) {
    const [card, next] = [ordered[at]!, ordered[at + 1]];
    const isPair = isNumberCard(card) && next !== undefined && isNumberCard(next);
    spans.set(card.id, isPair ? 6 : 12);
    if (!isPair) continue;
    spans.set(next.id, 6);
    at += 1;
  }
  return spans;
}

const minRows = { number: 4, table: 9, other: 7 };

/** Height on a phone: as designed, but at least readable. */
function narrowRows(card: Card): number {
  const { height } = card.place;
  if (card.kind !== 'chart') return height;
  const { family } = chartKindTraits[card.chart.drawing.kind];
  if (family === 'number') return Math.min(Math.max(height, minRows.number), 5);
  return Math.min(Math.max(height, family === 'rows' ? minRows.table : minRows.other), 14);
}

type SectionHeadProps = { divider: Extract<Card, { kind: 'divider' }>; isFolded: boolean; onFold: () => void };

/** Heading of a section, which can be folded. */
function SectionHead({ divider, isFolded, onFold }: SectionHeadProps) {
  const { t } = useTranslation();
  const title = textOf(divider.title, useLanguage());
  return (
    <h2 className={style['divider']}>
      <button
        type="button"
        aria-expanded={!isFolded}
        onClick={onFold}
        aria-label={title || t('dashboard.view.section')}
      >
        <DownOutlined aria-hidden data-folded={isFolded} />
        <span dir="auto">{title}</span>
      </button>
    </h2>
  );
}
