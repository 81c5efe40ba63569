import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { RowRuleAudience } from '#contract/datasets/row-rules.ts';
import { namesQuery } from '#web/access/queries.ts';
import { groupsQuery } from '#web/http/groups.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { ConditionEditor } from './ConditionEditor.tsx';
import { newCondition, type RuleDraft } from './rule-draft.ts';
import style from './RowRules.module.css';

type RuleEditorProps = {
  dataset: Dataset;
  rule: RuleDraft;
  isBroken: boolean;
  onChange: (rule: RuleDraft) => void;
  onRemove: () => void;
};

/** One rule: its audience, and the rows that the audience sees. */
export function RuleEditor({ dataset, rule, isBroken, onChange, onRemove }: RuleEditorProps) {
  const { t } = useTranslation();
  const { conditions } = rule;
  return (
    <li className={style['rule']} aria-label={t('rowRules.rule')}>
      <div className={style['head']}>
        <AudienceSelect audience={rule.audience} onChange={(audience) => onChange({ ...rule, audience })} />
        <Select
          aria-label={t('rowRules.rows')}
          value={rule.seesAll ? 'all' : 'some'}
          options={(['some', 'all'] as const).map((value) => ({ value, label: t(`rowRules.sees.${value}`) }))}
          onChange={(value) => onChange({ ...rule, seesAll: value === 'all' })}
        />
        {isBroken && <Badge tone="warn">{t('rowRules.broken')}</Badge>}
        <Button
          type="text"
          className={style['remove'] ?? ''}
          aria-label={t('rowRules.remove')}
          icon={<DeleteOutlined aria-hidden />}
          onClick={onRemove}
        />
      </div>
      {!rule.seesAll && (
        <div className={style['conditions']}>
          {conditions.map((condition) => (
            <ConditionEditor
              key={condition.key}
              dataset={dataset}
              condition={condition}
              onChange={(changed) =>
                onChange({ ...rule, conditions: conditions.map((each) => (each.key === changed.key ? changed : each)) })
              }
              onRemove={() => onChange({ ...rule, conditions: conditions.filter(({ key }) => key !== condition.key) })}
            />
          ))}
          <Button
            size="small"
            icon={<PlusOutlined aria-hidden />}
            disabled={dataset.columns.length === 0}
            onClick={() => onChange({ ...rule, conditions: [...conditions, newCondition(dataset.columns[0]!)] })}
          >
            {t('rowRules.addCondition')}
          </Button>
        </div>
      )}
    </li>
  );
}

const keyOf = (audience: RowRuleAudience) =>
  audience.kind === 'everyone' ? 'everyone' : `${audience.kind} ${audience.id}`;

function audienceOf(key: string): RowRuleAudience {
  const [kind, id = ''] = key.split(' ');
  return kind === 'member' || kind === 'group' ? { kind, id } : { kind: 'everyone' };
}

type AudienceSelectProps = { audience: RowRuleAudience; onChange: (audience: RowRuleAudience) => void };

function AudienceSelect({ audience, onChange }: AudienceSelectProps) {
  const { t } = useTranslation();
  const { data: groups } = useQuery({ ...groupsQuery, throwOnError: false });
  const { data: members } = useQuery({ ...namesQuery, throwOnError: false });
  const listOf = (kind: 'member' | 'group', list: { id: string; name: string }[] = []) => ({
    label: t(`rowRules.audiences.${kind}`),
    options: list.map(({ id, name }) => ({ value: keyOf({ kind, id }), label: name })),
  });
  const all = [
    { value: 'everyone', label: t('rowRules.audiences.everyone') },
    ...(groups?.length ? [listOf('group', groups)] : []),
    listOf(
      'member',
      members?.filter(({ role }) => role !== 'owner'),
    ),
  ];
  const isGone =
    groups !== undefined &&
    members !== undefined &&
    audience.kind !== 'everyone' &&
    ![...groups, ...members].some(({ id }) => id === audience.id);
  return (
    <Select
      className={style['audience'] ?? ''}
      aria-label={t('rowRules.audience')}
      value={isGone ? t(`rowRules.gone.${audience.kind}`) : keyOf(audience)}
      status={isGone ? 'error' : ''}
      showSearch={{ optionFilterProp: 'label' }}
      options={all}
      onChange={(key) => onChange(audienceOf(key))}
    />
  );
}
