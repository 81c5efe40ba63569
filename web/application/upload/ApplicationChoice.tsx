import { useQuery } from '@tanstack/react-query';
import Input from 'antd/es/input/Input';
import Select from 'antd/es/select';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import { applicationsQuery } from '#web/http/applications.ts';

/** An application that is there, or the name of a new one. */
export type Home = { id: string } | { name: string };

const isNew = '';

/** Which application takes the files. */
export function ApplicationChoice({ home, onChange }: { home: Home; onChange: (home: Home) => void }) {
  const { t } = useTranslation();
  const [choice, field] = [useId(), useId()];
  const { data: applications = [] } = useQuery(applicationsQuery);
  const options = [
    { value: isNew, label: t('upload.newApplication') },
    ...applications.filter(({ right }) => right === 'edit').map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <div>
        <label htmlFor={choice}>{t('upload.application')}</label>
        <Select
          id={choice}
          value={'id' in home ? home.id : isNew}
          options={options}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(id: string) => onChange(id === isNew ? { name: '' } : { id })}
        />
      </div>
      {'name' in home && (
        <div>
          <label htmlFor={field}>{t('application.name')}</label>
          <Input
            id={field}
            value={home.name}
            maxLength={100}
            status={home.name.trim() ? '' : 'error'}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </div>
      )}
    </>
  );
}
