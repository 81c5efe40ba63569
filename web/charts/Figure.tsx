import { type CSSProperties, Fragment } from 'react';
import { useTranslation } from 'react-i18next';

import { baseText, changeText, type Figure as FigureOf, figuresOf } from '#display/charts/figure.ts';
import { optionsFor } from '#display/charts/picture.ts';
import type { Drawing } from '#contract/chart.ts';
import { courseOf } from '#display/format/change.ts';
import { formatExact } from '#display/format/exact.ts';
import { formatAmount } from '#display/format/unit.ts';
import type { Frame, Look } from '#display/frame.ts';
import style from './Figure.module.css';
import { Trace } from './Trace.tsx';

type Props = { frame: Frame; drawing: Drawing; look: Look };

/** Numbers in large, with their change and the way that led to them. */
export function Figure({ frame, drawing, look }: Props) {
  const options = optionsFor(drawing);
  const figures = figuresOf({ frame, options, look });
  return (
    <div className={style['figures']} style={{ '--count': figures.length } as CSSProperties}>
      {figures.map((figure) => (
        <One key={figure.measure} figure={figure} target={options.target} isAlone={figures.length === 1} look={look} />
      ))}
    </div>
  );
}

type OneProps = { figure: FigureOf; target: number | null; isAlone: boolean; look: Look };

function One({ figure, target, isAlone, look }: OneProps) {
  const { t } = useTranslation();
  const { value, style: numbers, label } = figure;
  const before = baseText(figure, look);
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
            {figure.difference !== null && <Change figure={figure} look={look} />}
            <span className={style['base']}>{before}</span>
          </div>
        )}
        {target !== null && value !== null && (
          <div className={style['base']}>{t('charts.target', { value: formatAmount(target, numbers, look) })}</div>
        )}
      </div>
      {figure.course.length > 1 && <Trace values={figure.course} isUnfinished={figure.isUnfinished} />}
    </div>
  );
}

/** About how wide a number is in ems: digits, and wider characters such as Chinese ones, M and %. */
const emsOf = (text: string) =>
  Math.max(
    1,
    text.length * 0.62 +
      (text.match(/[\u2e80-\uffff]/g)?.length ?? 0) * 0.4 +
      (text.match(/[A-Z%\u20ac]/g)?.length ?? 0) * 0.25,
  );

const arrows = { up: '▲', down: '▼', level: '' };

function Change({ figure, look }: Pick<OneProps, 'figure' | 'look'>) {
  const course = courseOf(figure.difference);
  const isRed = course !== 'level' && (course === 'up') === (look.rising === 'red');
  const tone = course === 'level' ? 'level' : isRed ? 'red' : 'green';
  // It is broken between its parts only, not inside, where there is a sign or a bracket.
  const [first, ...others] = changeText(figure, look).split(' ');
  return (
    <span className={style['course']} data-tone={tone}>
      <bdi>
        <span aria-hidden="true">{arrows[course]}</span> {first}
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
