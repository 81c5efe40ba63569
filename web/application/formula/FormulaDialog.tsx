import { useMutation, useQueryClient } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import { useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formulaProblems } from '#contract/datasets/errors.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { sentenceOf as messageOf } from '#contract/errors.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { checkFormula, type FormulaRefusal } from '#domain/formula/check.ts';
import { call } from '#web/http/client.ts';
import { storeDataset } from '#web/http/datasets.ts';
import { Editor, type EditorHandle } from '#web/sql-editor/Editor.tsx';
import editorStyle from '#web/sql-editor/SqlEditor.module.css';
import { Badge } from '#web/ui/Badge.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { toast } from '#web/ui/toast.ts';
import { labelOf } from '../names.ts';
import { FormulaPreview } from './FormulaPreview.tsx';
import { formulaLanguage } from './formula-language.ts';
import { FunctionReference } from './FunctionReference.tsx';
import style from './Formula.module.css';

type FormulaDialogProps = { dataset: Dataset; column: DatasetColumn | undefined; onClose: () => void };

const noTexts = { en_US: '', zh_CN: '' };

/** Writes the formula of a calculated column, with completion, messages, a preview and the list of functions. */
export function FormulaDialog({ dataset, column, onClose }: FormulaDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  useReturnFocus();
  const nameId = useId();
  const editor = useRef<EditorHandle>(null);
  const [name, setName] = useState(column?.name ?? '');
  const [formula, setFormula] = useState(column?.calculation?.formula ?? '');
  const [isSubmitted, setSubmitted] = useState(false);
  const columns = useMemo(() => dataset.columns.filter(({ id }) => id !== column?.id), [dataset.columns, column]);
  const checked = useMemo(() => checkFormula(formula, columns), [formula, columns]);
  const problem = 'problem' in checked ? checked.problem : undefined;
  const syntax = useMemo(() => {
    const typeOf = ({ type }: DatasetColumn) => t(`data.types.${type}`);
    const completedColumns = columns.map((each) => ({
      name: each.name,
      label: labelOf(each, language),
      type: typeOf(each),
    }));
    return formulaLanguage(completedColumns, language);
  }, [columns, language, t]);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => saveColumn(dataset.id, column, { name: name.trim(), formula }),
    onSuccess: (changed) => {
      storeDataset(queries, changed);
      void toast('success', t('common.saved'));
      onClose();
    },
  });
  const handleSave = () => {
    setSubmitted(true);
    if (name.trim() !== '' && !problem && !isPending) mutate();
  };
  // An empty editor is not an error until the formula is saved.
  const isProblemVisible = problem !== undefined && (formula.trim() !== '' || isSubmitted);
  const message = problem && problemText(problem, language);
  return (
    <Modal
      open
      width={980}
      title={t(column ? 'calculated.edit' : 'calculated.add')}
      okText={t('common.save')}
      confirmLoading={isPending}
      onOk={handleSave}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={sentenceOf(error)} style={{ marginBottom: 16 }} />}
      {dataset.verification && <p style={{ marginBottom: 16 }}>{t('verification.columnNote')}</p>}
      <div className={style['dialog']}>
        <div className={style['main']}>
          <label htmlFor={nameId}>{t('calculated.name')}</label>
          <Input
            id={nameId}
            autoFocus
            dir="auto"
            maxLength={100}
            value={name}
            status={isSubmitted && name.trim() === '' ? 'error' : ''}
            onChange={(event) => setName(event.target.value)}
          />
          {isSubmitted && name.trim() === '' && (
            <p role="alert" className={style['problem']}>
              {t('calculated.nameNeeded')}
            </p>
          )}
          <span>{t('calculated.formula')}</span>
          <div className={`${editorStyle['panel']} ${style['editor']}`}>
            <Editor
              key={language}
              ref={editor}
              text={formula}
              texts={{ label: t('calculated.formula'), hint: '[price] * [quantity]' }}
              language={syntax}
              mistake={
                isProblemVisible && problem.to > problem.from
                  ? { at: problem.from, to: problem.to, message: message! }
                  : null
              }
              onChange={setFormula}
              onRun={handleSave}
            />
          </div>
          <div className={style['status']} role="status">
            {isProblemVisible && <p className={style['problem']}>{message}</p>}
            {'type' in checked && (
              <p>
                <Badge tone="good">{t('calculated.type', { type: t(`data.types.${checked.type}`) })}</Badge>
              </p>
            )}
            {problem && !isProblemVisible && <p className={style['quiet']}>{t('calculated.help')}</p>}
          </div>
          <div className={style['result']}>
            <FormulaPreview dataset={dataset} formula={problem ? null : formula} calculation={column?.id} />
          </div>
        </div>
        <FunctionReference onInsert={(text) => editor.current?.insert(text)} />
      </div>
    </Modal>
  );
}

const problemText = ({ code, params }: FormulaRefusal, language: 'en_US' | 'zh_CN') =>
  messageOf(formulaProblems[code], params, language);

/** Saves name and formula; all other settings stay unchanged. */
function saveColumn(id: string, column: DatasetColumn | undefined, fields: { name: string; formula: string }) {
  if (!column) return call('POST /datasets/:id/calculated-columns', { id, ...fields, label: noTexts });
  const { label, format, unit, aggregation } = column;
  return call('PUT /datasets/:id/calculated-columns/:calculation', {
    id,
    calculation: column.id,
    ...fields,
    label,
    format,
    unit,
    aggregation,
  });
}
