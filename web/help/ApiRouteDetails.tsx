import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { useLanguage } from '#web/ui/language.ts';
import style from './ApiPage.module.css';
import { ApiErrors } from './ApiErrors.tsx';
import { type ApiRoute, curlOf, type OpenApiDocument, inputOf, outputOf, typeText } from './openapi.ts';
import { summaryOf } from './summaries.ts';
import { TryRoute } from './TryRoute.tsx';

type ApiRouteDetailsProps = { route: ApiRoute; isOpen: boolean; document: OpenApiDocument };

/** One route: access, input, output, errors and an example call. */
export function ApiRouteDetails({ route, isOpen, document }: ApiRouteDetailsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isExpanded, setExpanded] = useState(isOpen);
  const { method, path, id, operation } = route;
  const isEventStream = operation.responses['200']?.content?.['text/event-stream'] !== undefined;
  return (
    <details
      id={id}
      open={isExpanded}
      className={style['route']}
      onToggle={(event) => setExpanded(event.currentTarget.open)}
    >
      <summary>
        <code data-method={method}>{method}</code>
        <code>{path}</code>
        <span>{summaryOf(route, language)}</span>
      </summary>
      {isExpanded && (
        <div>
          <p className={style['note']}>
            {t(`help.api.access.${operation['x-access'] ?? 'key'}`)} <a href={`#${id}`}>{t('help.api.link')}</a>
          </p>
          <Parameters route={route} />
          <CodeBlock label={t('help.api.curl')} code={curlOf(route, window.location.origin)} />
          <h3>{t('help.api.output')}</h3>
          <pre tabIndex={0}>{outputOf(operation)}</pre>
          <Errors codes={operation['x-errors'] ?? []} document={document} />
          {method === 'GET' && path.startsWith('/api/') && !isEventStream && <TryRoute route={route} />}
        </div>
      )}
    </details>
  );
}

function Errors({ codes, document }: { codes: string[]; document: OpenApiDocument }) {
  const { t } = useTranslation();
  if (codes.length === 0) return null;
  return (
    <details className={style['failures']}>
      <summary>{t('help.api.codes', { count: codes.length })}</summary>
      <ApiErrors codes={codes} document={document} />
    </details>
  );
}

function Parameters({ route: { operation } }: { route: ApiRoute }) {
  const { t } = useTranslation();
  const parameters = operation.parameters ?? [];
  const body = inputOf(operation);
  if (parameters.length === 0 && !body) return null;
  return (
    <>
      <h3>{t('help.api.input')}</h3>
      {parameters.length > 0 && (
        <ul>
          {parameters.map(({ name, in: location, required, schema }) => (
            <li key={name}>
              <code>{name}</code> {t(`help.api.places.${location}`)}
              {required ? '' : t('help.api.optional')} <code>{typeText(schema)}</code>
            </li>
          ))}
        </ul>
      )}
      {body && <pre tabIndex={0}>{body}</pre>}
    </>
  );
}
