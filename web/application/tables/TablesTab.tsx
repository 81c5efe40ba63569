import { ReloadOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import type { Application } from '#contract/applications/routes.ts';
import type { ConnectedTable } from '#contract/connections/routes.ts';
import { call } from '#web/http/client.ts';
import { tablesQuery } from '#web/http/connections.ts';
import { BottomBar } from '#web/ui/BottomBar.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { InflowPicture, LostPicture } from '#web/ui/pictures.tsx';
import { sentenceOf, toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { useElapsed } from '../elapsed.ts';
import { SqlOffNote, WriteSqlButton } from '../sql/WriteSql.tsx';
import { tableKeyOf } from './table-tree.ts';
import { TableTree } from './TableTree.tsx';
import style from './Tables.module.css';

/** The tables of a connected database; chosen ones become datasets. */
export function TablesTab({ application: { id } }: { application: Pick<Application, 'id'> }) {
  const { t } = useTranslation();
  const { data: tables, error, refetch, isFetching } = useQuery({ ...tablesQuery(id), throwOnError: false });
  const elapsed = useElapsed(!tables && isFetching);
  const reload = (
    <Button icon={<ReloadOutlined aria-hidden />} loading={isFetching} onClick={() => void refetch()}>
      {t('tables.refresh')}
    </Button>
  );
  if (error && !isFetching)
    return (
      <EmptyState picture={<LostPicture />} title={t('tables.failed')} text={sentenceOf(error)}>
        {reload}
        <LinkButton to={`/application/${id}/settings`}>{t('tables.toSettings')}</LinkButton>
      </EmptyState>
    );
  if (!tables)
    return (
      <p role="status" className={style['waiting']}>
        {t('tables.loading') + elapsed}
      </p>
    );
  if (tables.length === 0)
    return (
      <EmptyState picture={<InflowPicture />} title={t('tables.none')} text={t('tables.noneText')}>
        {reload}
      </EmptyState>
    );
  return <TableChoice application={id} tables={tables} reload={reload} />;
}

type TableChoiceProps = { application: string; tables: ConnectedTable[]; reload: React.ReactNode };

function TableChoice({ application, tables, reload }: TableChoiceProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const [chosen, setChosen] = useState<ReadonlyMap<string, ConnectedTable>>(new Map());
  const choose = (changed: ConnectedTable[], isChosen: boolean) => {
    const next = new Map(chosen);
    for (const table of changed) {
      if (isChosen) next.set(tableKeyOf(table), table);
      else next.delete(tableKeyOf(table));
    }
    setChosen(next);
  };
  return (
    <>
      <div className={style['search']}>
        <Input
          allowClear
          type="search"
          aria-label={t('tables.search')}
          placeholder={t('tables.search')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {reload}
        <WriteSqlButton application={application} />
      </div>
      <SqlOffNote application={application} />
      <TableTree application={application} tables={tables} search={search} chosen={chosen} onChoose={choose} />
      <AddBar application={application} chosen={[...chosen.values()]} onClear={() => setChosen(new Map())} />
    </>
  );
}

const maxTables = 100;

type AddBarProps = { application: string; chosen: ConnectedTable[]; onClear: () => void };

/** How many tables are chosen, and the button that adds them. */
function AddBar({ application, chosen, onClear }: AddBarProps) {
  const { t } = useTranslation();
  const { add, isPending } = useAddTables(application);
  const count = chosen.length;
  const isTooMany = count > maxTables;
  const text = isTooMany
    ? t('tables.tooMany', { limit: maxTables })
    : count === 0
      ? t('tables.nothingChosen')
      : t('tables.chosen', { count });
  return (
    <BottomBar text={text} isWrong={isTooMany}>
      {count > 0 && <Button onClick={onClear}>{t('tables.clear')}</Button>}
      <Button type="primary" disabled={count === 0 || isTooMany} loading={isPending} onClick={() => add(chosen)}>
        {count === 0 ? t('tables.addAny') : t('tables.add', { count })}
      </Button>
    </BottomBar>
  );
}

/** Adds tables as datasets and opens the list of datasets. */
function useAddTables(application: string) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: (tables: ConnectedTable[]) =>
      call('POST /applications/:id/tables', {
        id: application,
        tables: tables.map(({ schema, name }) => ({ schema, name })),
      }),
    onSuccess: async (datasets) => {
      void toast('success', t('tables.done', { count: datasets.length }));
      await navigate(`/application/${application}/datasets`);
    },
    onError: toastProblem,
  });
  return { add: mutate, isPending };
}
