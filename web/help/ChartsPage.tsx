import { DownloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { chartKinds, type ChartKind } from '#domain/query/chart-kinds.ts';
import { chartKindDescriptors, isTableKind } from '#display/charts/all-kinds.ts';
import { loadSample } from '#display/charts/samples.ts';
import { ChartView } from '#web/charts/ChartView.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import type { Drawing } from '#domain/query/chart.ts';
import type { Frame } from '#display/frame.ts';
import { useLook } from '#web/shell/preferences.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { downloadChart, type ImageFormat } from '#web/charts/download-chart.ts';
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

type ChartImageMenuProps = { frame: Frame; drawing: Drawing; title: string };

const formats: ImageFormat[] = ['png', 'svg'];

/** Menu to download a chart as an image. */
function ChartImageMenu({ frame, drawing, title }: ChartImageMenuProps) {
  const { t } = useTranslation();
  const look = useLook();
  const items = formats.map((format) => ({
    key: format,
    text: t(`charts.formats.${format}`),
    onSelect: () => void downloadChart({ frame, drawing, look, title }, format),
  }));
  return (
    <Menu label={t('charts.download')} items={items}>
      <Button type="text" size="small" aria-label={t('charts.download')} icon={<DownloadOutlined aria-hidden />} />
    </Menu>
  );
}
