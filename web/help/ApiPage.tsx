import { useQuery } from '@tanstack/react-query';
import Input from 'antd/es/input/Input';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';

import { fold } from '#domain/text/text-match.ts';
import { loadAsset } from '#web/http/client.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { ApiErrors } from './ApiErrors.tsx';
import { ApiRouteDetails } from './ApiRouteDetails.tsx';
import style from './ApiPage.module.css';
import { type OpenApiDocument, groupsOf } from './openapi.ts';
import { summaryOf } from './summaries.ts';

const documentQuery = {
  queryKey: ['openapi'],
  queryFn: async () => (await loadAsset('/openapi.json')) as OpenApiDocument,
  staleTime: Infinity,
};

/** API reference, generated from the OpenAPI document of the server. */
export function ApiPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useQuery(documentQuery);
  const [searchText, setSearchText] = useState('');
  const groups = useMemo(() => (data ? groupsOf(data) : []), [data]);
  const { hash } = useLocation();
  const open = hash.slice(1);
  useEffect(() => {
    if (open && groups.length > 0) document.getElementById(open)?.scrollIntoView();
  }, [open, groups]);
  const visibleGroups = groups
    .map((group) => ({
      ...group,
      routes: group.routes.filter((route) =>
        fold(`${route.method} ${route.path} ${summaryOf(route, language)}`).includes(fold(searchText.trim())),
      ),
    }))
    .filter(({ routes }) => routes.length > 0);
  return (
    <>
      <PageHeading title={t('help.api.title')} lead={t('help.api.lead')} />
      <p className={style['note']}>
        {t('help.api.keys')} <a href="/api/openapi.json">openapi.json</a>
      </p>
      <Input
        type="search"
        allowClear
        aria-label={t('help.api.find')}
        placeholder={t('help.api.find')}
        value={searchText}
        onChange={(event) => setSearchText(event.target.value)}
      />
      {data ? <CommonErrors document={data} /> : <PageSpinner />}
      {visibleGroups.map(({ name, names, routes }) => (
        <section key={name}>
          <h2 id={name} className={style['group']}>
            {names[language]}
          </h2>
          {routes.map((route) => (
            <ApiRouteDetails key={route.id} route={route} isOpen={route.id === open} document={data!} />
          ))}
        </section>
      ))}
    </>
  );
}

/** The shape of an error, and the errors that every route may return. */
function CommonErrors({ document }: { document: OpenApiDocument }) {
  const { t } = useTranslation();
  return (
    <details className={style['failures']}>
      <summary>{t('help.api.anywhere')}</summary>
      <p className={style['note']}>{t('help.api.errors')}</p>
      <ApiErrors codes={document.components['x-errors-anywhere'] ?? []} document={document} />
    </details>
  );
}
