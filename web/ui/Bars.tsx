import style from './Bars.module.css';

export type Bar = { label: string; value: number };

const width = 240;
const height = 56;

/** A small bar chart from zero, with a tooltip per bar. */
export function Bars({ bars, label }: { bars: Bar[]; label: string }) {
  const maxValue = Math.max(...bars.map((bar) => bar.value), 1);
  const step = width / Math.max(bars.length, 1);
  return (
    <svg className={style['bars']} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img">
      <title>{label}</title>
      {bars.map((bar, index) => {
        // Small values stay visible.
        const barHeight = bar.value === 0 ? 0 : Math.max((bar.value / maxValue) * (height - 2), 1.5);
        return (
          <g key={bar.label}>
            <title>{bar.label}</title>
            <rect className={style['reach']} x={index * step} y={0} width={step} height={height} />
            <rect x={index * step + step * 0.06} y={height - barHeight} width={step * 0.88} height={barHeight} />
          </g>
        );
      })}
    </svg>
  );
}
