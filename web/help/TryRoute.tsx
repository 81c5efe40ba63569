import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Problem } from '#contract/errors.ts';
import { readToken } from '#web/shell/token.ts';
import { toastProblem } from '#web/ui/problem.ts';
import style from './ApiPage.module.css';
import type { ApiRoute } from './openapi.ts';

/** Maximum characters of a response on the page. */
const maxLength = 20_000;

type RouteResponse = { status: number; text: string };

async function sendRequest(path: string, key: string): Promise<RouteResponse> {
  const response = await fetch(path, key ? { headers: { authorization: `Bearer ${key}` } } : {}).catch(
    (cause: unknown) => {
      throw new Problem('offline', {}, { cause });
    },
  );
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') && !text.includes('\n');
  const formatted = isJson && text ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return { status: response.status, text: formatted.slice(0, maxLength) };
}

/** Sends a GET request with the member's session or with a key. */
export function TryRoute({ route: { path, operation } }: { route: ApiRoute }) {
  const { t } = useTranslation();
  const parameters = operation.parameters ?? [];
  const [values, setValues] = useState<Record<string, string>>({});
  const [key, setKey] = useState('');
  const [response, setResponse] = useState<RouteResponse>();
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
    const query = parameters.filter(({ in: place, name }) => place === 'query' && values[name] !== undefined);
    const search = new URLSearchParams(query.map(({ name }) => [name, values[name]!])).toString();
    const url = search ? `${filled}?${search}` : filled;
    await sendRequest(url, key || (readToken() ?? '')).then(setResponse, toastProblem);
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
      {response && (
        <div role="status">
          <strong className="numbers">{response.status}</strong>
          <pre tabIndex={0}>{response.text}</pre>
        </div>
      )}
    </form>
  );
}
