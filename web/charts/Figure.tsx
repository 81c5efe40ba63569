import { useTranslation } from 'react-i18next';

import { changeText, type Figure as FigureOf, figuresOf } from '#display/charts/figure.ts';
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
    <div className={style['figures']}>
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
  const before = formatAmount(figure.base, numbers, look);
  return (
    <div className={style['figure']}>
      <div className={style['words']}>
        {!isAlone && <div className={style['label']}>{label}</div>}
        <div className={style['value']} title={formatExact(value, numbers, look)}>
          {formatAmount(value, numbers, look)}
        </div>
        {figure.base !== null && (
          <div className={style['change']}>
            <Change figure={figure} look={look} />
            <span className={style['base']}>{t('charts.before', { value: before })}</span>
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

const arrows = { up: '▲', down: '▼', level: '' };

function Change({ figure, look }: Pick<OneProps, 'figure' | 'look'>) {
  const course = courseOf(figure.difference);
  const isRed = course !== 'level' && (course === 'up') === (look.rising === 'red');
  const tone = course === 'level' ? 'level' : isRed ? 'red' : 'green';
  return (
    <span className={style['course']} data-tone={tone}>
      <span aria-hidden="true">{arrows[course]}</span> {changeText(figure, look)}
    </span>
  );
}
