import style from './Sparkline.module.css';

type Props = { values: number[]; label: string };

const width = 120;
const height = 24;

/** A small line of the recent past, without axes; flat on the ground when nothing happened. */
export function Sparkline({ values, label }: Props) {
  const most = Math.max(...values, 1);
  const step = width / Math.max(values.length - 1, 1);
  const points = values.map((value, index) => [index * step, height - 2 - (value / most) * (height - 4)] as const);
  const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const isStill = values.every((value) => value === 0);
  return (
    <svg
      className={style['sparkline']}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      data-still={isStill}
    >
      <title>{label}</title>
      {!isStill && <polygon points={`0,${height} ${line} ${width},${height}`} />}
      <polyline points={line} />
    </svg>
  );
}
