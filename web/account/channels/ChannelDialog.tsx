import { useMutation } from '@tanstack/react-query';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Modal from 'antd/es/modal';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Channel, ChannelKind, ChannelTarget } from '#contract/channels/routes.ts';
import type { Language } from '#domain/language.ts';
import { emailPattern } from '#contract/rules.ts';
import { call } from '#web/http/client.ts';
import { languageOptions } from '#web/shell/language-options.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { useLanguage } from '#web/ui/language.ts';
import { toastProblem } from '#web/ui/problem.ts';

// In the order of the contract; its schemas are not imported, to keep the bundle small.
const kinds: ChannelKind[] = ['mail', 'webhook', 'dingtalk', 'wecom', 'feishu', 'slack'];
const signedKinds = new Set<ChannelKind>(['webhook', 'dingtalk', 'feishu']);

type ChannelValues = {
  name: string;
  kind: ChannelKind;
  language: Language;
  to?: string[];
  url?: string;
  secret?: string;
};

// An empty target stays unchanged: a saved one cannot be read back.
function targetOf({ kind, to = [], url = '', secret = '' }: ChannelValues): ChannelTarget | undefined {
  if (kind === 'mail') return to.length > 0 ? { kind, to } : undefined;
  if (!url.trim()) return undefined;
  const address = { url: url.trim() };
  return kind === 'wecom' || kind === 'slack' ? { kind, ...address } : { kind, ...address, secret: secret.trim() };
}

/** Adds or edits a channel; a generated secret is shown once. */
export function ChannelDialog({ channel, onClose }: { channel: Channel | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  useReturnFocus();
  const [form] = Form.useForm<ChannelValues>();
  const kind = Form.useWatch('kind', form) ?? channel?.kind ?? 'webhook';
  const [secret, setSecret] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (values: ChannelValues) => {
      const target = targetOf(values);
      const { name, language: channelLanguage } = values;
      return channel
        ? call('PATCH /channels/:id', { id: channel.id, name, language: channelLanguage, ...(target && { target }) })
        : call('POST /channels', { name, language: channelLanguage, target: target! });
    },
    onSuccess: (saved) => {
      if (saved.secret) setSecret(saved.secret);
      else onClose();
    },
    onError: toastProblem,
  });
  if (secret) {
    return (
      <Modal open title={t('channels.secretTitle')} footer={null} onCancel={onClose}>
        <p>{t('channels.secretText')}</p>
        <CopyField text={secret} label={t('channels.secret')} />
      </Modal>
    );
  }
  const isNew = !channel;
  return (
    <Modal
      open
      title={t(isNew ? 'channels.add' : 'channels.edit')}
      okText={t('channels.save')}
      confirmLoading={isPending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<ChannelValues>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ kind, name: channel?.name ?? '', language: channel?.language ?? language, to: [] }}
        onFinish={(values) => mutate(values)}
      >
        <Form.Item name="kind" label={t('channels.kind')}>
          <Select disabled={!isNew} options={kinds.map((value) => ({ value, label: t(`channels.kinds.${value}`) }))} />
        </Form.Item>
        <Form.Item name="name" label={t('channels.name')} rules={[{ required: true, whitespace: true, max: 100 }]}>
          <Input autoFocus placeholder={t(`channels.examples.${kind}`)} />
        </Form.Item>
        {kind === 'mail' ? (
          <Form.Item
            name="to"
            label={t('channels.to')}
            extra={isNew ? undefined : t('channels.unchanged', { hint: channel.hint })}
            rules={[
              { required: isNew, type: 'array', max: 20 },
              {
                validator: (_, to: string[] = []) =>
                  to.every((each) => emailPattern.test(each))
                    ? Promise.resolve()
                    : Promise.reject(new Error(t('channels.wrongMail'))),
              },
            ]}
          >
            <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ' ', ';', '，']} />
          </Form.Item>
        ) : (
          <Form.Item
            name="url"
            label={t('channels.url')}
            extra={isNew ? t(`channels.hints.${kind}`) : t('channels.unchanged', { hint: channel.hint })}
            rules={[{ required: isNew, pattern: /^\s*https?:\/\/\S+\s*$/i, message: t('channels.wrongUrl') }]}
          >
            <Input autoComplete="off" />
          </Form.Item>
        )}
        {signedKinds.has(kind) && (
          <Form.Item name="secret" label={t('channels.secret')} extra={t(`channels.secretHints.${kind}`)}>
            <Input.Password autoComplete="new-password" />
          </Form.Item>
        )}
        <Form.Item name="language" label={t('channels.language')}>
          <Select options={languageOptions.map(({ text, value }) => ({ value, label: text }))} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
