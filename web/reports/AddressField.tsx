import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { emailPattern } from '#contract/rules.ts';
import style from './ReportDialog.module.css';

/** Adds a recipient without an account by email address. */
export function AddressField({ onAdd }: { onAdd: (address: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const add = () => {
    const address = text.trim().toLowerCase();
    if (!emailPattern.test(address)) return setWrong(address !== '');
    onAdd(address);
    setText('');
  };
  return (
    <div className={style['address']}>
      <Input
        type="email"
        maxLength={200}
        aria-label={t('reports.addAddress')}
        placeholder={t('reports.addAddress')}
        status={isWrong ? 'error' : ''}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setWrong(false);
        }}
        onPressEnter={(event) => {
          event.preventDefault();
          add();
        }}
      />
      <Button onClick={add}>{t('reports.add')}</Button>
      {isWrong && <p role="alert">{t('reports.addressWrong')}</p>}
    </div>
  );
}
