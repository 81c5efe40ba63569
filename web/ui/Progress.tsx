import style from './Progress.module.css';

/** A progress bar from 0 to 100; indeterminate without a percentage. */
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
