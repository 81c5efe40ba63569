import Button from 'antd/es/button';
import TextArea from 'antd/es/input/TextArea';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { Formula } from '#domain/query/query.ts';
import { formulaProblemText, formulaText, parseFormula } from '#display/words/formula.ts';
import { FormulaError } from '#display/words/formula-tokens.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './FormulaField.module.css';

type FormulaFieldProps = { dataset: Dataset; formula: Formula | undefined; onChange: (formula: Formula) => void };

function tryParse(text: string, dataset: Dataset): Formula | FormulaError {
  try {
    return parseFormula(text, dataset);
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
}

/** A formula as text; errors are shown with their position underlined. */
export function FormulaField({ dataset, formula, onChange }: FormulaFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [text, setText] = useState(() => (formula ? formulaText(formula, dataset, language) : ''));
  const parsed = tryParse(text, dataset);
  const error = parsed instanceof FormulaError ? parsed : undefined;
  const submit = () => parsed instanceof FormulaError || onChange(parsed);
  return (
    <div className={style['formula']}>
      <h3>{t('explore.formula')}</h3>
      <TextArea
        aria-label={t('explore.formula')}
        aria-invalid={Boolean(error)}
        autoFocus
        spellCheck={false}
        placeholder={'sum(amount) / count()'}
        autoSize={{ minRows: 2, maxRows: 6 }}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={(event) => {
          if (event.nativeEvent.isComposing || event.shiftKey) return;
          event.preventDefault();
          submit();
        }}
      />
      <p role="status">
        {error && text !== '' && (
          <>
            <code>
              {text.slice(0, error.at)}
              <mark>{text.slice(error.at, error.at + error.length) || ' '}</mark>
              {text.slice(error.at + error.length)}
            </code>
            {formulaProblemText(error, language)}
          </>
        )}
      </p>
      <Button type="primary" size="small" disabled={Boolean(error)} onClick={submit}>
        {t('explore.apply')}
      </Button>
    </div>
  );
}
