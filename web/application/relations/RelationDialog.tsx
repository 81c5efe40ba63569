import { useMutation, useQuery } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import Radio from 'antd/es/radio';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import { cardinalities, type Cardinality, type RelationKey } from '#domain/query/relation.ts';
import { call } from '#web/http/client.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { allDatasetsQuery } from '#web/http/run-query.ts';
import { languageOptions } from '#web/shell/language-options.ts';
import { useLanguage } from '#web/ui/language.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { toast } from '#web/ui/toast.ts';
import { labelOf } from '../names.ts';
import { KeyPicture } from './KeyPicture.tsx';
import { MatchBar } from './MatchBar.tsx';
import { matchQuery } from './relation-queries.ts';
import { kindTexts, plainKey, type RelationDraft } from './relation-draft.ts';
import style from './Relations.module.css';

type RelationDialogProps = { dataset: Dataset; draft: RelationDraft; onClose: () => void };

const noTexts = { en_US: '', zh_CN: '' };

/** Creates or edits a relation between a dataset and another one. */
export function RelationDialog({ dataset, draft, onClose }: RelationDialogProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const { relation } = draft;
  const [related, setRelated] = useState(relation?.to.id ?? draft.related);
  const [keys, setKeys] = useState<RelationKey[]>((relation?.keys ?? draft.keys ?? []).map(plainKey));
  const [cardinality, setCardinality] = useState<Cardinality>(relation?.cardinality ?? 'many_to_one');
  const [label, setLabel] = useState(relation?.label ?? noTexts);
  const { data: partner } = useQuery({ ...datasetQuery(related ?? ''), enabled: related !== undefined });
  const isReady = related !== undefined && keys.length > 0;
  const { data: match } = useQuery({ ...matchQuery(dataset.id, related ?? '', keys), enabled: isReady });
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => {
      const input = { id: dataset.id, label, cardinality, keys };
      return relation
        ? call('PUT /datasets/:id/relations/:relation', { ...input, relation: relation.id })
        : call('POST /datasets/:id/relations', { ...input, related: related! });
    },
    onSuccess: () => {
      void toast('success', t('common.saved'));
      onClose();
    },
  });
  return (
    <Modal
      open
      width={680}
      title={t(relation ? 'relations.edit' : 'relations.add')}
      okText={t('common.save')}
      okButtonProps={{ disabled: !isReady || match?.duplicate != null }}
      confirmLoading={isPending}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      <div className={style['dialog']}>
        {error && <Alert type="error" showIcon title={sentenceOf(error)} />}
        {!relation && (
          <RelatedSelect
            dataset={dataset}
            value={related}
            onChange={(id) => {
              setRelated(id);
              setKeys([]);
            }}
          />
        )}
        {partner && <KeyPicture own={dataset} related={partner} keys={keys} onChange={setKeys} />}
        {isReady && <MatchBar dataset={dataset.id} related={related} keys={keys} />}
        {isReady && (
          <Radio.Group
            aria-label={t('relations.kind')}
            value={cardinality}
            onChange={(event) => setCardinality(event.target.value as Cardinality)}
            options={cardinalities.map((value) => ({
              value,
              label: t(`relations.kindTexts.${kindTexts[value]}`),
              disabled: value === 'one_to_one' && match?.ownDuplicate != null,
            }))}
          />
        )}
        {isReady && (
          <div className={style['labels']}>
            {languageOptions.map(({ text, value }) => (
              <label key={value}>
                {t('common.pair', { name: t('relations.name'), value: text })}
                <Input
                  maxLength={100}
                  dir="auto"
                  value={label[value]}
                  placeholder={partner && labelOf(partner, value)}
                  onChange={(event) => setLabel({ ...label, [value]: event.target.value })}
                />
              </label>
            ))}
          </div>
        )}
      </div>
    </Modal>
  );
}

const renderOption = ({ data }: { data: { label: string; application: string } }) => (
  <>
    <bdi>{data.label}</bdi> <small className={style['quiet']}>{data.application}</small>
  </>
);

type RelatedSelectProps = { dataset: Dataset; value: string | undefined; onChange: (id: string) => void };

function RelatedSelect({ dataset, value, onChange }: RelatedSelectProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: datasets = [], isPending } = useQuery(allDatasetsQuery);
  const isConnected = dataset.connection !== null;
  // Connected tables relate only to tables of the same connection, stored rows only to stored rows.
  const isSamePlace = (each: (typeof datasets)[number]) =>
    isConnected ? each.applicationId === dataset.applicationId && each.connection !== null : each.connection === null;
  const options = datasets
    .filter((each) => each.id !== dataset.id && isSamePlace(each))
    .map((each) => ({
      value: each.id,
      label: labelOf(each, language),
      search: `${each.name} ${each.application}`,
      application: each.application,
    }));
  return (
    <label className={style['field']}>
      {t('relations.related')}
      <Select
        showSearch={{
          filterOption: (text, option) =>
            `${option?.label ?? ''} ${option?.search ?? ''}`.toLowerCase().includes(text.toLowerCase()),
        }}
        value={value ?? null}
        placeholder={t('relations.choose')}
        loading={isPending}
        notFoundContent={isPending ? null : t('relations.noOther')}
        options={options}
        optionRender={renderOption}
        onChange={onChange}
      />
    </label>
  );
}
