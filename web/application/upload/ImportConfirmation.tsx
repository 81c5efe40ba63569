import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { BrokenUse, ImportColumnChange, Confirmation, Import } from '#contract/imports/routes.ts';
import { formatNumber } from '#display/format/number.ts';
import { textOf } from '#display/words/subject.ts';
import { call } from '#web/http/client.ts';
import { useLanguage } from '#web/ui/language.ts';
import { Moment } from '#web/ui/Moment.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import style from './Unconfirmed.module.css';

/** What an import would lose, and the choice to load it or to keep the current data. */
export function ImportConfirmation({ each, confirmation }: { each: Import; confirmation: Confirmation }) {
  const { t } = useTranslation();
  const { isPending, confirm, cancel } = useConfirmation(each.id);
  const { duplicate, rejected, columns } = confirmation;
  return (
    <section className={style['unconfirmed']} role="alert">
      <strong>{t(duplicate ? 'upload.confirm.duplicateTitle' : 'upload.confirm.title', { name: each.dataset })}</strong>
      {duplicate && (
        <p>
          {t('upload.confirm.duplicate', { file: duplicate.file })} <Moment at={duplicate.at} />
        </p>
      )}
      {rejected > 0 && <RejectedRows confirmation={confirmation} />}
      {columns.map((column) => (
        <ColumnLoss key={column.id} column={column} />
      ))}
      <div className={style['actions']}>
        <Button disabled={isPending} onClick={cancel}>
          {t(duplicate ? 'upload.confirm.skip' : 'upload.confirm.keep')}
        </Button>
        <Button type="primary" danger={!duplicate} loading={isPending} onClick={confirm}>
          {t(duplicate ? 'upload.confirm.again' : 'upload.confirm.replace')}
        </Button>
      </div>
    </section>
  );
}

function RejectedRows({ confirmation: { rows, rejected, examples } }: { confirmation: Confirmation }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const total = rows + rejected;
  const counts = {
    rejected: formatNumber(rejected, language),
    total: formatNumber(total, language),
    count: total,
  };
  return (
    <>
      <p>{t('upload.confirm.rejected', counts)}</p>
      <ul>
        {examples.map(({ line, column, value }) => (
          <li key={line}>{t('upload.confirm.example', { line: formatNumber(line, language), column, value })}</li>
        ))}
      </ul>
    </>
  );
}

function ColumnLoss({ column: { name, from, to, uses } }: { column: ImportColumnChange }) {
  const { t } = useTranslation();
  const typeName = (type: ImportColumnChange['from']) => t(`data.types.${type}`);
  return (
    <>
      <p>
        {to === null
          ? t('upload.confirm.missing', { name })
          : t('upload.confirm.retyped', { name, from: typeName(from), to: typeName(to) })}
      </p>
      {uses.length > 0 && (
        <>
          <p>{t('upload.confirm.breaks', { uses: uses.length })}</p>
          <ul>
            {uses.map((use) => (
              <UseName key={use.kind + use.id} use={use} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function UseName({ use: { kind, title, dashboard } }: { use: BrokenUse }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const kindName = t(`dataset.use.kinds.${kind}`);
  return (
    <li>
      <bdi>{textOf(title, language) || kindName}</bdi>
      {dashboard && <small> · {textOf(dashboard.title, language) || t('dashboard.view.untitled')}</small>}
    </li>
  );
}

function useConfirmation(id: string) {
  const { mutate, isPending } = useMutation({
    mutationFn: async (isConfirmed: boolean) => {
      if (isConfirmed) await call('POST /imports/:id/confirm', { id });
      else await call('DELETE /imports/:id', { id });
    },
    onError: toastProblem,
  });
  return { isPending, confirm: () => mutate(true), cancel: () => mutate(false) };
}
