import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import TextArea from 'antd/es/input/TextArea';
import Modal from 'antd/es/modal';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';

import type { Dataset, DatasetMetric } from '#contract/datasets/routes.ts';
import { numberFormats } from '#domain/query/chart.ts';
import { formulaProblemText, formulaText, functionNames, parseFormula, quotedName } from '#display/words/formula.ts';
import { FormulaError } from '#display/words/formula-tokens.ts';
import { call } from '#web/http/client.ts';
import { queriedDatasetQuery, storeDataset } from '#web/http/datasets.ts';
import { languageOptions } from '#web/shell/language-options.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { useLanguage } from '#web/ui/language.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { labelOf } from '../names.ts';
import style from './Dialogs.module.css';

type MetricValues = Pick<DatasetMetric, 'name' | 'label' | 'description' | 'format' | 'unit'> & { formula: string };
type MetricDialogProps = { dataset: Dataset; metric: DatasetMetric | undefined; onClose: () => void };

const noTexts = { en_US: '', zh_CN: '' };
const empty: MetricValues = {
  name: '',
  label: noTexts,
  description: noTexts,
  format: 'plain',
  unit: '',
  formula: '',
};

// A metric may use only columns: a metric of metrics could refer to itself.
const columnsOf = ({ columns }: Dataset) => ({ columns, metrics: [] });

/** Edits a metric: its formula as text, labels in both languages and number format. */
export function MetricDialog({ dataset: own, metric, onClose }: MetricDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  useReturnFocus();
  const { data: dataset = own } = useQuery({ ...queriedDatasetQuery(own.id), throwOnError: false });
  const [form] = Form.useForm<MetricValues>();
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ formula, ...values }: MetricValues) => {
      const input = { id: dataset.id, ...values, formula: parseFormula(formula, columnsOf(dataset)) };
      return metric
        ? call('PUT /datasets/:id/metrics/:metric', { ...input, metric: metric.id })
        : call('POST /datasets/:id/metrics', input);
    },
    onSuccess: (changed) => {
      storeDataset(queries, changed);
      void toast('success', t('common.saved'));
      onClose();
    },
  });
  const checkFormula = (_: unknown, text: string) => {
    try {
      parseFormula(text, columnsOf(dataset));
      return Promise.resolve();
    } catch (problem) {
      if (!(problem instanceof FormulaError)) throw problem;
      return Promise.reject(new Error(problemWithPosition(text, problem, formulaProblemText(problem, language))));
    }
  };
  const initial = metric ? { ...metric, formula: formulaText(metric.formula, dataset, language) } : empty;
  return (
    <Modal
      open
      width={520}
      title={t(metric ? 'metrics.edit' : 'metrics.add')}
      okText={t('common.save')}
      confirmLoading={isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={sentenceOf(error)} style={{ marginBottom: 16 }} />}
      <Form form={form} layout="vertical" requiredMark={false} initialValues={initial} onFinish={mutate}>
        <Form.Item name="name" label={t('metrics.name')} rules={[{ required: true, message: t('metrics.nameNeeded') }]}>
          <Input autoFocus maxLength={100} dir="auto" />
        </Form.Item>
        <Form.Item
          name="formula"
          label={t('metrics.formula')}
          extra={
            <>
              {metric?.verification && <div>{t('verification.formulaNote')}</div>}
              {t('metrics.help', { functions: functionNames.join(', ') })}
            </>
          }
          validateTrigger={['onBlur', 'onSubmit']}
          rules={[{ validator: checkFormula }]}
        >
          <TextArea autoSize={{ minRows: 2, maxRows: 6 }} spellCheck={false} placeholder={'sum(amount) / count()'} />
        </Form.Item>
        <ColumnInsert
          dataset={dataset}
          onInsert={(text) => form.setFieldValue('formula', `${form.getFieldValue('formula') ?? ''}${text}`)}
        />
        <div className={style['pair']}>
          {languageOptions.map(({ text, value }) => (
            <Form.Item
              key={value}
              name={['label', value]}
              label={t('common.pair', { name: t('schema.label'), value: text })}
            >
              <Input maxLength={100} dir="auto" />
            </Form.Item>
          ))}
          <Form.Item name="format" label={t('data.format')}>
            <Select options={numberFormats.map((value) => ({ value, label: t(`data.formats.${value}`) }))} />
          </Form.Item>
          <Form.Item name="unit" label={t('data.unit')}>
            <Input maxLength={20} />
          </Form.Item>
        </div>
        {languageOptions.map(({ text, value }) => (
          <Form.Item
            key={value}
            name={['description', value]}
            label={t('common.pair', { name: t('schema.description'), value: text })}
          >
            <TextArea maxLength={2000} autoSize={{ minRows: 1, maxRows: 6 }} dir="auto" />
          </Form.Item>
        ))}
      </Form>
    </Modal>
  );
}

/** Adds the name of a column, also of a related dataset, to the formula. */
function ColumnInsert({ dataset, onInsert }: { dataset: Dataset; onInsert: (text: string) => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const options = dataset.columns.map((column) => ({
    value: column.id,
    label: labelOf(column, language),
    name: column.name,
  }));
  return (
    <Form.Item>
      <Select
        aria-label={t('metrics.insert')}
        placeholder={t('metrics.insert')}
        value={null}
        showSearch={{
          filterOption: (text, option) =>
            `${option?.label ?? ''} ${option?.name ?? ''}`.toLowerCase().includes(text.toLowerCase()),
        }}
        options={options}
        onChange={(_, option) => {
          const chosen = Array.isArray(option) ? option[0] : option;
          if (chosen) onInsert(quotedName(chosen.name));
        }}
      />
    </Form.Item>
  );
}

/** The message with the text before the position, and a mark there. */
const problemWithPosition = (text: string, { at, length }: FormulaError, sentence: string) =>
  length > 0 ? `${sentence} ${text.slice(Math.max(0, at - 20), at)}▸${text.slice(at, at + length)}` : sentence;
