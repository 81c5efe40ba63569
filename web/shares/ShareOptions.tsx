import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import Password from 'antd/es/input/Password';
import TextArea from 'antd/es/input/TextArea';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';

import type { Control, Dashboard } from '#domain/dashboard/dashboard.ts';
import { type Share, shareDays, sharePasswordLength } from '#contract/shares/routes.ts';
import { formatMoment } from '#display/format/date.ts';
import { hasTime } from '#web/viewer/controls/changes.ts';
import { useControlColumn } from '#web/viewer/controls/control-column.ts';
import { useZone } from '#web/shell/preferences.ts';
import { isSiteList, never, timeChoice, unchanged } from './options.ts';
import style from './ShareDialog.module.css';

const { min, max } = sharePasswordLength;
const example = 'https://example.com';

type ShareOptionsProps = {
  dashboard: Dashboard;
  /** The link being edited; absent for a new one. */
  share?: Share;
};

/** Password, expiry and permissions of a link. */
export function ShareOptions({ dashboard, share }: ShareOptionsProps) {
  const { t } = useTranslation();
  return (
    <div className={style['fields']}>
      <Form.Item name="name" label={t('share.name')}>
        <Input maxLength={100} placeholder={t('share.nameHint')} />
      </Form.Item>
      <PasswordField hasPassword={share?.hasPassword ?? false} />
      <ExpiryField expiresAt={share?.expiresAt ?? null} />
      <Form.Item name="maxViews" label={t('share.maxViews')}>
        <InputNumber
          min={1}
          max={1_000_000}
          precision={0}
          placeholder={t('share.anyViews')}
          style={{ width: '100%' }}
        />
      </Form.Item>
      <AllowedControls dashboard={dashboard} />
      <Form.Item name="download" valuePropName="checked" className={style['wide'] ?? ''}>
        <Checkbox>{t('share.download')}</Checkbox>
      </Form.Item>
      <Form.Item
        name="sites"
        label={t('share.sites')}
        extra={t('share.sitesText')}
        className={style['wide'] ?? ''}
        rules={[
          {
            validator: (_, text: string) =>
              isSiteList(text) ? Promise.resolve() : Promise.reject(new Error(t('share.sitesRule'))),
          },
        ]}
      >
        <TextArea rows={2} placeholder={example} maxLength={5000} />
      </Form.Item>
    </div>
  );
}

function PasswordField({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation();
  return (
    <div>
      <Form.Item
        name="password"
        label={t('share.password')}
        rules={[{ min, max, message: t('share.passwordRule', { min, max }) }]}
        style={hasPassword ? { marginBottom: 4 } : {}}
      >
        <Password
          autoComplete="new-password"
          placeholder={t(hasPassword ? 'share.keepPassword' : 'share.noPassword')}
        />
      </Form.Item>
      {hasPassword && (
        <Form.Item name="isUnlocked" valuePropName="checked">
          <Checkbox>{t('share.removePassword')}</Checkbox>
        </Form.Item>
      )}
    </div>
  );
}

function ExpiryField({ expiresAt }: { expiresAt: string | null }) {
  const { t } = useTranslation();
  const zone = useZone();
  const currentExpiry = expiresAt && { value: unchanged, label: formatMoment(expiresAt, zone) };
  const days = shareDays.map((value) => ({
    value,
    label: value === 1 ? t('share.day') : t('share.days', { count: value }),
  }));
  return (
    <Form.Item name="days" label={t('share.expiry')}>
      <Select
        options={[...(currentExpiry ? [currentExpiry] : []), { value: never, label: t('share.never') }, ...days]}
      />
    </Form.Item>
  );
}

/** The controls that viewers may change; the others are fixed. */
function AllowedControls({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation();
  if (!hasTime(dashboard) && dashboard.controls.length === 0) return null;
  return (
    <Form.Item
      name="controls"
      label={t('share.allowed')}
      extra={t('share.allowedText')}
      className={style['wide'] ?? ''}
    >
      <Checkbox.Group>
        {hasTime(dashboard) && <Checkbox value={timeChoice}>{t('dashboard.controls.time')}</Checkbox>}
        {dashboard.controls.map((control) => (
          <ControlChoice key={control.id} control={control} />
        ))}
      </Checkbox.Group>
    </Form.Item>
  );
}

function ControlChoice({ control }: { control: Control }) {
  const { name } = useControlColumn(control);
  return (
    <Checkbox value={control.id}>
      <bdi>{name}</bdi>
    </Checkbox>
  );
}
