import style from './Sparkline.module.css';

type SparklineProps = { values: (number | null)[]; isUnfinished: boolean };

const width = 300;
const height = 48;

/** Runs of points without gaps. */
function runsOf(values: (number | null)[]): [number, number][][] {
  const numbers = values.filter((value) => value !== null);
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  const y = (value: number) => (max === min ? height / 2 : height - 3 - ((value - min) / (max - min)) * (height - 6));
  const x = (index: number) => (index / Math.max(values.length - 1, 1)) * width;
  const runs: [number, number][][] = [[]];
  values.forEach((value, index) => {
    if (value === null) runs.push([]);
    else runs.at(-1)!.push([x(index), y(value)]);
  });
  return runs.filter((run) => run.length > 0);
}

export const pointsAttribute = (points: [number, number][]) =>
  points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

/** A small line without axes, dashed at the end while the last step is unfinished. */
export function Sparkline({ values, isUnfinished }: SparklineProps) {
  if (!values.some((value) => value !== null)) return null;
  const runs = runsOf(values);
  const last = runs.at(-1)!;
  const unfinished = isUnfinished && last.length > 1 ? last.splice(-1) : [];
  return (
    <svg className={style['trace']} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {runs.map((points) => (
        <g key={points[0]![0]}>
          <polygon points={`${points[0]![0]},${height} ${pointsAttribute(points)} ${points.at(-1)![0]},${height}`} />
          <polyline points={pointsAttribute(points)} />
        </g>
      ))}
      {unfinished.length > 0 && (
        <polyline points={pointsAttribute([last.at(-1)!, ...unfinished])} strokeDasharray="4 4" />
      )}
    </svg>
  );
}
