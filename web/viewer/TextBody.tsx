import type { Card, LiveNumber } from '#domain/dashboard/dashboard.ts';
import type { QuerySpec, Result } from '#domain/query/query.ts';
import { measuresOf } from '#display/charts/frame-columns.ts';
import { amountOf } from '#display/format/amount.ts';
import { formatExact } from '#display/format/exact.ts';
import { formatAmount } from '#display/format/unit.ts';
import { frameOf } from '#display/frames.ts';
import { textOf } from '#display/words/subject.ts';
import { useLook } from '#web/shell/preferences.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { Markdown } from './Markdown.tsx';
import type { CardAnswer } from './runner.ts';
import { useSubject } from './subjects.ts';
import style from './TextBody.module.css';

type TextBodyProps = { card: Extract<Card, { kind: 'text' }>; answer: CardAnswer | undefined };

/** A text card with its live numbers. */
export function TextBody({ card, answer }: TextBodyProps) {
  const { language } = useLook();
  return (
    <div className={style['text']} dir="auto">
      <Markdown
        text={textOf(card.text, language)}
        renderName={(name) => {
          const number = card.numbers.find((each) => each.name === name);
          return number && <LiveNumberText number={number} answer={answer} />;
        }}
      />
    </div>
  );
}

type LiveNumberTextProps = { number: LiveNumber; answer: CardAnswer | undefined };

function LiveNumberText({ number, answer }: LiveNumberTextProps) {
  const { name, ask: spec } = number;
  const error = answer?.errors[name];
  const result = answer?.results[name];
  if (error) return <span title={sentenceOf(error)}>-</span>;
  if (!result) return <span className={style['waiting']} aria-hidden />;
  return <FormattedNumber spec={spec} result={result} numberStyle={number.style} />;
}

function FormattedNumber({
  spec,
  result,
  numberStyle,
}: {
  spec: QuerySpec;
  result: Result;
  numberStyle: LiveNumber['style'];
}) {
  const look = useLook();
  const subject = useSubject(spec);
  if (!subject) return null;
  const [measure] = measuresOf(frameOf({ spec, result, subject, look }));
  const value = amountOf(measure?.values[0]);
  const numbers = numberStyle ?? measure?.style ?? { format: 'plain' as const, decimals: null, unit: '' };
  return (
    <strong className="numbers" title={formatExact(value, numbers, look)}>
      {formatAmount(value, numbers, look)}
    </strong>
  );
}
