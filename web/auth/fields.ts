import type { TFunction } from 'i18next';

import { emailPattern, passwordLength, usernamePattern } from '#contract/rules.ts';

/** A field of an auth form; `check` returns an error message or false. */
export type FieldSpec = {
  name: string;
  label: string;
  hint?: string;
  type: 'text' | 'email' | 'password';
  autoComplete: string;
  maxLength: number;
  /** The initial value. */
  value?: string;
  check: (value: string) => string | false;
};

const nameField = (t: TFunction): FieldSpec => ({
  name: 'name',
  label: t('auth.name'),
  type: 'text',
  autoComplete: 'name',
  maxLength: 100,
  check: (value) => !value.trim() && t('auth.rules.name'),
});

const usernameField = (t: TFunction): FieldSpec => ({
  name: 'username',
  label: t('auth.username'),
  type: 'text',
  autoComplete: 'username',
  maxLength: 30,
  check: (value) => !usernamePattern.test(value.toLowerCase()) && t('auth.rules.username'),
});

const emailField = (t: TFunction): FieldSpec => ({
  name: 'email',
  label: t('auth.email'),
  type: 'email',
  autoComplete: 'email',
  maxLength: 200,
  check: (value) => !emailPattern.test(value.trim()) && t('auth.rules.email'),
});

export const identifierField = (t: TFunction): FieldSpec => ({
  name: 'identifier',
  label: t('auth.identifier'),
  type: 'text',
  autoComplete: 'username',
  maxLength: 200,
  check: (value) => !value.trim() && t('auth.rules.identifier'),
});

export const passwordField = (t: TFunction): FieldSpec => ({
  name: 'password',
  label: t('auth.password'),
  type: 'password',
  autoComplete: 'current-password',
  maxLength: passwordLength.max,
  check: (value) => !value && t('auth.rules.present'),
});

export const codeField = (t: TFunction): FieldSpec => ({
  name: 'code',
  label: t('auth.code.code'),
  hint: t('auth.code.hint'),
  type: 'text',
  autoComplete: 'one-time-code',
  maxLength: 40,
  check: (value) => !value.trim() && t('auth.code.rule'),
});

export const newPasswordField = (t: TFunction, label = t('auth.password')): FieldSpec => {
  const rule = t('auth.rules.password', { min: passwordLength.min });
  return {
    name: 'password',
    label,
    hint: rule,
    type: 'password',
    autoComplete: 'new-password',
    maxLength: passwordLength.max,
    check: (value) => value.length < passwordLength.min && rule,
  };
};

/** The values of `memberFields`. */
export type MemberValues = { name: string; username: string; email: string; password: string };

/** The fields of a new member. */
export const memberFields = (t: TFunction) => [nameField(t), usernameField(t), emailField(t), newPasswordField(t)];
