import style from './Facts.module.css';

/** A list of names and values. */
export function Facts({ rows }: { rows: [name: string, value: string][] }) {
  return (
    <dl className={style['facts']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
