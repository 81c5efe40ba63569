import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { chartKinds, type ChartKind } from '#domain/query/chart-kinds.ts';
import { chartKindDescriptors, isTableKind } from '#display/charts/all-kinds.ts';
import { loadSample } from '#display/charts/samples.ts';
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

const defaultHeight = 280;

function Example({ kind }: { kind: ChartKind }) {
  const language = useLanguage();
  const { texts, galleryHeight: height = defaultHeight } = chartKindDescriptors[kind];
  const { name, when } = texts[language];
  return (
    <section className={style['example']} id={kind} data-kind={kind}>
      <h2>{name}</h2>
      <p className={style['when']}>{when}</p>
      <SampleView kind={kind} height={height} />
    </section>
  );
}

function SampleView({ kind, height }: { kind: ChartKind; height: number }) {
  const language = useLanguage();
  const { data: sample } = useQuery({
    queryKey: ['chart-sample', kind, language],
    queryFn: () => loadSample(kind, language),
    staleTime: Infinity,
    throwOnError: true,
  });
  if (!sample) return <div style={{ height }} />;
  const { title, frame, drawing } = sample;
  return (
    <>
      <header>
        <h3>{title}</h3>
        {!isTableKind(kind) && <ChartImageMenu frame={frame} drawing={drawing} title={title} />}
      </header>
      <ChartView frame={frame} drawing={drawing} title={title} height={height} />
    </>
  );
}
