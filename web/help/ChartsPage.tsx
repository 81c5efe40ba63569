import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { chartKinds, type ChartKind } from '#domain/query/chart.ts';
import { kindTexts } from '#display/charts/kind-texts.ts';
import { sampleOf } from '#display/charts/samples.ts';
import { ChartView } from '#web/charts/ChartView.tsx';
import { ChartImageMenu } from '#web/charts/ChartImageMenu.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import style from './ChartsPage.module.css';

/** Gallery of every chart kind with sample data, and when to use it. */
export function ChartsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('help.charts.title')} lead={t('help.charts.lead')} />
      <div className={style['gallery']}>
        {chartKinds.map((kind) => (
          <Example key={kind} kind={kind} />
        ))}
      </div>
    </>
  );
}

const heights: Partial<Record<ChartKind, number>> = { figure: 180, gauge: 220, calendar: 200, world: 340, china: 400 };

function Example({ kind }: { kind: ChartKind }) {
  const language = useLanguage();
  const { title, frame, drawing } = useMemo(() => sampleOf(kind, language), [kind, language]);
  const isTable = kind === 'table' || kind === 'pivot';
  const { name, when } = kindTexts[language][kind];
  return (
    <section className={style['example']} id={kind} data-kind={kind}>
      <h2>{name}</h2>
      <p className={style['when']}>{when}</p>
      <header>
        <h3>{title}</h3>
        {!isTable && <ChartImageMenu frame={frame} drawing={drawing} title={title} />}
      </header>
      <ChartView frame={frame} drawing={drawing} title={title} height={heights[kind] ?? 280} />
    </section>
  );
}
