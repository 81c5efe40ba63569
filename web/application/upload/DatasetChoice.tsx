import Input from 'antd/es/input/Input';
import Segmented from 'antd/es/segmented';
import Select from 'antd/es/select';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import type { DatasetSummary } from '#contract/datasets/routes.ts';
import { useLanguage } from '#web/ui/language.ts';
import { labelOf } from '../names.ts';
import type { ImportTarget } from './column-plans.ts';

type DatasetChoiceProps = {
  target: ImportTarget;
  proposal: string;
  datasets: DatasetSummary[];
  onChange: (target: ImportTarget) => void;
};

const newValue = '';

/** Selects the dataset of a table, and whether rows are appended or replaced. */
export function DatasetChoice({ target, proposal, datasets, onChange }: DatasetChoiceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [choice, field] = [useId(), useId()];
  const options = [
    { value: newValue, label: t('upload.newDataset') },
    ...datasets.map((dataset) => ({ value: dataset.id, label: labelOf(dataset, language) })),
  ];
  return (
    <>
      {datasets.length > 0 && (
        <div>
          <label htmlFor={choice}>{t('upload.dataset')}</label>
          <Select
            id={choice}
            value={target.kind === 'new' ? newValue : target.id}
            options={options}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(id: string) =>
              onChange(id === newValue ? { kind: 'new', name: proposal } : { kind: 'existing', id, mode: 'append' })
            }
          />
        </div>
      )}
      {target.kind === 'new' ? (
        <div>
          <label htmlFor={field}>{t('upload.datasetName')}</label>
          <Input
            id={field}
            value={target.name}
            maxLength={100}
            status={target.name.trim() ? '' : 'error'}
            onChange={(event) => onChange({ kind: 'new', name: event.target.value })}
          />
        </div>
      ) : (
        <div>
          <label id={field}>{t('upload.mode')}</label>
          <Segmented
            aria-labelledby={field}
            block
            value={target.mode}
            options={(['append', 'replace'] as const).map((value) => ({ value, label: t(`imports.modes.${value}`) }))}
            onChange={(mode) => onChange({ ...target, mode })}
          />
        </div>
      )}
    </>
  );
}
