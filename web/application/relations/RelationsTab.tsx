import { PlusOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Popconfirm from 'antd/es/popconfirm';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { Relation, RelationProposal } from '#contract/relations/routes.ts';
import { useMayEdit } from '#web/http/applications.ts';
import { call } from '#web/http/client.ts';
import { useLanguage } from '#web/ui/language.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { labelOf } from '../names.ts';
import { MatchBar } from './MatchBar.tsx';
import { kindTexts, plainKey, type RelationDraft } from './relation-draft.ts';
import { RelationDialog } from './RelationDialog.tsx';
import { proposalsQuery, relationsQuery } from './relation-queries.ts';
import style from './Relations.module.css';

/** The relations of a dataset, with proposals for new ones. */
export function RelationsTab({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const isEditor = useMayEdit(dataset.applicationId);
  const { data: relations = [], isSuccess } = useQuery(relationsQuery(dataset.id));
  const [draft, setDraft] = useState<RelationDraft>();
  return (
    <Panel
      title={t('relations.title')}
      extra={
        isEditor && (
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => setDraft({})}>
            {t('relations.add')}
          </Button>
        )
      }
    >
      <p className={style['lead']}>{t('relations.lead')}</p>
      <ul className={style['list']}>
        {relations.map((relation) => (
          <RelationItem
            key={relation.id}
            dataset={dataset}
            relation={relation}
            canEdit={isEditor && relation.from.id === dataset.id}
            onEdit={() => setDraft({ relation })}
          />
        ))}
      </ul>
      {isSuccess && relations.length === 0 && <p className={style['quiet']}>{t('relations.none')}</p>}
      {isEditor && <Proposals dataset={dataset} onChoose={setDraft} />}
      {draft && <RelationDialog dataset={dataset} draft={draft} onClose={() => setDraft(undefined)} />}
    </Panel>
  );
}

type RelationItemProps = { dataset: Dataset; relation: Relation; canEdit: boolean; onEdit: () => void };

function RelationItem({ dataset, relation, canEdit, onEdit }: RelationItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { from, to, cardinality, keys } = relation;
  const other = from.id === dataset.id ? to : from;
  return (
    <li className={style['item']}>
      <div className={style['sides']}>
        <Side dataset={from} isOther={from.id === other.id} columns={keys.map(({ columnName }) => columnName)} />
        <Line label={t(`relations.kinds.${kindTexts[cardinality]}`)} />
        <Side
          dataset={to}
          isOther={to.id === other.id}
          columns={keys.map(({ relatedColumnName }) => relatedColumnName)}
        />
      </div>
      {relation.label[language] && (
        <p className={style['quiet']}>{t('relations.as', { name: relation.label[language] })}</p>
      )}
      {canEdit && <MatchBar dataset={from.id} related={to.id} keys={keys.map(plainKey)} />}
      {canEdit && (
        <div className={style['actions']}>
          <Button size="small" onClick={onEdit}>
            {t('common.edit')}
          </Button>
          <DeleteRelation dataset={dataset.id} relation={relation.id} />
        </div>
      )}
    </li>
  );
}

type SideProps = { dataset: Relation['from']; isOther: boolean; columns: (string | null)[] };

function Side({ dataset, isOther, columns }: SideProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = labelOf(dataset, language);
  return (
    <div className={style['side']}>
      <b dir="auto">
        {isOther ? (
          <Link to={`/application/${dataset.applicationId}/datasets/${dataset.id}/relations`}>{name}</Link>
        ) : (
          name
        )}
      </b>
      {columns.map((column, index) => (
        <code key={column ?? index} dir="auto">
          {column ?? t('relations.deletedColumn')}
        </code>
      ))}
    </div>
  );
}

const Line = ({ label }: { label: string }) => (
  <div className={style['line']}>
    <small>{label}</small>
    <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden>
      <path d="M0 6 H98" />
    </svg>
  </div>
);

function DeleteRelation({ dataset, relation }: { dataset: string; relation: string }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('DELETE /datasets/:id/relations/:relation', { id: dataset, relation }),
    onSuccess: () => void toast('success', t('relations.deleted')),
    onError: toastProblem,
  });
  return (
    <Popconfirm
      title={t('relations.delete')}
      description={t('relations.deleteText')}
      okText={t('relations.deleteYes')}
      onConfirm={() => mutate()}
    >
      <Button size="small" danger loading={isPending}>
        {t('relations.deleteYes')}
      </Button>
    </Popconfirm>
  );
}

/** Relations suggested by names and values. */
function Proposals({ dataset, onChoose }: { dataset: Dataset; onChoose: (draft: RelationDraft) => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: proposals = [], isFetching } = useQuery(proposalsQuery(dataset.id));
  const nameOf = (id: string) => dataset.columns.find((column) => column.id === id);
  if (isFetching && proposals.length === 0) return <p className={style['quiet']}>{t('relations.looking')}</p>;
  if (proposals.length === 0) return null;
  return (
    <section aria-label={t('relations.proposals')}>
      <h3 className={style['heading']}>{t('relations.proposals')}</h3>
      <ul className={style['list']}>
        {proposals.map((proposal: RelationProposal) => {
          const { related, keys, match } = proposal;
          const columns = keys.map(({ column }) => nameOf(column)).filter((column) => column !== undefined);
          return (
            <li key={related.id} className={style['proposal']}>
              <span dir="auto">
                {t('relations.proposal', {
                  column: columns.map((column) => labelOf(column, language)).join(', '),
                  dataset: labelOf(related, language),
                  application: related.application,
                })}
              </span>
              <MatchBar dataset={dataset.id} related={related.id} keys={keys} match={match} />
              <Button size="small" type="primary" onClick={() => onChoose({ related: related.id, keys })}>
                {t('relations.use')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
