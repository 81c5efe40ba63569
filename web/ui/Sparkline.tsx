import style from './Sparkline.module.css';

type UiSparklineProps = { values: number[]; label: string };

const width = 120;
const height = 24;

/** A small line of recent values without axes; flat when all are zero. */
export function Sparkline({ values, label }: UiSparklineProps) {
  const maxValue = Math.max(...values, 1);
  const step = width / Math.max(values.length - 1, 1);
  const points = values.map((value, index) => [index * step, height - 2 - (value / maxValue) * (height - 4)] as const);
  const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const isFlat = values.every((value) => value === 0);
  return (
    <svg
      className={style['sparkline']}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      data-still={isFlat}
    >
      <title>{label}</title>
      {!isFlat && <polygon points={`0,${height} ${line} ${width},${height}`} />}
      <polyline points={line} />
    </svg>
  );
}
