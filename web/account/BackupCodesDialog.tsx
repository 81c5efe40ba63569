import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { copyText } from '#web/ui/copy-text.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import style from './TwoStep.module.css';

/** Backup codes, displayed only once. */
export function BackupCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  useReturnFocus();
  const text = `${codes.join('\n')}\n`;
  const copy = () => {
    if (list.current) window.getSelection()?.selectAllChildren(list.current);
    void copyText(text, t);
  };
  return (
    <Modal
      open
      width={460}
      title={t('account.twoStep.codesTitle')}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('account.twoStep.kept')}
        </Button>
      }
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <p>{t('account.twoStep.codesText')}</p>
      <ul ref={list} className={style['codes']} aria-label={t('account.twoStep.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={style['actions']}>
        <Button icon={<CopyOutlined aria-hidden />} onClick={copy}>
          {t('common.copy')}
        </Button>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="shuju-backup-codes.txt"
        >
          {t('account.twoStep.download')}
        </Button>
      </div>
    </Modal>
  );
}
