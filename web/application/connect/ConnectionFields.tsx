import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import InputNumber from 'antd/es/input-number';
import Input from 'antd/es/input/Input';
import Password from 'antd/es/input/Password';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';

import { type DatabaseKind, tlsModes } from '#domain/databases.ts';
import { ZoneSelect } from '#web/ui/ZoneSelect.tsx';
import style from './Connect.module.css';
import type { ConnectionFault, ConnectionFix } from './connection-fault.ts';
import type { ConnectionField } from './connection-values.ts';

const exampleHost = 'db.example.com';

type ConnectionFieldsProps = {
  kind: DatabaseKind;
  fault: ConnectionFault | undefined;
  onFix: (fix: ConnectionFix) => void;
  /** Whether a password is stored; an empty field keeps it. */
  hasPassword: boolean;
  mayAllowPrivate: boolean;
};

/** The fields of a connection, inside a form; a fault is shown at its field, with its fix. */
export function ConnectionFields({ kind, fault, onFix, hasPassword, mayAllowPrivate }: ConnectionFieldsProps) {
  const { t } = useTranslation();
  const faultOf = (field: ConnectionField) =>
    fault?.field === field ? { validateStatus: 'error' as const, help: <FaultNote fault={fault} onFix={onFix} /> } : {};
  const required = (field: 'host' | 'user' | 'database') => [
    { required: true, whitespace: true, message: t(`connect.rules.${field}`) },
  ];
  const isTrino = kind === 'trino';
  return (
    <div className={style['fields']}>
      <div className={style['address']}>
        <Form.Item name="host" label={t('connect.host')} rules={required('host')} {...faultOf('host')}>
          <Input maxLength={255} autoComplete="off" spellCheck={false} placeholder={exampleHost} />
        </Form.Item>
        <Form.Item
          name="port"
          label={t('connect.port')}
          rules={[{ required: true, type: 'integer', min: 1, max: 65_535, message: t('connect.rules.port') }]}
          {...faultOf('port')}
        >
          <InputNumber controls={false} className={style['port'] ?? ''} />
        </Form.Item>
      </div>
      <Form.Item
        name="database"
        label={t(isTrino ? 'connect.catalog' : 'connect.database')}
        extra={isTrino ? t('connect.catalogNote') : undefined}
        rules={required('database')}
        {...faultOf('database')}
      >
        <Input maxLength={255} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="user" label={t('connect.user')} rules={required('user')} {...faultOf('user')}>
        <Input maxLength={255} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('connect.password')}
        extra={fault?.field !== 'password' && t(hasPassword ? 'connect.passwordStored' : 'connect.passwordNote')}
        {...faultOf('password')}
      >
        <Password
          maxLength={1000}
          autoComplete="new-password"
          placeholder={hasPassword ? t('connect.passwordKept') : ''}
        />
      </Form.Item>
      <Form.Item name="tls" label={t('connect.tls')} {...faultOf('tls')}>
        <Select options={tlsModes.toReversed().map((value) => ({ value, label: t(`connect.tlsModes.${value}`) }))} />
      </Form.Item>
      <Form.Item name="zone" label={t('connect.zone')} extra={t('connect.zoneNote')}>
        <ZoneSelect />
      </Form.Item>
      {mayAllowPrivate && (
        <Form.Item name="allowsPrivate" valuePropName="checked" className={style['wide'] ?? ''}>
          <Checkbox>{t('connect.private')}</Checkbox>
        </Form.Item>
      )}
    </div>
  );
}

function FaultNote({ fault, onFix }: { fault: ConnectionFault; onFix: (fix: ConnectionFix) => void }) {
  const { t } = useTranslation();
  const { sentence, fix } = fault;
  return (
    <span className={style['fault']}>
      <span>{sentence}</span>
      {fix && (
        <Button size="small" onClick={() => onFix(fix)}>
          {t(`connect.fixes.${fix.text}`)}
        </Button>
      )}
    </span>
  );
}
