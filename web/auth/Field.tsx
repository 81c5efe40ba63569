import Input from 'antd/es/input/Input';
import Password from 'antd/es/input/Password';
import { useId } from 'react';

import style from './Field.module.css';
import type { FieldSpec } from './fields.ts';

type Props = { spec: FieldSpec; error: string | undefined; autoFocus: boolean; onEdit: () => void };

/** A labelled input with its hint, or with what is wrong with it. */
export function Field({ spec, error, autoFocus, onEdit }: Props) {
  const id = useId();
  const { name, label, hint, type, autoComplete, maxLength } = spec;
  const Control = type === 'password' ? Password : Input;
  const note = error ?? hint;
  return (
    <div className={style['field']}>
      <label htmlFor={id}>{label}</label>
      <Control
        id={id}
        name={name}
        type={type}
        size="large"
        autoFocus={autoFocus}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength}
        {...(error && { status: 'error' as const })}
        aria-invalid={Boolean(error)}
        aria-describedby={note ? `${id}-note` : undefined}
        onChange={onEdit}
      />
      {note && (
        <p id={`${id}-note`} className={error ? style['error'] : style['hint']} role={error ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  );
}
