import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import style from './Field.module.css';
import type { FieldSpec } from './fields.ts';

type FieldProps = { spec: FieldSpec; error: string | undefined; autoFocus: boolean; onEdit: () => void };

/** A labelled input with its hint or error. */
export function Field({ spec, error, autoFocus, onEdit }: FieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const { name, label, hint, type, autoComplete, maxLength, value } = spec;
  const note = error ?? hint;
  return (
    <div className={style['field']}>
      <label htmlFor={id}>{label}</label>
      <div className={style['box']}>
        <input
          id={id}
          name={name}
          type={isShown ? 'text' : type}
          autoFocus={autoFocus}
          autoComplete={autoComplete}
          autoCapitalize={name === 'name' ? 'words' : 'none'}
          spellCheck={false}
          maxLength={maxLength}
          defaultValue={value}
          aria-invalid={Boolean(error)}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={onEdit}
        />
        {type === 'password' && <Reveal isShown={isShown} onToggle={() => setShown(!isShown)} />}
      </div>
      {note && (
        <p id={`${id}-note`} className={error ? style['error'] : style['hint']} role={error ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  );
}

function Reveal({ isShown, onToggle }: { isShown: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  const label = t(isShown ? 'auth.hide' : 'auth.show');
  return (
    <button type="button" className={style['reveal']} aria-label={label} title={label} onClick={onToggle}>
      {isShown ? <EyeOutlined /> : <EyeInvisibleOutlined />}
    </button>
  );
}
