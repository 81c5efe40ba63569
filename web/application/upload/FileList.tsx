import { FileOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import type { Upload } from '#contract/imports/routes.ts';
import { formatBytes, formatDuration } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import { Progress } from '#web/ui/Progress.tsx';
import style from './FileList.module.css';
import { FilePicker } from './FilePicker.tsx';
import { cancelUpload, type Transfer } from './transfers.ts';

export type FileState = {
  id: string;
  transfer: Transfer | undefined;
  upload: Upload | undefined;
  error: unknown;
};

/** Files being sent, being read, or failed. */
export function FileList({ files }: { files: FileState[] }) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const remove = (id: string) => {
    const next = new URLSearchParams(query);
    next.delete('id', id);
    setQuery(next, { replace: true });
    void cancelUpload(id);
  };
  const hasOnlyFailures = files.every((file) => failureOf(file));
  return (
    <Panel>
      <ul className={style['files']}>
        {files.map((file) => (
          <FileRow key={file.id} file={file} onCancel={() => remove(file.id)} />
        ))}
      </ul>
      {hasOnlyFailures && (
        <div className={style['again']}>
          <FilePicker primary text={t('upload.another')} />
        </div>
      )}
    </Panel>
  );
}

/** The error message of a file. */
function failureOf({ transfer, upload, error }: FileState): string | undefined {
  // The server's message about the file is more useful than a connection error.
  if (upload?.state === 'failed') return upload.failure?.message ?? sentenceOf(undefined);
  if (transfer?.problem) return sentenceOf(transfer.problem);
  return error ? sentenceOf(error) : undefined;
}

function FileRow({ file, onCancel }: { file: FileState; onCancel: () => void }) {
  const { t } = useTranslation();
  const { transfer, upload } = file;
  const failure = failureOf(file);
  const name = transfer?.name ?? upload?.name ?? t('upload.file');
  const percent = transfer && transfer.bytes > 0 ? (transfer.sent / transfer.bytes) * 100 : undefined;
  return (
    <li className={style['file']}>
      <FileOutlined aria-hidden />
      <div className={style['body']}>
        <div className={style['line']}>
          <strong dir="auto">{name}</strong>
          <span className="numbers" role="status">
            {!failure && <TransferProgress file={file} />}
          </span>
        </div>
        {failure && (
          <p role="alert" className={style['failure']}>
            {failure}
          </p>
        )}
        {!failure && upload?.state !== 'ready' && <Progress percent={percent} label={name} />}
      </div>
      <Button size="small" onClick={onCancel}>
        {t(failure || upload?.state === 'ready' ? 'upload.remove' : 'common.cancel')}
      </Button>
    </li>
  );
}

/** Bytes sent, speed and remaining time. */
function TransferProgress({ file: { transfer, upload } }: { file: FileState }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (upload?.state === 'ready') return t('upload.ready');
  if (!transfer) return t('upload.reading');
  const sent = formatBytes(transfer.sent, language);
  const bytes = formatBytes(transfer.bytes, language);
  if (transfer.speed <= 0) return t('upload.sent', { sent, bytes });
  const left = (transfer.bytes - transfer.sent) / transfer.speed;
  return t('upload.sentAt', {
    sent,
    bytes,
    speed: formatBytes(transfer.speed, language),
    left: formatDuration(Math.ceil(left), language),
  });
}
