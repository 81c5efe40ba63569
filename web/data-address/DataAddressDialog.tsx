import { KeyOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { type ExportFormat, exportFormats } from '#contract/queries/routes.ts';
import { call } from '#web/http/client.ts';
import { useLook } from '#web/shell/preferences.ts';
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { CopyField } from '#web/ui/CopyField.tsx';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { toastProblem } from '#web/ui/problem.ts';
import style from './DataAddressDialog.module.css';
import {
  addressOf,
  type DataSource,
  hasKeyInAddress,
  keyPlaceholder,
  snippets,
  type ToolName,
  toolNames,
} from './snippets.ts';

const formatNames: Record<ExportFormat, string> = { csv: 'CSV', json: 'JSON', parquet: 'Parquet', xlsx: 'XLSX' };
/** Product names, the same in both languages. */
const productNames: Record<Exclude<ToolName, 'sheets'>, string> = {
  excel: 'Excel',
  python: 'Python',
  r: 'R',
  curl: 'curl',
};
/** Tools that read CSV, whatever format is selected. */
const readsCsv = (tool: ToolName) => tool === 'sheets' || tool === 'r';

type DataAddressDialogProps = { source: DataSource; name: string; onClose: () => void };

/** The data address and snippets to load it in other tools. */
export function DataAddressDialog({ source, name, onClose }: DataAddressDialogProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const { language, zone } = useLook();
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [tool, setTool] = useState<ToolName>('excel');
  // Only in memory: the secret cannot be read again.
  const [secret, setSecret] = useState<string>();
  const nameOf = (each: ToolName) => (each === 'sheets' ? t('elsewhere.sheets') : productNames[each]);
  const request = { origin: window.location.origin, source, language, zone };
  const code = snippets[tool]({ request, format, key: secret ?? keyPlaceholder });
  return (
    <Modal open width={680} title={t('elsewhere.title', { name })} footer={null} onCancel={onClose}>
      <div className={style['parts']}>
        <p>{t(`elsewhere.leads.${source.kind}`)}</p>
        <div className={style['choice']}>
          <Segmented<ExportFormat>
            value={format}
            aria-label={t('elsewhere.format')}
            options={exportFormats.map((value) => ({ value, label: formatNames[value] }))}
            onChange={setFormat}
          />
        </div>
        <CopyField text={addressOf(request, format)} label={t('elsewhere.address')} />
        <p className={style['quiet']}>
          {t('elsewhere.filters')} <Link to="/help/elsewhere">{t('elsewhere.more')}</Link>
        </p>
        <KeyRow name={name} secret={secret} onCreate={setSecret} />
        <div className={style['choice']}>
          <Segmented<ToolName>
            value={tool}
            aria-label={t('elsewhere.tool')}
            options={toolNames.map((value) => ({ value, label: nameOf(value) }))}
            onChange={setTool}
          />
        </div>
        <p className={style['quiet']}>
          {t(`elsewhere.texts.${tool}`)}
          {readsCsv(tool) && format !== 'csv' && ` ${t('elsewhere.onlyCsv')}`}
        </p>
        <div className={style['code']}>
          <CodeBlock code={code} label={nameOf(tool)} />
        </div>
        {hasKeyInAddress(tool) && <p className={style['secret']}>{t('elsewhere.secret')}</p>}
      </div>
    </Modal>
  );
}

type KeyRowProps = { name: string; secret: string | undefined; onCreate: (secret: string) => void };

/** Creates a read-only key, which is then filled into the snippets. */
function KeyRow({ name, secret, onCreate }: KeyRowProps) {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call('POST /me/keys', { name: name.slice(0, 100) || t('elsewhere.open'), scope: 'read', days: 365 }),
    onSuccess: (key) => onCreate(key.secret),
    onError: toastProblem,
  });
  return (
    <div className={style['key']}>
      <p role="status">
        {t(secret ? 'elsewhere.filled' : 'elsewhere.needed')} <Link to="/account/keys">{t('account.keys.title')}</Link>
      </p>
      {!secret && (
        <Button icon={<KeyOutlined aria-hidden />} loading={isPending} onClick={() => mutate()}>
          {t('elsewhere.make')}
        </Button>
      )}
    </div>
  );
}
