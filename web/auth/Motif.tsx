import style from './Motif.module.css';

// Two years of something that grows with the week and the season; drawn once, the same for everyone.
const values = Array.from({ length: 61 }, (_, day) => {
  const season = Math.sin(day / 9.5) * 46;
  const week = Math.sin((day * 2 * Math.PI) / 7) * 16;
  return 430 - day * 3.4 - season - week;
});
const points = values.map((value, day) => `${day * 24},${value.toFixed(1)}`);
const bars = values.map((value) => 900 - value).map((height, day) => ({ x: day * 24 - 5, height: height * 0.34 }));

/** A line over bars, light enough to stay behind the card. */
export function Motif() {
  return (
    <svg className={style['motif']} viewBox="0 0 1440 900" preserveAspectRatio="xMidYMid slice" aria-hidden>
      {[180, 360, 540, 720].map((y) => (
        <line key={y} x1={0} x2={1440} y1={y} y2={y} className={style['grid']} />
      ))}
      {bars.map(({ x, height }) => (
        <rect key={x} x={x} y={900 - height} width={10} height={height} rx={3} className={style['bar']} />
      ))}
      <polygon points={`0,900 ${points.join(' ')} 1440,900`} className={style['area']} />
      <polyline points={points.join(' ')} className={style['line']} />
    </svg>
  );
}
