import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { call } from '#web/http/client.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import style from './Letters.module.css';
import { Note } from './Note.tsx';

/** Where links in letters lead: whoever receives a report wants no more of it, or finds its file gone. */
export function Letters() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['subscription', token],
    queryFn: ({ signal }) => call('GET /letters/subscription', { token }, signal),
    enabled: token !== '',
    throwOnError: false,
    retry: false,
  });
  const {
    mutate,
    isPending,
    error: refusal,
  } = useMutation({
    mutationFn: (isStopped: boolean) => call('PUT /letters/subscription', { token, isStopped }),
    onSettled: () => refetch(),
  });
  if (params.has('file'))
    return <Note title={t('auth.letters.noFile')} text={t('auth.letters.noFileText')} below={null} />;
  if (!token || (error && !data))
    return <Note title={t('auth.letters.dead')} text={t('auth.letters.deadText')} below={null} />;
  if (!data) return <PageSpinner />;
  const { name, by, to, isStopped } = data;
  const text = isStopped
    ? t('auth.letters.stoppedText', { to })
    : t('auth.letters.text', { to, by: by ?? t('auth.letters.someone') });
  return (
    <Note title={t(isStopped ? 'auth.letters.stopped' : 'auth.letters.title', { name })} text={text} below={null}>
      {refusal && <p role="alert">{sentenceOf(refusal)}</p>}
      <Button
        block
        className={style['act'] ?? ''}
        type={isStopped ? 'default' : 'primary'}
        loading={isPending}
        onClick={() => mutate(!isStopped)}
      >
        {t(isStopped ? 'auth.letters.again' : 'auth.letters.stop')}
      </Button>
    </Note>
  );
}
