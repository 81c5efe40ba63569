import { type CSSProperties, Fragment } from 'react';
import { useTranslation } from 'react-i18next';

import { baseText, changeText, type NumberValue, numberValuesOf } from '#display/charts/number-values.ts';
import { optionsFor } from '#display/charts/draw-input.ts';
import type { Drawing } from '#domain/query/chart.ts';
import { changeDirectionOf } from '#display/format/change.ts';
import { formatExact } from '#display/format/exact.ts';
import { formatAmount } from '#display/format/unit.ts';
import type { Frame, Look } from '#display/frame.ts';
import style from './NumberChart.module.css';
import { Sparkline } from './Sparkline.tsx';

type NumberChartProps = { frame: Frame; drawing: Drawing; look: Look };

/** Large numbers with their change and trend. */
export function NumberChart({ frame, drawing, look }: NumberChartProps) {
  const options = optionsFor(drawing);
  const numbers = numberValuesOf({ frame, options, look });
  return (
    <div className={style['figures']} style={{ '--count': numbers.length } as CSSProperties}>
      {numbers.map((number) => (
        <NumberItem
          key={number.measure}
          number={number}
          target={options.target}
          isAlone={numbers.length === 1}
          look={look}
        />
      ))}
    </div>
  );
}

type NumberItemProps = { number: NumberValue; target: number | null; isAlone: boolean; look: Look };

function NumberItem({ number, target, isAlone, look }: NumberItemProps) {
  const { t } = useTranslation();
  const { value, style: numbers, label } = number;
  const before = baseText(number, look);
  const text = formatAmount(value, numbers, look);
  return (
    <div className={style['figure']}>
      <div className={style['words']}>
        {!isAlone && <div className={style['label']}>{label}</div>}
        <div
          className={style['value']}
          style={{ '--ems': emsOf(text) } as CSSProperties}
          title={formatExact(value, numbers, look)}
        >
          {text}
        </div>
        {before !== null && (
          <div className={style['change']}>
            {number.difference !== null && <NumberChange number={number} look={look} />}
            <span className={style['base']}>{before}</span>
          </div>
        )}
        {target !== null && value !== null && (
          <div className={style['base']}>{t('charts.target', { value: formatAmount(target, numbers, look) })}</div>
        )}
      </div>
      {number.trend.length > 1 && <Sparkline values={number.trend} isUnfinished={number.isUnfinished} />}
    </div>
  );
}

/** Estimated width of a number in ems: digits, and wider characters such as Chinese ones, M and %. */
const emsOf = (text: string) =>
  Math.max(
    1,
    text.length * 0.62 +
      (text.match(/[\u2e80-\uffff]/g)?.length ?? 0) * 0.4 +
      (text.match(/[A-Z%\u20ac]/g)?.length ?? 0) * 0.25,
  );

const arrows = { up: '▲', down: '▼', level: '' };

function NumberChange({ number, look }: Pick<NumberItemProps, 'number' | 'look'>) {
  const direction = changeDirectionOf(number.difference);
  const isRed = direction !== 'level' && (direction === 'up') === (look.rising === 'red');
  const tone = direction === 'level' ? 'level' : isRed ? 'red' : 'green';
  // Wraps only between parts, never inside one, where there is a sign or a bracket.
  const [first, ...others] = changeText(number, look).split(' ');
  return (
    <span className={style['course']} data-tone={tone}>
      <bdi>
        <span aria-hidden="true">{arrows[direction]}</span> {first}
      </bdi>
      {others.map((part) => (
        <Fragment key={part}>
          {' '}
          <bdi>{part}</bdi>
        </Fragment>
      ))}
    </span>
  );
}
