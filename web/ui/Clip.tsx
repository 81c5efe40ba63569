import style from './Clip.module.css';

/** A user's text in a table: clipped to the column, with the whole text as tooltip. */
function Clip({ text }: { text: string }) {
  return (
    <span className={style['clip']} title={text} dir="auto">
      {text}
    </span>
  );
}

export const clip = (text: string) => <Clip text={text} />;
