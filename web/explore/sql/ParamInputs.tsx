import { useTranslation } from 'react-i18next';

import type { Param } from '#domain/query/query.ts';
import { useLook } from '#web/shell/preferences.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { localTimeText, timestampAt, valueOf } from './params.ts';
import style from './ParamInputs.module.css';

const types = ['text', 'integer', 'number', 'boolean', 'date', 'time'] as const;
const inputTypes = { text: 'text', integer: 'number', number: 'number', date: 'date', time: 'datetime-local' } as const;

type ParamInputsProps = { params: Param[]; onChange: (params: Param[]) => void };

/** An input for each `$name` parameter, with its type. */
export function ParamInputs({ params, onChange }: ParamInputsProps) {
  const { t } = useTranslation();
  if (params.length === 0) return null;
  const change = (name: string, part: Partial<Param>) =>
    onChange(params.map((param) => (param.name === name ? { ...param, ...part } : param)));
  return (
    <fieldset className={style['params']}>
      <legend>{t('sql.params')}</legend>
      {params.map((param) => (
        <div key={param.name} className={style['param']}>
          <code>${param.name}</code>
          <PlainSelect
            label={t('sql.typeOf', { name: param.name })}
            value={param.type}
            options={types.map((type) => ({ value: type, text: t(`data.types.${type}`) }))}
            onChange={(type) => change(param.name, { type, value: null })}
          />
          <ParamValue param={param} onChange={(value) => change(param.name, { value })} />
          {param.value === null && <small>{t('sql.noValue')}</small>}
        </div>
      ))}
    </fieldset>
  );
}

type ParamValueProps = { param: Param; onChange: (value: Param['value']) => void };

function ParamValue({ param, onChange }: ParamValueProps) {
  const { t } = useTranslation();
  const { zone } = useLook();
  const { name, type, value } = param;
  const label = t('sql.valueOf', { name });
  if (type === 'boolean') {
    const options = (['true', 'false'] as const).map((each) => ({
      value: each,
      text: t(each === 'true' ? 'data.yes' : 'data.no'),
    }));
    const selected = value === null ? '' : String(value);
    return (
      <PlainSelect
        label={label}
        value={selected}
        options={[{ value: '', text: '-' }, ...options]}
        onChange={(text) => onChange(valueOf(text, 'boolean'))}
      />
    );
  }
  return (
    <input
      aria-label={label}
      type={inputTypes[type]}
      step={type === 'number' ? 'any' : undefined}
      value={type === 'time' ? localTimeText(value, zone) : value === null ? '' : String(value)}
      onChange={({ target }) =>
        onChange(type === 'time' ? timestampAt(target.value, zone) : valueOf(target.value, type))
      }
    />
  );
}
