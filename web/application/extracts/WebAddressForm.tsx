import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { call } from '#web/http/client.ts';
import { useZone } from '#web/shell/preferences.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import style from './Extracts.module.css';

/** A URL and the upload that previews its file. The URL may hold a secret, so it is not kept in the address bar. */
export type WebPreview = { url: string; upload: string };

const exampleUrl = 'https://example.com/orders.csv';

// Servers that allow private addresses take http as well.
const isAddress = (url: string) => /^https?:\/\/\S+$/i.test(url);

/** The address of a file on the web; submitting it starts to download the file for a preview. */
export function WebAddressForm({ onPreview }: { onPreview: (preview: WebPreview) => void }) {
  const { t } = useTranslation();
  const [field, note] = [useId(), useId()];
  const zone = useZone();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (url: string) => ({ url, upload: (await call('POST /extracts/preview', { url, zone })).id }),
    onSuccess: onPreview,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const url = typed.trim();
    setWrong(!isAddress(url));
    if (isAddress(url)) mutate(url);
  };
  const problem = isWrong ? t('extracts.web.wrong') : error && sentenceOf(error);
  return (
    <Panel>
      <form onSubmit={submit}>
        <label htmlFor={field} className={style['note']}>
          {t('extracts.web.address')}
        </label>
        <div className={style['address']}>
          <Input
            id={field}
            autoFocus
            maxLength={2000}
            value={typed}
            placeholder={exampleUrl}
            autoComplete="off"
            spellCheck={false}
            status={problem ? 'error' : ''}
            aria-describedby={note}
            onChange={({ target }) => {
              setTyped(target.value);
              setWrong(false);
              reset();
            }}
          />
          <Button type="primary" htmlType="submit" loading={isPending}>
            {t('extracts.web.preview')}
          </Button>
        </div>
        <p id={note} role="status" className={style[problem ? 'problem' : 'note']}>
          {problem || t('extracts.web.note')}
        </p>
      </form>
    </Panel>
  );
}
