import style from './Progress.module.css';

/** How far something is, from 0 to 100; without a figure it only says that it is going on. */
export function Progress({ percent, label }: { percent: number | undefined; label: string }) {
  return (
    <div
      className={style['progress']}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === undefined ? undefined : Math.round(percent)}
      data-unknown={percent === undefined}
    >
      <div style={{ width: `${percent ?? 30}%` }} />
    </div>
  );
}
