import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { type FormEvent, type ReactNode, useState } from 'react';

import { type ErrorCode, Problem } from '#contract/errors.ts';
import { usePage } from '#web/ui/page.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import style from './AuthForm.module.css';
import { Field } from './Field.tsx';
import type { FieldSpec } from './fields.ts';

type Props<Values, Answer> = {
  title: string;
  lead?: string;
  fields: FieldSpec[];
  action: string;
  submit: (values: Values) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  /** More to fill in below the fields, by its names. */
  extra?: ReactNode;
  /** Other ways to the same end. */
  ways?: ReactNode;
  below?: ReactNode;
};

// What the server refuses about one field is said at that field.
const fieldOf: Partial<Record<ErrorCode, string>> = { email_taken: 'email', username_taken: 'username' };

/**
 * One form of the door: heading, fields, what went wrong, the one action, and where else to go.
 * Plain inputs on purpose: the component library's would make the first page a fifth larger.
 */
export function AuthForm<Values, Answer>({
  title,
  lead,
  fields,
  action,
  submit,
  onDone,
  extra,
  ways,
  below,
}: Props<Values, Answer>) {
  const heading = usePage(title);
  const [checked, setChecked] = useState<Record<string, string>>({});
  const { mutate, error, isPending } = useMutation({ mutationFn: submit, onSuccess: (answer) => onDone(answer) });
  const taken = error instanceof Problem ? fieldOf[error.code] : undefined;
  const wrong = (spec: FieldSpec) => {
    if (spec.name === taken && spec.name in checked) return sentenceOf(error);
    return (spec.name in checked && spec.check(checked[spec.name]!)) || undefined;
  };

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = Object.fromEntries(new FormData(form)) as Record<string, string>;
    const firstWrong = fields.find((spec) => spec.check(values[spec.name] ?? ''));
    setChecked(values);
    if (!firstWrong) return mutate(values as Values);
    form.querySelector<HTMLInputElement>(`[name=${firstWrong.name}]`)?.focus();
  };
  const forget = (name: string) => setChecked(({ [name]: _, ...rest }) => rest);

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
            error={wrong(spec)}
            autoFocus={index === 0}
            onEdit={() => forget(spec.name)}
          />
        ))}
        {extra}
        {error && !taken && (
          <p role="alert" className={style['alert']}>
            {sentenceOf(error)}
          </p>
        )}
        <Button type="primary" size="large" htmlType="submit" block loading={isPending}>
          {action}
        </Button>
      </form>
      {ways && <div className={style['ways']}>{ways}</div>}
      {below && <div className={style['below']}>{below}</div>}
    </>
  );
}
