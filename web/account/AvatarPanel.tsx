import { useMutation, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { type ChangeEvent, lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Me } from '#contract/accounts/routes.ts';
import { call } from '#web/http/client.ts';
import { meQuery } from '#web/http/me.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import style from './AvatarPanel.module.css';

const CropDialog = lazy(() => import('./CropDialog.tsx').then((module) => ({ default: module.CropDialog })));

/** Chooses, crops or removes the avatar. */
export function AvatarPanel({ me }: { me: Me }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const show = (member: Me) => {
    queries.setQueryData(meQuery.queryKey, member);
    void toast('success', t('common.saved'));
  };
  const { mutate: remove } = useMutation({
    mutationFn: () => call('DELETE /me/avatar', {}),
    onSuccess: show,
    onError: toastProblem,
  });
  const handleChoice = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    target.value = '';
    if (!chosen) return;
    const isPicture = await createImageBitmap(chosen).then(
      (bitmap) => (bitmap.close(), true),
      // A file that cannot be decoded cannot be cropped: text named .png, or an SVG with a script.
      () => false,
    );
    if (isPicture) setFile(chosen);
    else void toast('error', t('account.profile.unreadable'));
  };
  return (
    <Panel title={t('account.profile.picture')}>
      <div className={style['picture']}>
        <Avatar name={me.name} picture={me.avatar} size={72} />
        <div>
          <div className={style['actions']}>
            <Button onClick={() => input.current?.click()}>{t('account.profile.choose')}</Button>
            {me.avatar && <Button onClick={() => remove()}>{t('account.profile.removePicture')}</Button>}
          </div>
          <p className={style['hint']}>{t('account.profile.pictureHint')}</p>
        </div>
        <input
          ref={input}
          hidden
          type="file"
          aria-label={t('account.profile.choose')}
          accept="image/jpeg,image/png,image/webp,image/gif"
          onChange={(event) => void handleChoice(event)}
        />
      </div>
      {file && (
        <Suspense fallback={null}>
          <CropDialog file={file} onDone={show} onClose={() => setFile(undefined)} />
        </Suspense>
      )}
    </Panel>
  );
}
