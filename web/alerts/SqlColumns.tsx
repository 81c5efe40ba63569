import { useTranslation } from 'react-i18next';

import type { SqlWatch } from '#contract/alerts/schemas.ts';
import type { QuerySubject } from '#display/words/subject.ts';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import type { AlertDraft } from './alert-draft.ts';

type SqlColumnsProps = { subject: QuerySubject; watch: SqlWatch; change: (fields: Partial<AlertDraft>) => void };

/** Selects the value column and the time column of an SQL result. */
export function SqlColumns({ subject: { columns }, watch, change }: SqlColumnsProps) {
  const { t } = useTranslation();
  const { value, time } = watch;
  const namesOf = (role: 'measure' | 'time', chosen: string | undefined) =>
    columns.filter((column) => column.role === role || column.id === chosen).map(({ name }) => name);
  const optionsOf = (names: string[]) => names.map((name) => ({ value: name, text: name }));
  const set = (fields: Partial<SqlWatch>) => change({ watch: { ...watch, ...fields }, value: null });
  const [numbers, times] = [namesOf('measure', value), namesOf('time', time?.column)];
  return (
    <>
      {numbers.length > 1 && (
        <LabeledSelect
          label={t('alerts.measure')}
          value={value}
          options={optionsOf(numbers)}
          onChange={(name) => set({ value: name })}
        />
      )}
      {times.length > 0 && (
        <LabeledSelect
          label={t('alerts.time')}
          value={time?.column ?? ''}
          options={[...optionsOf(times), { value: '', text: t('alerts.noTime') }]}
          onChange={(column) => set({ time: column ? { column, grain: time?.grain ?? { unit: 'day' } } : null })}
        />
      )}
    </>
  );
}
