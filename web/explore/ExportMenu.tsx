import { DownloadOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Dropdown from 'antd/es/dropdown';
import { useTranslation } from 'react-i18next';

import type { ExportFormat } from '#contract/queries/routes.ts';
import type { Drawing } from '#domain/query/chart.ts';
import type { QuerySpec } from '#domain/query/query.ts';
import { isTableKind } from '#display/charts/all-kinds.ts';
import type { Frame } from '#display/frame.ts';
import { downloadChart, type ImageFormat } from '#web/charts/download-chart.ts';
import { useLook } from '#web/shell/preferences.ts';
import { Progress } from '#web/ui/Progress.tsx';
import style from './ExportMenu.module.css';
import { type ExportState, useExport, useExportText } from './use-export.ts';

const formats: ExportFormat[] = ['csv', 'xlsx', 'json', 'parquet'];
const imageFormats: ImageFormat[] = ['png', 'svg'];

type ExportMenuProps = {
  spec: QuerySpec;
  zone: string;
  /** The file name without extension. */
  name: string;
  /** Column labels, by column name. */
  labels: Record<string, string>;
  frame: Frame;
  drawing: Drawing;
};

/** Exports all rows as a file, including rows not shown, or the chart as an image. */
export function ExportMenu({ spec, zone, name, labels, frame, drawing }: ExportMenuProps) {
  const { t } = useTranslation();
  const look = useLook();
  const { state, start, cancel } = useExport({ ask: spec, zone, name: name.trim().slice(0, 100) || 'export', labels });
  if (state.kind !== 'idle') {
    const handleRetry = () => void start(state.format);
    return <ExportProgress state={state} onRetry={handleRetry} onCancel={cancel} />;
  }
  const files = formats.map((format) => ({
    key: format,
    label: t(`export.formats.${format}`),
    onClick: () => void start(format),
  }));
  const imageItems = imageFormats.map((format) => ({
    key: format,
    label: t(`charts.formats.${format}`),
    onClick: () => void downloadChart({ frame, drawing, look, title: name }, format),
  }));
  const isTable = isTableKind(drawing.kind);
  const items = isTable ? files : [...files, { type: 'divider' as const }, ...imageItems];
  return (
    <Dropdown trigger={['click']} autoFocus menu={{ items, 'aria-label': t('export.label') }}>
      <Button icon={<DownloadOutlined aria-hidden />}>{t('export.label')}</Button>
    </Dropdown>
  );
}

type ExportProgressProps = { state: Exclude<ExportState, { kind: 'idle' }>; onRetry: () => void; onCancel: () => void };

function ExportProgress({ state, onRetry, onCancel }: ExportProgressProps) {
  const { t } = useTranslation();
  const text = useExportText(state);
  if (state.kind === 'failed') {
    return (
      <span className={style['course']} role="alert">
        <span className={style['failure']}>{text}</span>
        <Button size="small" onClick={onRetry}>
          {t('common.retry')}
        </Button>
        <Button size="small" type="text" onClick={onCancel}>
          {t('export.dismiss')}
        </Button>
      </span>
    );
  }
  return (
    <span className={style['course']} role="status">
      <span className={style['bar']}>
        <Progress percent={undefined} label={t('export.label')} />
      </span>
      <span className="numbers">{text}</span>
      {state.kind !== 'fetching' && (
        <Button size="small" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      )}
    </span>
  );
}
