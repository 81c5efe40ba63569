import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { type FormEvent, type ReactNode, useState } from 'react';

import { type ErrorCode, Problem } from '#contract/errors.ts';
import { usePageTitle } from '#web/ui/page-title.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import style from './AuthForm.module.css';
import { Field } from './Field.tsx';
import type { FieldSpec } from './fields.ts';

type AuthFormProps<Values, Answer> = {
  title: string;
  lead?: string;
  fields: FieldSpec[];
  action: string;
  submit: (values: Values) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  /** Further inputs below the fields, read by their names. */
  extra?: ReactNode;
  /** Alternatives, such as passkey and provider buttons. */
  alternatives?: ReactNode;
  below?: ReactNode;
};

// Errors about one field are displayed at that field.
const fieldOf: Partial<Record<ErrorCode, string>> = { email_taken: 'email', username_taken: 'username' };

/**
 * A form of the auth area: heading, fields, error, action and links. Plain inputs on purpose: those of the component
 * library would make the first page a fifth larger.
 */
export function AuthForm<Values, Answer>({
  title,
  lead,
  fields,
  action,
  submit,
  onDone,
  extra,
  alternatives,
  below,
}: AuthFormProps<Values, Answer>) {
  const heading = usePageTitle(title);
  const [checkedValues, setCheckedValues] = useState<Record<string, string>>({});
  const { mutate, error, isPending } = useMutation({ mutationFn: submit, onSuccess: (answer) => onDone(answer) });
  const takenField = error instanceof Problem ? fieldOf[error.code] : undefined;
  const errorOf = (spec: FieldSpec) => {
    if (spec.name === takenField && spec.name in checkedValues) return sentenceOf(error);
    return (spec.name in checkedValues && spec.check(checkedValues[spec.name]!)) || undefined;
  };

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = Object.fromEntries(new FormData(form)) as Record<string, string>;
    const firstWrong = fields.find((spec) => spec.check(values[spec.name] ?? ''));
    setCheckedValues(values);
    if (!firstWrong) return mutate(values as Values);
    form.querySelector<HTMLInputElement>(`[name=${firstWrong.name}]`)?.focus();
  };
  const clearError = (name: string) => setCheckedValues(({ [name]: _, ...rest }) => rest);

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead && <p className={style['lead']}>{lead}</p>}
      <form noValidate onSubmit={handleSubmit} className={style['form']}>
        {fields.map((spec, index) => (
          <Field
            key={spec.name}
            spec={spec}
            error={errorOf(spec)}
            autoFocus={index === 0}
            onEdit={() => clearError(spec.name)}
          />
        ))}
        {extra}
        {error && !takenField && (
          <p role="alert" className={style['alert']}>
            {sentenceOf(error)}
          </p>
        )}
        <Button type="primary" size="large" htmlType="submit" block loading={isPending}>
          {action}
        </Button>
      </form>
      {alternatives && <div className={style['ways']}>{alternatives}</div>}
      {below && <div className={style['below']}>{below}</div>}
    </>
  );
}
