import type { MatchRange } from '#domain/text/text-match.ts';

/** A text with the matched parts highlighted. */
export function HighlightedText({ text, marks }: { text: string; marks: MatchRange[] }) {
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
