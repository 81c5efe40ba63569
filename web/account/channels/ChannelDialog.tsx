import { useMutation } from '@tanstack/react-query';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Modal from 'antd/es/modal';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Channel, ChannelKind, Target } from '#contract/channels.ts';
import type { Language } from '#contract/language.ts';
import { emailPattern } from '#contract/rules.ts';
import { channelsQuery } from '#web/http/channels.ts';
import { call } from '#web/http/client.ts';
import { queryClient } from '#web/http/queries.ts';
import { languageOptions } from '#web/shell/language.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { useReturnFocus } from '#web/ui/dialog.ts';
import { useLanguage } from '#web/ui/language.ts';
import { toastProblem } from '#web/ui/problem.ts';

// In the order of the contract, whose schemas the page need not load.
const kinds: ChannelKind[] = ['mail', 'webhook', 'dingtalk', 'wecom', 'feishu', 'slack'];
const signed = new Set<ChannelKind>(['webhook', 'dingtalk', 'feishu']);

type Values = { name: string; kind: ChannelKind; language: Language; to?: string[]; url?: string; secret?: string };

// A target that is left empty stays as it is: nobody can read it again.
function targetOf({ kind, to = [], url = '', secret = '' }: Values): Target | undefined {
  if (kind === 'mail') return to.length > 0 ? { kind, to } : undefined;
  if (!url.trim()) return undefined;
  const address = { url: url.trim() };
  return kind === 'wecom' || kind === 'slack' ? { kind, ...address } : { kind, ...address, secret: secret.trim() };
}

/** Adds a channel or changes one; a secret that was made here is shown once. */
export function ChannelDialog({ channel, onClose }: { channel: Channel | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  useReturnFocus();
  const [form] = Form.useForm<Values>();
  const kind = Form.useWatch('kind', form) ?? channel?.kind ?? 'webhook';
  const [secret, setSecret] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (values: Values) => {
      const target = targetOf(values);
      const { name, language: spoken } = values;
      return channel
        ? call('PATCH /channels/:id', { id: channel.id, name, language: spoken, ...(target && { target }) })
        : call('POST /channels', { name, language: spoken, target: target! });
    },
    onSuccess: (saved) => {
      void queryClient.invalidateQueries(channelsQuery);
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
      <Form<Values>
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
        {signed.has(kind) && (
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
