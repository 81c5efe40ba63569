import { UploadOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import Input from 'antd/es/input/Input';
import { type ClipboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { EditedLabels } from '#contract/value-labels/routes.ts';
import type { Language } from '#domain/language.ts';
import { maxLabelLength } from '#domain/query/value-labels.ts';
import { formatNumber } from '#display/format/number.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { toast } from '#web/ui/toast.ts';
import { type DraftValue, isUnlabelled, type LabelDraft, withCells, withLabel, withLabels } from './label-draft.ts';
import { cellsOf, labelsInRows } from './label-rows.ts';
import style from './ValueLabels.module.css';

type TypedLabelsProps = { draft: LabelDraft; edited: EditedLabels; onChange: (draft: LabelDraft) => void };

const matches = ({ value, label }: DraftValue, search: string) =>
  [value, label.en_US, label.zh_CN].some((text) => text.toLowerCase().includes(search));

/** The values of a column with a field for each language. */
export function TypedLabels({ draft, edited, onChange }: TypedLabelsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [search, setSearch] = useState('');
  // Fixed when the box is ticked: a value must not disappear while its label is being typed.
  const [missing, setMissing] = useState<ReadonlySet<string> | null>(null);
  const visible = draft.values.filter(
    (each) => matches(each, search.trim().toLowerCase()) && (missing === null || missing.has(each.value)),
  );
  const unlabelled = draft.values.filter(isUnlabelled);
  const handlePaste = (event: ClipboardEvent, at: { value: string; language: Language }) => {
    const text = event.clipboardData.getData('text/plain').replace(/\r?\n$/, '');
    if (!/[\t\n]/.test(text)) return;
    event.preventDefault();
    const cells = text.split(/\r?\n/).map((line) => line.split('\t').map((cell) => cell.trim()));
    const isWhole = cells.every((row) => row.length >= 3);
    onChange(isWhole ? withLabels(draft, labelsInRows(cells)) : withCells(draft, visible, at, cells));
  };
  const fieldOf = (each: Language) => ({
    title: t(`valueLabels.languages.${each}`),
    key: each,
    render: ({ value, label }: DraftValue) => (
      <Input
        size="small"
        aria-label={t('valueLabels.field', { value, language: t(`valueLabels.languages.${each}`) })}
        placeholder={value}
        dir="auto"
        maxLength={maxLabelLength}
        value={label[each]}
        onChange={(event) => onChange(withLabel(draft, value, each, event.target.value))}
        onPaste={(event) => handlePaste(event, { value, language: each })}
      />
    ),
  });
  const columns = [
    {
      title: t('valueLabels.value'),
      key: 'value',
      render: ({ value }: DraftValue) => (
        <bdi className={style['value']} title={value}>
          {value}
        </bdi>
      ),
    },
    {
      title: t('valueLabels.rows'),
      key: 'rows',
      align: 'end' as const,
      render: ({ rows }: DraftValue) => (
        <span className="numbers">{rows === null ? '-' : formatNumber(rows, language)}</span>
      ),
    },
    fieldOf('en_US'),
    fieldOf('zh_CN'),
  ];
  return (
    <>
      <div className={style['tools']}>
        <Input
          allowClear
          aria-label={t('valueLabels.search')}
          placeholder={t('valueLabels.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Checkbox
          checked={missing !== null}
          onChange={({ target }) => setMissing(target.checked ? new Set(unlabelled.map(({ value }) => value)) : null)}
        >
          {t('valueLabels.missing', { count: unlabelled.length })}
        </Checkbox>
        <LoadFile onLoad={(cells) => onChange(withLabels(draft, labelsInRows(cells)))} />
      </div>
      <div className={style['table']}>
        <DataTable rows={visible} columns={columns} pageSize={20} empty={t('valueLabels.none')} />
      </div>
      <p className={style['note']}>{edited.isCutOff ? t('valueLabels.cutOff') : t('valueLabels.pasteNote')}</p>
    </>
  );
}

/** Loads labels from a CSV or Excel file with the columns value, English and Chinese. */
function LoadFile({ onLoad }: { onLoad: (cells: string[][]) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    try {
      const isWorkbook = /\.xlsx$/i.test(file.name);
      const { readWorkbook } = await import('./read-workbook.ts');
      const cells = isWorkbook ? await readWorkbook(file) : cellsOf(await file.text());
      onLoad(cells);
      void toast('success', t('valueLabels.loaded', { count: labelsInRows(cells).length }));
    } catch {
      // For any error in the file, the user has to choose another one.
      void toast('error', t('valueLabels.unreadable'));
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx"
        aria-label={t('valueLabels.load')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void read(file);
        }}
      />
      <Button icon={<UploadOutlined aria-hidden />} onClick={() => input.current?.click()}>
        {t('valueLabels.load')}
      </Button>
    </>
  );
}
