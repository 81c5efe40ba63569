import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { readToken } from '#web/shell/token.ts';
import style from './ApiPage.module.css';
import type { ApiRoute } from './openapi.ts';

/** Much more than that nobody reads on a page. */
const longest = 20_000;

type Answer = { status: number; text: string };

async function ask(path: string, key: string): Promise<Answer> {
  const response = await fetch(path, key ? { headers: { authorization: `Bearer ${key}` } } : {});
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') && !text.includes('\n');
  const shown = isJson && text ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return { status: response.status, text: shown.slice(0, longest) };
}

/** Calls a route that only reads, as whoever is signed in or with a key. */
export function TryRoute({ route: { path, operation } }: { route: ApiRoute }) {
  const { t } = useTranslation();
  const parameters = operation.parameters ?? [];
  const [values, setValues] = useState<Record<string, string>>({});
  const [key, setKey] = useState('');
  const [answer, setAnswer] = useState<Answer>();
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
    const query = parameters.filter(({ in: place, name }) => place === 'query' && values[name] !== undefined);
    const search = new URLSearchParams(query.map(({ name }) => [name, values[name]!])).toString();
    setAnswer(await ask(search ? `${filled}?${search}` : filled, key || (readToken() ?? '')));
  };
  return (
    <form className={style['try']} onSubmit={(event) => void handleSubmit(event)}>
      <h3>{t('help.api.try')}</h3>
      {parameters.map(({ name, required = false }) => (
        <Input
          key={name}
          size="small"
          prefix={<code>{name}</code>}
          aria-label={name}
          required={required && !path.endsWith('search')}
          value={values[name] ?? ''}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      ))}
      <Input
        size="small"
        type="password"
        autoComplete="off"
        aria-label={t('help.api.key')}
        placeholder={t(readToken() ? 'help.api.keyOrSession' : 'help.api.key')}
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
      <Button size="small" htmlType="submit">
        {t('help.api.send')}
      </Button>
      {answer && (
        <div role="status">
          <strong className="numbers">{answer.status}</strong>
          <pre tabIndex={0}>{answer.text}</pre>
        </div>
      )}
    </form>
  );
}
