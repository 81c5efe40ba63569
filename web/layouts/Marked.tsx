import type { Mark } from '#contract/match.ts';

/** A text with the parts that were meant by what someone typed. */
export function Marked({ text, marks }: { text: string; marks: Mark[] }) {
  const parts = marks.flatMap(([from, to], number) => [
    text.slice(marks[number - 1]?.[1] ?? 0, from),
    <mark key={from}>{text.slice(from, to)}</mark>,
  ]);
  return (
    <span dir="auto">
      {parts}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </span>
  );
}
