import { CloseOutlined, DownOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dashboard, DashboardState } from '#domain/dashboard/dashboard.ts';
import { namesQuery } from '#web/access/queries.ts';
import { reportRulesQuery } from '#web/http/reports.ts';
import { languageOptions } from '#web/shell/language-options.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { countChanges, hasTime } from '#web/viewer/controls/changes.ts';
import { ControlFieldList } from '#web/viewer/controls/ControlFieldList.tsx';
import { AddressField } from './AddressField.tsx';
import { chosenAddress, type ChosenRecipient, savedStateOf, chosenMember } from './report-draft.ts';
import style from './ReportDialog.module.css';

type RecipientsProps = {
  id: string;
  dashboard: Dashboard;
  chosen: ChosenRecipient[];
  /** The dashboard state for new recipients. */
  state: DashboardState;
  /** Viewers can send reports only to themselves. */
  mayAdd: boolean;
  onChange: (chosen: ChosenRecipient[]) => void;
};

/** The recipients, each with their own dashboard state. */
export function Recipients({ id, dashboard, chosen, state, mayAdd, onChange }: RecipientsProps) {
  const { t, i18n } = useTranslation();
  const { data: names = [], isPending } = useQuery({ ...namesQuery, enabled: mayAdd, throwOnError: false });
  const { data: rules } = useQuery({ ...reportRulesQuery, enabled: mayAdd, throwOnError: false });
  const has = (key: string) => chosen.some((each) => each.key === key);
  const add = (more: ChosenRecipient) => !has(more.key) && onChange([...chosen, more]);
  const hasControls = hasTime(dashboard) || dashboard.controls.length > 0;
  return (
    <section className={style['recipients']} aria-label={t('reports.recipients')}>
      <h3>{t('reports.recipients')}</h3>
      <ul>
        {chosen.map((each) => (
          <RecipientRow
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
              if (member) add(chosenMember(member, state));
            }}
          />
          {rules?.reach === 'anyone' && (
            <AddressField onAdd={(address) => add(chosenAddress(address, i18n.language as 'zh_CN', state))} />
          )}
        </div>
      )}
    </section>
  );
}

type RecipientRowProps = {
  id: string;
  dashboard: Dashboard;
  hasControls: boolean;
  chosen: ChosenRecipient;
  onChange: (chosen: ChosenRecipient) => void;
  onRemove?: () => void;
};

function RecipientRow({ id, dashboard, hasControls, chosen, onChange, onRemove }: RecipientRowProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { name, recipient, isStopped } = chosen;
  const set = (part: object) => onChange({ ...chosen, recipient: { ...recipient, ...part } });
  const setState = (next: DashboardState | ((now: DashboardState) => DashboardState)) =>
    set({ state: savedStateOf(typeof next === 'function' ? next(recipient.state) : next) });
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
          <ControlFieldList
            setting={{ id, draft: false, dashboard, state: recipient.state, onChange: setState }}
            layout="bar"
          />
        </div>
      )}
    </li>
  );
}
