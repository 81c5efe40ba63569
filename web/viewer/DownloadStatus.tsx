import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '#display/format/number.ts';
import { useExport } from '#web/explore/use-export.ts';
import { useLook } from '#web/shell/preferences.ts';
import { useLanguage } from '#web/ui/language.ts';
import type { CardResult } from './card-result.ts';
import style from './DownloadStatus.module.css';

/** Downloads all rows of a card as a file. */
export function useDownload({ lastAnswer, title }: { lastAnswer: CardResult; title: string }) {
  const { zone } = useLook();
  const labels = Object.fromEntries(lastAnswer.frame.fields.map(({ name, label }) => [name, label]));
  return useExport({ ask: lastAnswer.spec, zone, name: title.trim().slice(0, 100) || 'export', labels });
}

/** Progress of a download, at the bottom of its card. */
export function DownloadStatus({ download: { state, start, cancel } }: { download: ReturnType<typeof useDownload> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (state.kind === 'idle') return null;
  const format = state.format.toUpperCase();
  const text =
    state.kind === 'failed'
      ? state.reason
      : state.kind === 'waiting'
        ? t('export.waiting', { format, position: state.position })
        : t('export.writing', { format, rows: formatNumber(state.rows, language), count: state.rows });
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
