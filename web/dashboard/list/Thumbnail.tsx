import { gridColumns } from '#domain/dashboard/dashboard.ts';
import type { Sketch } from '#contract/dashboards/routes.ts';
import { categorical } from '#display/charts/palette.ts';
import { useTheme } from '#web/shell/theme.ts';
import { placeholderPoints, markOf } from './sketch-marks.tsx';
import style from './Thumbnail.module.css';

const width = 264;
const height = 150;
const column = width / gridColumns;
const row = 9;
const gap = 3;
const margin = 5;

/** A thumbnail of a dashboard: cards at their positions, with a few of their values. */
export function Thumbnail({ sketch }: { sketch: Sketch }) {
  const visible = sketch.filter(({ place }) => place.y * row < height);
  return (
    <svg
      className={style['thumbnail']}
      viewBox={`${-gap} ${-gap} ${width + 2 * gap - gap} ${height + gap}`}
      preserveAspectRatio="xMidYMin slice"
      aria-hidden
    >
      {sketch.length === 0 && (
        <rect x={0} y={0} width={width - gap} height={height - 2 * gap} rx={4} className={style['blank']} />
      )}
      {visible.map((card) => (
        <SketchCard key={`${card.place.x} ${card.place.y} ${card.kind}`} card={card} />
      ))}
    </svg>
  );
}

function SketchCard({ card: { kind, place, points } }: { card: Sketch[number] }) {
  const theme = useTheme();
  const [x, y] = [place.x * column, place.y * row];
  const [wide, tall] = [place.width * column - gap, place.height * row - gap];
  const hasPoints = points.length > 0;
  const isPlain = kind === 'text' || kind === 'divider';
  const area = {
    x: x + margin,
    y: y + margin + (isPlain ? 0 : 5),
    width: Math.max(1, wide - 2 * margin),
    height: Math.max(1, tall - 2 * margin - (isPlain ? 0 : 5)),
    points: hasPoints ? points : placeholderPoints(kind),
    colours: hasPoints ? [...categorical[theme].slice(0, 5), 'var(--border)'] : ['var(--border)'],
  };
  return (
    <g>
      {!isPlain && <rect x={x} y={y} width={wide} height={tall} rx={3} className={style['card']} />}
      {!isPlain && <path d={`M${x + margin} ${y + margin + 1}h${Math.min(28, wide / 3)}`} className={style['title']} />}
      {markOf(kind)(area)}
    </g>
  );
}
