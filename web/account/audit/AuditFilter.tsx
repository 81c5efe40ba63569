import DatePicker from 'antd/es/date-picker';
import Select from 'antd/es/select';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { auditOutcomes } from '#contract/audit/outcomes.ts';
import { auditWords } from '#display/words/audit.ts';
import { call } from '#web/http/client.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './Audit.module.css';
import { useAuditActions } from './audit-actions.ts';
import type { AuditFilterParams } from './audit-filter.ts';

const format = 'YYYY-MM-DD';
const search = { optionFilterProp: 'label' };

/** Filters by member, action, outcome and days. */
export function AuditFilter({
  chosen,
  choose,
}: {
  chosen: AuditFilterParams;
  choose: (next: AuditFilterParams) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = auditWords[language];
  const areas = useAuditActions();
  const { data: members } = useQuery({ queryKey: ['members'], queryFn: () => call('GET /members', {}) });
  dayjs.locale(language === 'zh_CN' ? 'zh-cn' : 'en');
  const field = (name: 'member' | 'act' | 'outcome') => ({
    allowClear: true,
    showSearch: search,
    placeholder: t(`audit.any.${name}`),
    'aria-label': t(`audit.any.${name}`),
    value: chosen[name] ?? null,
    onChange: (value: string | null | undefined) => choose({ [name]: value ?? '' }),
  });
  return (
    <div className={style['filter']}>
      <Select {...field('member')} options={(members ?? []).map(({ id, name }) => ({ value: id, label: name }))} />
      <Select
        {...field('act')}
        popupMatchSelectWidth={false}
        options={areas.map(({ area, name, actions }) => ({
          label: name[language],
          options: [
            { value: area, label: t('audit.all', { area: name[language] }) },
            ...actions.map((each) => ({ value: each.action, label: each.name[language] })),
          ],
        }))}
      />
      <Select
        {...field('outcome')}
        options={auditOutcomes.map((each) => ({ value: each, label: words.outcomes[each] }))}
      />
      <DatePicker.RangePicker
        allowEmpty
        format={format}
        aria-label={t('audit.span')}
        placeholder={[t('explore.from'), t('explore.to')]}
        value={[chosen.from ? dayjs(chosen.from) : null, chosen.to ? dayjs(chosen.to) : null]}
        onChange={(days) => choose({ from: days?.[0]?.format(format) ?? '', to: days?.[1]?.format(format) ?? '' })}
      />
    </div>
  );
}
