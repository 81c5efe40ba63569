import { CloseOutlined, DownOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dashboard, DashboardState } from '#contract/dashboard.ts';
import { namesQuery } from '#web/access/queries.ts';
import { reportRulesQuery } from '#web/http/reports.ts';
import { languageOptions } from '#web/shell/language.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { countChanges, hasTime } from '../view/controls/changes.ts';
import { Fields } from '../view/controls/ControlsBar.tsx';
import { AddressField } from './AddressField.tsx';
import { addressChosen, type Chosen, lastingOf, memberChosen } from './draft.ts';
import style from './ReportDialog.module.css';

type Props = {
  id: string;
  dashboard: Dashboard;
  chosen: Chosen[];
  /** What is set for whoever is added. */
  state: DashboardState;
  /** Viewers have reports sent to themselves alone. */
  mayAdd: boolean;
  onChange: (chosen: Chosen[]) => void;
};

/** Who receives it, and what is set for each of them. */
export function Recipients({ id, dashboard, chosen, state, mayAdd, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const { data: names = [], isPending } = useQuery({ ...namesQuery, enabled: mayAdd, throwOnError: false });
  const { data: rules } = useQuery({ ...reportRulesQuery, enabled: mayAdd, throwOnError: false });
  const has = (key: string) => chosen.some((each) => each.key === key);
  const add = (more: Chosen) => !has(more.key) && onChange([...chosen, more]);
  const hasControls = hasTime(dashboard) || dashboard.controls.length > 0;
  return (
    <section className={style['recipients']} aria-label={t('reports.recipients')}>
      <h3>{t('reports.recipients')}</h3>
      <ul>
        {chosen.map((each) => (
          <Row
            key={each.key}
            {...{ id, dashboard, hasControls }}
            chosen={each}
            onChange={(next) => onChange(chosen.map((other) => (other.key === each.key ? next : other)))}
            {...(mayAdd && { onRemove: () => onChange(chosen.filter(({ key }) => key !== each.key)) })}
          />
        ))}
      </ul>
      {mayAdd && (
        <div className={style['adding']}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            value={null}
            loading={isPending}
            aria-label={t('reports.addMember')}
            placeholder={t('reports.addMember')}
            notFoundContent={t('access.nobodyLeft')}
            options={names.filter((each) => !has(each.id)).map(({ id: value, name }) => ({ value, label: name }))}
            onChange={(picked: string | null) => {
              const member = names.find((each) => each.id === picked);
              if (member) add(memberChosen(member, state));
            }}
          />
          {rules?.reach === 'anyone' && (
            <AddressField onAdd={(address) => add(addressChosen(address, i18n.language as 'zh_CN', state))} />
          )}
        </div>
      )}
    </section>
  );
}

type RowProps = {
  id: string;
  dashboard: Dashboard;
  hasControls: boolean;
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  onRemove?: () => void;
};

function Row({ id, dashboard, hasControls, chosen, onChange, onRemove }: RowProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { name, recipient, isStopped } = chosen;
  const set = (part: object) => onChange({ ...chosen, recipient: { ...recipient, ...part } });
  const setState = (next: DashboardState | ((now: DashboardState) => DashboardState)) =>
    set({ state: lastingOf(typeof next === 'function' ? next(recipient.state) : next) });
  const count = countChanges(dashboard, recipient.state);
  return (
    <li>
      <div className={style['recipient']}>
        <bdi title={name}>{name}</bdi>
        {isStopped && <Badge tone="quiet">{t('reports.stopped')}</Badge>}
        {recipient.kind === 'address' && (
          <PlainSelect
            label={t('reports.languageOf', { name })}
            value={recipient.language}
            options={languageOptions}
            onChange={(language) => set({ language })}
          />
        )}
        {hasControls && (
          <Button size="small" type="text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {count > 0 ? t('dashboard.controls.filtersSet', { count }) : t('dashboard.controls.filters')}
            <DownOutlined aria-hidden rotate={isOpen ? 180 : 0} />
          </Button>
        )}
        {onRemove && (
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('access.remove', { name })}
            onClick={onRemove}
          />
        )}
      </div>
      {isOpen && (
        <div className={style['filters']}>
          <Fields setting={{ id, draft: false, dashboard, state: recipient.state, onChange: setState }} layout="bar" />
        </div>
      )}
    </li>
  );
}
