import { useQuery } from '@tanstack/react-query';
import Input from 'antd/es/input/Input';
import Select from 'antd/es/select';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import type { ApplicationKind } from '#contract/applications/routes.ts';
import { applicationsQuery } from '#web/http/applications.ts';

/** An existing application, or the name of a new one. */
export type TargetApplication = { id: string } | { name: string };

const newValue = '';

/** Kinds of applications that store rows. */
const storedKinds: ApplicationKind[] = ['files', 'events', 'sample'];

/** Selects the application that the files are loaded into. */
export function ApplicationChoice({
  target,
  kinds = storedKinds,
  onChange,
}: {
  target: TargetApplication;
  /** Kinds of applications that are offered. */
  kinds?: ApplicationKind[];
  onChange: (target: TargetApplication) => void;
}) {
  const { t } = useTranslation();
  const [choice, field] = [useId(), useId()];
  const { data: applications = [] } = useQuery(applicationsQuery);
  const options = [
    { value: newValue, label: t('upload.newApplication') },
    ...applications
      .filter(({ right, kind }) => right === 'edit' && kinds.includes(kind))
      .map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <div>
        <label htmlFor={choice}>{t('upload.application')}</label>
        <Select
          id={choice}
          value={'id' in target ? target.id : newValue}
          options={options}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(id: string) => onChange(id === newValue ? { name: '' } : { id })}
        />
      </div>
      {'name' in target && (
        <div>
          <label htmlFor={field}>{t('application.name')}</label>
          <Input
            id={field}
            value={target.name}
            maxLength={100}
            status={target.name.trim() ? '' : 'error'}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </div>
      )}
    </>
  );
}
