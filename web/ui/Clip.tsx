import style from './Clip.module.css';

/** A text of someone else's making, in a table: as long as fits, whole when pointed at, in its own direction. */
export function Clip({ text }: { text: string }) {
  return (
    <span className={style['clip']} title={text} dir="auto">
      {text}
    </span>
  );
}

export const clip = (text: string) => <Clip text={text} />;
