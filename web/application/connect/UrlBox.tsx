import Input from 'antd/es/input/Input';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { DatabaseKind } from '#domain/databases.ts';
import { listOf } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './Connect.module.css';
import { type ConnectionUrl, parseConnectionUrl } from './connection-url.ts';

const exampleUrls: Record<DatabaseKind, string> = {
  postgres: 'postgres://user:password@host:5432/database',
  mysql: 'mysql://user:password@host:3306/database',
  clickhouse: 'https://user:password@host:8443/database',
  trino: 'trino://user@host:8080/catalog/schema',
};

type UrlBoxProps = { kind: DatabaseKind; onUrl: (url: ConnectionUrl) => void };

/** Parses a pasted connection URL. The box is cleared at once: the URL contains the password. */
export function UrlBox({ kind, onUrl }: UrlBoxProps) {
  const { t } = useTranslation();
  const [field, note] = [useId(), useId()];
  const [typed, setTyped] = useState('');
  const [result, setResult] = useState<ConnectionUrl | 'unreadable'>();
  const read = (text: string) => {
    if (!text.trim()) return;
    const url = parseConnectionUrl(text, kind);
    setResult(url ?? 'unreadable');
    setTyped(url ? '' : text);
    if (url) onUrl(url);
  };
  return (
    <div className={style['url']}>
      <label htmlFor={field}>{t('connect.url')}</label>
      <Input
        id={field}
        value={typed}
        placeholder={exampleUrls[kind]}
        autoComplete="off"
        spellCheck={false}
        status={result === 'unreadable' ? 'error' : ''}
        aria-describedby={note}
        onChange={(event) => {
          setTyped(event.target.value);
          setResult(undefined);
        }}
        onPaste={(event) => {
          event.preventDefault();
          read(event.clipboardData.getData('text'));
        }}
        onBlur={() => read(typed)}
        onPressEnter={(event) => {
          event.preventDefault();
          read(typed);
        }}
      />
      <p id={note} role="status" data-wrong={result === 'unreadable'}>
        <UrlNote result={result} />
      </p>
    </div>
  );
}

function UrlNote({ result }: { result: ConnectionUrl | 'unreadable' | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (result === undefined) return t('connect.urlNote');
  if (result === 'unreadable') return t('connect.urlWrong');
  const notes = [
    t('connect.urlRead'),
    result.isPortReplaced && t('connect.urlPort', { port: result.port }),
    result.ignored.length > 0 && t('connect.urlIgnored', { names: listOf(result.ignored, language) }),
  ];
  return notes.filter(Boolean).join(language === 'zh_CN' ? '' : ' ');
}
