import Button from 'antd/es/button';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Upload } from '#contract/imports/routes.ts';
import {
  dateOrders,
  decimalMarks,
  delimiters,
  encodingName,
  encodings,
  quotes,
  type ReadingSettings,
  type Delimiter,
  type Quote,
} from '#domain/cells/reading.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import style from './ReadingOptions.module.css';
import { useReread } from './reread.ts';

/** Words for delimiters and quotes, used in i18n keys. */
const delimiterKeys = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
  spaces: 'spaces',
  aligned: 'aligned',
} as const satisfies Record<Delimiter, string>;

const quoteKeys = { '"': 'double', "'": 'single', none: 'none' } as const satisfies Record<Quote, string>;

const minRows = 10;

/** The row numbers offered as header; 0 is none. */
const headerRowsOf = (current: number): number[] =>
  Array.from({ length: Math.max(minRows, current) + 1 }, (_, row) => row);

type ReadingOptionsProps = {
  upload: Upload;
  reading: ReadingSettings;
  /** Whether the file cannot be read again yet. */
  isDisabled: boolean;
  /** Whether the options should be checked by the user. */
  isDoubtful: boolean;
  /** Called after a reread; the columns may differ. */
  onReread: () => void;
};

/** The options for parsing the text; each change rereads the file. */
export function ReadingOptions({ upload, reading, isDisabled, isDoubtful, onReread }: ReadingOptionsProps) {
  const { t } = useTranslation();
  const { reread, isPending, problem } = useReread(upload.id, onReread);
  const choose = (change: Upload['options']) => reread({ ...upload.options, ...change });
  const isChosen = Object.keys(upload.options).length > 0;
  // Once open it stays open until the user closes it.
  const [isOpen, setIsOpen] = useState(isDoubtful || isChosen);
  const summary = [encodingName(reading.encoding), t(`upload.options.delimiters.${delimiterKeys[reading.delimiter]}`)];
  return (
    <details className={style['options']} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {t('upload.options.title')} <small>{summary.join(' · ')}</small>
      </summary>
      <fieldset disabled={isPending || isDisabled} aria-busy={isPending}>
        <Choices reading={reading} onChoose={choose} />
        {isChosen && <Button onClick={() => reread({})}>{t('upload.options.reset')}</Button>}
      </fieldset>
      {problem ? (
        <p role="alert" className={style['problem']}>
          {sentenceOf(problem)}
        </p>
      ) : null}
    </details>
  );
}

function Choices({ reading, onChoose }: { reading: ReadingSettings; onChoose: (change: Upload['options']) => void }) {
  const { t } = useTranslation();
  const { encoding, delimiter, quote, headerRow, decimalMark, dateOrder } = reading;
  const automatic = { value: '' as const, text: t('upload.options.automatic') };
  const rows = headerRowsOf(headerRow).map((row) => ({
    value: String(row),
    text: row === 0 ? t('upload.options.noHeader') : t('upload.options.row', { row }),
  }));
  return (
    <>
      <Field label={t('upload.options.encoding')}>
        <PlainSelect
          label={t('upload.options.encoding')}
          value={encoding}
          options={encodings.map((value) => ({ value, text: encodingName(value) }))}
          onChange={(next) => onChoose({ encoding: next })}
        />
      </Field>
      <Field label={t('upload.options.delimiter')}>
        <PlainSelect
          label={t('upload.options.delimiter')}
          value={delimiter}
          options={delimiters.map((value) => ({ value, text: t(`upload.options.delimiters.${delimiterKeys[value]}`) }))}
          onChange={(next) => onChoose({ delimiter: next })}
        />
      </Field>
      <Field label={t('upload.options.quote')}>
        <PlainSelect
          label={t('upload.options.quote')}
          value={quote}
          options={quotes.map((value) => ({ value, text: t(`upload.options.quotes.${quoteKeys[value]}`) }))}
          onChange={(next) => onChoose({ quote: next })}
        />
      </Field>
      <Field label={t('upload.options.headerRow')}>
        <PlainSelect
          label={t('upload.options.headerRow')}
          value={String(headerRow)}
          options={rows}
          onChange={(next) => onChoose({ headerRow: Number(next) })}
        />
      </Field>
      <Field label={t('upload.options.decimalMark')}>
        <PlainSelect
          label={t('upload.options.decimalMark')}
          value={decimalMark ?? ''}
          options={[
            automatic,
            ...decimalMarks.map((value) => ({ value, text: value === '.' ? '1,234.5' : '1.234,5' })),
          ]}
          onChange={(next) => onChoose({ decimalMark: next || undefined })}
        />
      </Field>
      <Field label={t('upload.options.dateOrder')}>
        <PlainSelect
          label={t('upload.options.dateOrder')}
          value={dateOrder ?? ''}
          options={[automatic, ...dateOrders.map((value) => ({ value, text: t(`upload.options.orders.${value}`) }))]}
          onChange={(next) => onChoose({ dateOrder: next || undefined })}
        />
      </Field>
    </>
  );
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={style['field']}>
      <span aria-hidden>{label}</span>
      {children}
    </div>
  );
}
