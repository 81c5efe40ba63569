import { memo, type ReactNode } from 'react';

import type { Card } from '#contract/dashboard.ts';
import { useBoardState } from './board.ts';
import style from './Board.module.css';
import { gap, heightOf, inOrder, rowHeight as usualHeight, sectionsOf } from './grid.ts';
import { useNarrow } from './narrow.ts';
import { type Run, useLate } from './run.ts';
import { SectionHead } from './SectionHead.tsx';
import { ViewCard } from './ViewCard.tsx';
import { pointsOn } from './picks.ts';

type Props = {
  cards: Card[];
  run: Run;
  folded: ReadonlySet<string>;
  onFold: (divider: string) => void;
  onSight: (card: string, isInSight: boolean) => void;
  /** In pixels, where it is not the usual one. */
  rowHeight?: number;
};

/** The cards of a tab, section by section, where their author put them. */
export const Board = memo(function Board({ cards, run, folded, onFold, onSight, rowHeight = usualHeight }: Props) {
  const isNarrow = useNarrow();
  return (
    <Surface run={run} isNarrow={isNarrow}>
      {sectionsOf(cards).map(({ divider, cards: own }) => {
        const isFolded = divider !== null && folded.has(divider.id);
        return (
          <section key={divider?.id ?? ''} className={style['section']}>
            {divider && <SectionHead divider={divider} isFolded={isFolded} onFold={() => onFold(divider.id)} />}
            {!isFolded && own.length > 0 && <Grid {...{ cards: own, run, isNarrow, onSight, rowHeight }} />}
          </section>
        );
      })}
    </Surface>
  );
});

type SurfaceProps = { run: Run; isNarrow: boolean; children: ReactNode };

/** An answer that comes at once makes nothing blink: what is old is dimmed only after a moment. */
function Surface({ run, isNarrow, children }: SurfaceProps) {
  return (
    <div className={style['board']} data-narrow={isNarrow} data-late={useLate(run)}>
      {children}
    </div>
  );
}

type GridProps = Pick<Props, 'cards' | 'run' | 'onSight'> & { isNarrow: boolean; rowHeight: number };

function Grid({ cards, run, isNarrow, onSight, rowHeight }: GridProps) {
  const state = useBoardState();
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
              onSight={onSight}
            />
          </div>
        );
      })}
    </div>
  );
}

const isFigure = (card: Card) => card.kind === 'chart' && card.chart.drawing.kind === 'figure';

/** On a phone two figures lie side by side, a last one alone has the whole width. */
function narrowSpans(cards: Card[]): Map<string, number> {
  const spans = new Map<string, number>();
  const ordered = inOrder(cards);
  for (let at = 0; at < ordered.length; at += 1) {
    const [card, next] = [ordered[at]!, ordered[at + 1]];
    const isPair = isFigure(card) && next !== undefined && isFigure(next);
    spans.set(card.id, isPair ? 6 : 12);
    if (!isPair) continue;
    spans.set(next.id, 6);
    at += 1;
  }
  return spans;
}

const leastRows = { figure: 4, table: 9, other: 7 };

/** As high as its author made it, but never so low that a narrow picture cannot be read. */
function narrowRows(card: Card): number {
  const { height } = card.place;
  if (card.kind !== 'chart') return height;
  const { kind } = card.chart.drawing;
  if (kind === 'figure') return Math.min(Math.max(height, leastRows.figure), 5);
  const isTable = kind === 'table' || kind === 'pivot';
  return Math.min(Math.max(height, isTable ? leastRows.table : leastRows.other), 14);
}
