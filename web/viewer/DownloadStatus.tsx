import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { useExport, useExportText } from '#web/explore/use-export.ts';
import { useLook } from '#web/shell/preferences.ts';
import type { CardResult } from './card-result.ts';
import style from './DownloadStatus.module.css';

/** Downloads all rows of a card as a file. */
export function useDownload({ lastAnswer, title }: { lastAnswer: CardResult; title: string }) {
  const { zone } = useLook();
  const labels = Object.fromEntries(lastAnswer.frame.fields.map(({ name, label }) => [name, label]));
  return useExport({ ask: lastAnswer.spec, zone, name: title.trim().slice(0, 100) || 'export', labels });
}

type Download = ReturnType<typeof useDownload>;

/** Progress of a download, at the bottom of its card. */
export function DownloadStatus({ download: { state, start, cancel } }: { download: Download }) {
  return state.kind === 'idle' ? null : <DownloadProgress {...{ state, start, cancel }} />;
}

type DownloadProgressProps = Pick<Download, 'start' | 'cancel'> & {
  state: Exclude<Download['state'], { kind: 'idle' }>;
};

function DownloadProgress({ state, start, cancel }: DownloadProgressProps) {
  const { t } = useTranslation();
  const text = useExportText(state);
  const isFailed = state.kind === 'failed';
  return (
    <div className={style['download']} role={isFailed ? 'alert' : 'status'}>
      <span className="numbers">{text}</span>
      {isFailed && (
        <Button size="small" onClick={() => void start(state.format)}>
          {t('common.retry')}
        </Button>
      )}
      <Button size="small" type="text" onClick={cancel}>
        {t(isFailed ? 'export.dismiss' : 'common.cancel')}
      </Button>
    </div>
  );
}
