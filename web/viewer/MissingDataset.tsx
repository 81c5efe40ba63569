import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { labelOf } from '#display/words/subject.ts';
import { trashQuery } from '#web/http/applications.ts';
import { call } from '#web/http/client.ts';
import { useIsEditor } from '#web/http/me.ts';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { DashboardContext } from './dashboard-context.ts';
import style from './CardBody.module.css';

type MissingDatasetProps = { dataset: string };

/** A card whose dataset is deleted or in the trash, with ways to fix it. */
export function MissingDataset({ dataset }: MissingDatasetProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isEditor = useIsEditor();
  const view = useContext(DashboardContext);
  const { data: trash } = useQuery({ ...trashQuery, enabled: isEditor, throwOnError: false });
  const trashed = trash?.datasets.find(({ id }) => id === dataset);
  if (!isEditor || view?.isStatic) return <p>{t('dashboard.view.goneAsk')}</p>;
  return (
    <>
      <p dir="auto">
        {trashed ? t('dashboard.view.goneTrash', { name: labelOf(trashed, language) }) : t('dashboard.view.gone')}
      </p>
      <div className={style['ways']}>
        {trashed && <RestoreButton dataset={dataset} />}
        {!trashed && (
          <LinkButton small to="/application/trash">
            {t('trash.open')}
          </LinkButton>
        )}
        {view && <EditButton />}
      </div>
    </>
  );
}

/** The page reloads the card through live updates. */
function RestoreButton({ dataset }: MissingDatasetProps) {
  const { t } = useTranslation();
  const restore = useMutation({
    mutationFn: () => call('POST /datasets/:id/restore', { id: dataset }),
    onError: toastProblem,
  });
  return (
    <Button size="small" type="primary" loading={restore.isPending} onClick={() => restore.mutate()}>
      {t('dashboard.view.goneRestore')}
    </Button>
  );
}

function EditButton() {
  const { t } = useTranslation();
  const [, setParams] = useSearchParams();
  const handleEdit = () =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      next.set('mode', 'edit');
      return next;
    });
  return (
    <Button size="small" onClick={handleEdit}>
      {t('dashboard.view.goneEdit')}
    </Button>
  );
}
