import style from './Trace.module.css';

type Props = { values: (number | null)[]; isUnfinished: boolean };

const width = 300;
const height = 48;

/** Stretches without a gap, as points. */
function stretchesOf(values: (number | null)[]): [number, number][][] {
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const y = (value: number) =>
    most === least ? height / 2 : height - 3 - ((value - least) / (most - least)) * (height - 6);
  const x = (index: number) => (index / Math.max(values.length - 1, 1)) * width;
  const stretches: [number, number][][] = [[]];
  values.forEach((value, index) => {
    if (value === null) stretches.push([]);
    else stretches.at(-1)!.push([x(index), y(value)]);
  });
  return stretches.filter((stretch) => stretch.length > 0);
}

const textOf = (points: [number, number][]) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

/** The way that led to a figure: a small line without axes, its last step dashed while it is not over. */
export function Trace({ values, isUnfinished }: Props) {
  if (!values.some((value) => value !== null)) return null;
  const stretches = stretchesOf(values);
  const last = stretches.at(-1)!;
  const open = isUnfinished && last.length > 1 ? last.splice(-1) : [];
  return (
    <svg className={style['trace']} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {stretches.map((points) => (
        <g key={points[0]![0]}>
          <polygon points={`${points[0]![0]},${height} ${textOf(points)} ${points.at(-1)![0]},${height}`} />
          <polyline points={textOf(points)} />
        </g>
      ))}
      {open.length > 0 && <polyline points={textOf([last.at(-1)!, ...open])} strokeDasharray="4 4" />}
    </svg>
  );
}
