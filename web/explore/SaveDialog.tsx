import { useMutation, useQueryClient } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Chart } from '#domain/query/chart.ts';
import type { SavedChart } from '#contract/saved-charts/routes.ts';
import { chartQuery } from '#web/http/run-query.ts';
import { call } from '#web/http/client.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { sentenceOf } from '#web/ui/problem.ts';

type SaveDialogProps = {
  title: string;
  /** The suggested name. */
  proposed: string;
  save: (name: string) => Promise<SavedChart>;
  onClose: () => void;
  onSaved: (chart: SavedChart) => void;
};

/** Asks for the name of a chart. */
export function SaveDialog({ title, proposed, save, onClose, onSaved }: SaveDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  useReturnFocus();
  const [name, setName] = useState(proposed.slice(0, 100));
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => save(name.trim()),
    onSuccess: (chart) => {
      queries.setQueryData(chartQuery(chart.id).queryKey, chart);
      onSaved(chart);
    },
  });
  const isNamed = name.trim() !== '';
  return (
    <Modal
      open
      width={440}
      title={title}
      okText={t('common.save')}
      okButtonProps={{ disabled: !isNamed }}
      confirmLoading={isPending}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={sentenceOf(error)} style={{ marginBottom: 16 }} />}
      <Input
        autoFocus
        aria-label={t('explore.chartName')}
        maxLength={100}
        dir="auto"
        value={name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={(event) => isNamed && !event.nativeEvent.isComposing && mutate()}
      />
    </Modal>
  );
}

export const saveNew = (chart: Chart) => (name: string) => call('POST /charts', { name, chart });
export const rename = (id: string) => (name: string) => call('PATCH /charts/:id', { id, name });
