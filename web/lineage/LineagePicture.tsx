import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Lineage } from '#contract/lineage/routes.ts';
import { listOf } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import { useNarrow } from '#web/ui/narrow.ts';
import { useWidth } from '#web/ui/use-width.ts';
import { columnNameOf, columnsOf, type PlacedLineageColumn, placeColumns, relatedTo, sizes } from './lineage-layout.ts';
import { LineageNodeBox } from './LineageNodeBox.tsx';
import style from './LineagePicture.module.css';

const minWidth = 148;
const maxWidth = 280;

/** A lineage as columns of boxes with curves between them; on a phone as a list. */
export function LineagePicture({ lineage }: { lineage: Lineage }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isNarrow = useNarrow();
  const frameRef = useRef<HTMLDivElement>(null);
  const width = useWidth(frameRef);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string>();
  const { columns, height } = useMemo(() => placeColumns(columnsOf(lineage, expanded)), [lineage, expanded]);
  const related = useMemo(() => active && relatedTo(active, lineage.edges), [active, lineage.edges]);
  const expand = (key: string) => setExpanded(new Set([...expanded, key]));
  const free = (width - sizes.curve * (columns.length - 1)) / columns.length;
  const columnWidth = Math.max(minWidth, Math.min(maxWidth, Math.floor(free)));
  const leftOf = (index: number) => index * (columnWidth + sizes.curve);
  const total = leftOf(columns.length) - sizes.curve;
  return (
    <div
      ref={frameRef}
      className={isNarrow ? style['list'] : style['frame']}
      role="group"
      aria-label={t('lineage.title')}
    >
      <div className={style['picture']} style={isNarrow ? undefined : { width: total, height }}>
        {!isNarrow && (
          <svg className={style['curves']} width={total} height={height} aria-hidden>
            <Curves {...{ lineage, columns, columnWidth, leftOf, related }} />
          </svg>
        )}
        {columns.map((column, index) => {
          const place = (top: number) => (isNarrow ? undefined : { left: leftOf(index), top, width: columnWidth });
          const names = listOf(
            column.kinds.map((kind) => t(`lineage.many.${kind}`)),
            language,
          );
          return (
            <section key={columnNameOf(column)} aria-label={names}>
              <h3 className={style['heading']} style={place(0)} title={names}>
                {names}
              </h3>
              <ul>
                {column.boxes.map((box, row) => (
                  <LineageNodeBox
                    key={box.node.key}
                    box={box}
                    isFocus={box.node.key === lineage.focus}
                    isDim={related ? !related.has(box.node.key) : false}
                    place={place(column.tops[row]!)}
                    onActivate={setActive}
                    onExpand={expand}
                  />
                ))}
              </ul>
              {column.more > 0 && (
                <button
                  type="button"
                  className={style['more']}
                  style={place(column.bottom)}
                  onClick={() => expand(columnNameOf(column))}
                >
                  {t('lineage.more', { count: column.more })}
                </button>
              )}
            </section>
          );
        })}
      </div>
      {!isNarrow && lineage.edges.some(({ relation }) => relation) && (
        <p className={style['legend']}>
          <svg width={32} height={8} aria-hidden>
            <path d="M0 4 H32" />
          </svg>
          {t('lineage.relation')}
        </p>
      )}
    </div>
  );
}

type CurvesProps = {
  lineage: Lineage;
  columns: PlacedLineageColumn[];
  columnWidth: number;
  leftOf: (index: number) => number;
  related: Set<string> | '' | undefined;
};

/** Curves from the right side of a box to the left side of the next, behind the boxes. */
function Curves({ lineage, columns, columnWidth, leftOf, related }: CurvesProps) {
  const points = new Map(
    columns.flatMap(({ boxes, tops }, index) =>
      boxes.map(({ node }, row) => [node.key, { x: leftOf(index), y: tops[row]! + sizes.head / 2 }] as const),
    ),
  );
  const isLit = ({ from, to }: Lineage['edges'][number]) => Boolean(related && related.has(from) && related.has(to));
  // Highlighted curves are drawn last, above the others.
  const edges = lineage.edges.toSorted((a, b) => Number(isLit(a)) - Number(isLit(b)));
  return edges.map((edge) => {
    const [start, end] = [points.get(edge.from), points.get(edge.to)];
    // An end may be in the collapsed rest of a column.
    if (!start || !end) return null;
    const x = start.x + columnWidth;
    const bend = (end.x - x) / 2;
    const d = `M${x} ${start.y} C${x + bend} ${start.y} ${end.x - bend} ${end.y} ${end.x} ${end.y}`;
    return (
      <path
        key={`${edge.from} ${edge.to}`}
        d={d}
        data-lit={isLit(edge)}
        data-dim={Boolean(related) && !isLit(edge)}
        data-relation={edge.relation !== null}
      />
    );
  });
}
