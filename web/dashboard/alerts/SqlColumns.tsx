import { useTranslation } from 'react-i18next';

import type { SqlWatch } from '#contract/alert.ts';
import type { Subject } from '#display/words/subject.ts';
import { Choice } from './Choice.tsx';
import type { Draft } from './draft.ts';

type Props = { subject: Subject; watch: SqlWatch; change: (fields: Partial<Draft>) => void };

/** Which column of an answer to SQL is the number, and which one is its time. */
export function SqlColumns({ subject: { columns }, watch, change }: Props) {
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
        <Choice
          label={t('alerts.measure')}
          value={value}
          options={optionsOf(numbers)}
          onChange={(name) => set({ value: name })}
        />
      )}
      {times.length > 0 && (
        <Choice
          label={t('alerts.time')}
          value={time?.column ?? ''}
          options={[...optionsOf(times), { value: '', text: t('alerts.noTime') }]}
          onChange={(column) => set({ time: column ? { column, grain: time?.grain ?? { unit: 'day' } } : null })}
        />
      )}
    </>
  );
}
