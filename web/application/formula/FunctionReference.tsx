import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type FunctionEntry, functionGroups } from '#domain/formula/function-entry.ts';
import { formulaFunctions } from '#domain/formula/functions.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './Formula.module.css';

function matchesSearch({ name, help }: FunctionEntry, search: string): boolean {
  const text = search.trim().toLowerCase();
  return [name, help.en_US, help.zh_CN].some((each) => each.toLowerCase().includes(text));
}

/** All functions by group, with a description and an example; a click inserts one. */
export function FunctionReference({ onInsert }: { onInsert: (text: string) => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const matching = formulaFunctions.filter((entry) => matchesSearch(entry, search));
  return (
    <section className={style['reference']} aria-label={t('calculated.functions')}>
      <Input
        allowClear
        size="small"
        aria-label={t('calculated.searchFunctions')}
        placeholder={t('calculated.searchFunctions')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className={style['entries']}>
        {functionGroups.map((group) => {
          const entries = matching.filter((entry) => entry.group === group);
          if (entries.length === 0) return null;
          return (
            <div key={group}>
              <h3>{t(`calculated.groups.${group}`)}</h3>
              <ul>
                {entries.map(({ name, signature, help, example }) => (
                  <li key={name}>
                    <button type="button" onClick={() => onInsert(`${name}(`)}>
                      <code>{signature}</code>
                    </button>
                    <p>{help[language]}</p>
                    <code>{example}</code>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
        {matching.length === 0 && <p>{t('calculated.noFunction')}</p>}
      </div>
    </section>
  );
}
