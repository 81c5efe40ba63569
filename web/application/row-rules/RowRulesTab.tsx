import { PlusOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Switch from 'antd/es/switch';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import { maxRowRules, type RowRule, type RowRuleSet } from '#contract/datasets/row-rules.ts';
import { call } from '#web/http/client.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { useZone } from '#web/shell/preferences.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { draftOf, newRule, type RuleDraft, ruleOf } from './rule-draft.ts';
import { RuleEditor } from './RuleEditor.tsx';
import { SeeAsPanel } from './SeeAsPanel.tsx';
import style from './RowRules.module.css';

const rulesQuery = (id: string) => ({
  queryKey: ['dataset', id, 'row-rules'],
  queryFn: () => call('GET /datasets/:id/row-rules', { id }),
});

/** Which rows of a dataset members see. */
export function RowRulesTab({ dataset }: { dataset: Dataset }) {
  const { data: saved } = useQuery(rulesQuery(dataset.id));
  if (!saved) return <PageSpinner />;
  return (
    <>
      <RuleForm key={JSON.stringify(saved.rules)} dataset={dataset} saved={saved} />
      {saved.rules && <SeeAsPanel dataset={dataset} />}
    </>
  );
}

function RuleForm({ dataset, saved }: { dataset: Dataset; saved: RowRuleSet }) {
  const { t } = useTranslation();
  const zone = useZone();
  const { columns } = dataset;
  const initial = () => saved.rules && saved.rules.map((rule) => draftOf(rule, columns));
  const [drafts, setDrafts] = useState<RuleDraft[] | null>(initial);
  const rules = drafts && drafts.map((draft) => ruleOf(draft, columns));
  const isComplete = !rules?.includes(undefined);
  // Normalized through drafts, because the database reorders the fields of rules.
  const savedRules = initial()?.map((draft) => ruleOf(draft, columns)) ?? null;
  const isChanged = JSON.stringify(rules) !== JSON.stringify(savedRules);
  const { mutate: save, isPending } = useMutation({
    mutationFn: () =>
      call('PUT /datasets/:id/row-rules', {
        id: dataset.id,
        rules: rules as RowRule[] | null,
        zone: saved.rules ? saved.zone : zone,
      }),
    onSuccess: () => void toast('success', t('common.saved')),
    onError: toastProblem,
  });
  return (
    <Panel>
      <div className={style['switch']}>
        <Switch
          checked={drafts !== null}
          aria-label={t('rowRules.switch')}
          onChange={(isOn) => setDrafts(isOn ? (initial() ?? [newRule(columns)]) : null)}
        />
        <div>
          <strong>{t('rowRules.switch')}</strong>
          <p>{t(drafts ? 'rowRules.onText' : 'rowRules.offText')}</p>
        </div>
      </div>
      {drafts && (
        <>
          {drafts.length === 0 && <p className={style['none']}>{t('rowRules.noRules')}</p>}
          <ul className={style['rules']}>
            {drafts.map((rule) => (
              <RuleEditor
                key={rule.id}
                dataset={dataset}
                rule={rule}
                isBroken={saved.broken.includes(rule.id)}
                onChange={(changed) => setDrafts(drafts.map((each) => (each.id === changed.id ? changed : each)))}
                onRemove={() => setDrafts(drafts.filter(({ id }) => id !== rule.id))}
              />
            ))}
          </ul>
          <Button
            icon={<PlusOutlined aria-hidden />}
            disabled={drafts.length >= maxRowRules}
            onClick={() => setDrafts([...drafts, newRule(columns)])}
          >
            {t('rowRules.add')}
          </Button>
        </>
      )}
      <div className={style['foot']}>
        <Button type="primary" loading={isPending} disabled={!isChanged || !isComplete} onClick={() => save()}>
          {t('common.save')}
        </Button>
        {isChanged && (
          <Button disabled={isPending} onClick={() => setDrafts(initial())}>
            {t('rowRules.discard')}
          </Button>
        )}
        {!isComplete && <span>{t('rowRules.incomplete')}</span>}
      </div>
    </Panel>
  );
}
