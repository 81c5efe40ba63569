import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { call } from '#web/http/client.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import style from './Letters.module.css';
import { AuthMessage } from './AuthMessage.tsx';

/** Page for links in report emails: unsubscribes a recipient, or shows that the file has expired. */
export function EmailSubscription() {
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
    error: saveError,
  } = useMutation({
    mutationFn: (isStopped: boolean) => call('PUT /letters/subscription', { token, isStopped }),
    onSettled: () => refetch(),
  });
  if (params.has('file'))
    return <AuthMessage title={t('auth.letters.noFile')} text={t('auth.letters.noFileText')} below={null} />;
  if (!token || (error && !data))
    return <AuthMessage title={t('auth.letters.dead')} text={t('auth.letters.deadText')} below={null} />;
  if (!data) return <PageSpinner />;
  const { name, by, to, isStopped } = data;
  const text = isStopped
    ? t('auth.letters.stoppedText', { to })
    : t('auth.letters.text', { to, by: by ?? t('auth.letters.someone') });
  return (
    <AuthMessage
      title={t(isStopped ? 'auth.letters.stopped' : 'auth.letters.title', { name })}
      text={text}
      below={null}
    >
      {saveError && <p role="alert">{sentenceOf(saveError)}</p>}
      <Button
        block
        className={style['act'] ?? ''}
        type={isStopped ? 'default' : 'primary'}
        loading={isPending}
        onClick={() => mutate(!isStopped)}
      >
        {t(isStopped ? 'auth.letters.again' : 'auth.letters.stop')}
      </Button>
    </AuthMessage>
  );
}
