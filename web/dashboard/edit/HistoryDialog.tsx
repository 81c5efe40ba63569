import { useQuery, queryOptions } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { DashboardVersion, SavedDashboard } from '#contract/dashboards/routes.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { Moment } from '#web/ui/Moment.tsx';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { restoreCard } from '#domain/dashboard/dashboard-edits.ts';
import { call } from '#web/http/client.ts';
import { Comparison } from './Comparison.tsx';
import { useEditing } from './editing-context.ts';
import style from './HistoryDialog.module.css';

const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['dashboard', id, 'versions'],
    queryFn: ({ signal }) => call('GET /dashboards/:id/versions', { id }, signal),
  });

/** Versions are immutable, so they never go stale. */
const versionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: ['dashboard', id, 'versions', number],
    queryFn: ({ signal }) => call('GET /dashboards/:id/versions/:number', { id, number }, signal),
    staleTime: Infinity,
  });

/** All published versions, with comparison and restore. */
export function HistoryDialog({ saved, onClose }: { saved: SavedDashboard; onClose: () => void }) {
  const { t } = useTranslation();
  const { id } = useEditing();
  useReturnFocus();
  const { data: versions, error } = useQuery({ ...versionsQuery(id), throwOnError: false });
  const [chosen, setChosen] = useState(saved.version);
  return (
    <Modal
      open
      width="min(1500px, 96vw)"
      style={{ top: 24 }}
      footer={null}
      title={t('dashboard.history.title')}
      onCancel={onClose}
    >
      {error && <p role="alert">{sentenceOf(error)}</p>}
      {versions ? (
        <div className={style['history']}>
          <ol className={style['versions']}>
            {versions.map((version) => (
              <Version
                key={version.number}
                version={version}
                isChosen={version.number === chosen}
                onChoose={() => setChosen(version.number)}
              />
            ))}
          </ol>
          <ChosenVersion number={chosen} versions={versions} onClose={onClose} />
        </div>
      ) : (
        !error && <PageSpinner />
      )}
    </Modal>
  );
}

type VersionProps = { version: DashboardVersion; isChosen: boolean; onChoose: () => void };

function Version({ version: { number, by, createdAt, cards }, isChosen, onChoose }: VersionProps) {
  const { t } = useTranslation();
  return (
    <li>
      <button type="button" aria-pressed={isChosen} onClick={onChoose}>
        <b>{t('dashboard.history.version', { number })}</b>
        <span dir="auto">{by?.name ?? t('dashboard.history.someone')}</span>
        <small>
          <Moment at={createdAt} />
        </small>
        <small className="numbers">{t('dashboard.history.cards', { count: cards })}</small>
      </button>
    </li>
  );
}

type ChosenVersionProps = { number: number; versions: DashboardVersion[]; onClose: () => void };

/** The chosen version compared with the draft or with another version. */
function ChosenVersion({ number, versions, onClose }: ChosenVersionProps) {
  const { t } = useTranslation();
  const { id, now, change } = useEditing();
  const [against, setAgainst] = useState('draft');
  const { data: version, error } = useQuery({ ...versionQuery(id, number), throwOnError: false });
  const other = useQuery({
    ...versionQuery(id, Number(against)),
    enabled: against !== 'draft',
    throwOnError: false,
  });
  if (error) return <p role="alert">{sentenceOf(error)}</p>;
  const compared = against === 'draft' ? now : other.data?.dashboard;
  if (!version || !compared) return <PageSpinner />;
  const restore = () => {
    change(() => version.dashboard);
    void toast('success', t('dashboard.history.restored'));
    onClose();
  };
  const nameOf = (each: number) => t('dashboard.history.version', { number: each });
  return (
    <div className={style['chosen']}>
      <header>
        <span>{t('dashboard.history.against')}</span>
        <PlainSelect
          label={t('dashboard.history.against')}
          value={against}
          options={[
            { value: 'draft', text: t('dashboard.history.mineName') },
            ...versions
              .filter((each) => each.number !== number)
              .map((each) => ({ value: String(each.number), text: nameOf(each.number) })),
          ]}
          onChange={setAgainst}
        />
        <Button onClick={restore}>{t('dashboard.history.restore')}</Button>
      </header>
      <Comparison
        before={{ name: nameOf(number), dashboard: version.dashboard }}
        after={{
          name: against === 'draft' ? t('dashboard.history.mineName') : nameOf(Number(against)),
          dashboard: compared,
        }}
        onRestoreCard={
          against === 'draft'
            ? (card) => change((dashboard) => restoreCard(dashboard, version.dashboard, card))
            : undefined
        }
      />
    </div>
  );
}
