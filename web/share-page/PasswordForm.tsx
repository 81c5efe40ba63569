import Button from 'antd/es/button';
import Password from 'antd/es/input/Password';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Problem } from '#contract/errors.ts';
import { usePageTitle } from '#web/ui/page-title.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import style from './Share.module.css';

type PasswordFormProps = { error: Problem | null; onOpen: (password: string) => Promise<void> };

export function PasswordForm({ error, onOpen }: PasswordFormProps) {
  const { t } = useTranslation();
  const heading = usePageTitle(t('share.page.title'));
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    void onOpen(password).finally(() => setBusy(false));
  };
  return (
    <form className={style['form']} onSubmit={handleSubmit}>
      <h1 ref={heading} tabIndex={-1}>
        {t('share.page.protected')}
      </h1>
      <p>{t('share.page.protectedText')}</p>
      <Password
        autoFocus
        name="password"
        autoComplete="off"
        size="large"
        maxLength={128}
        aria-label={t('share.password')}
        placeholder={t('share.password')}
        value={password}
        {...(error && { status: 'error' as const })}
        onChange={(event) => setPassword(event.target.value)}
      />
      {error && (
        <p role="alert" className={style['error']}>
          {sentenceOf(error)}
        </p>
      )}
      <Button type="primary" size="large" htmlType="submit" loading={isBusy} disabled={password === ''} block>
        {t('share.page.open')}
      </Button>
    </form>
  );
}
