import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ConnectedTable } from '#contract/connections/routes.ts';
import { tableColumnsQuery } from '#web/http/connections.ts';
import { groupTables, type OpenColumns, rowHeights, tableKeyOf, treeRowsOf } from './table-tree.ts';
import { TableTreeRow } from './TableTreeRow.tsx';
import style from './Tables.module.css';

type TableTreeProps = {
  application: string;
  tables: ConnectedTable[];
  search: string;
  chosen: ReadonlyMap<string, ConnectedTable>;
  onChoose: (tables: ConnectedTable[], isChosen: boolean) => void;
};

/** Up to this number of tables, all schemas are initially open. */
const maxOpenTables = 30;

/** Schemas, their tables and columns as one virtualised list, so that thousands of tables scroll smoothly. */
export function TableTree({ application, tables, search, chosen, onChoose }: TableTreeProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const groups = useMemo(() => groupTables(tables, search), [tables, search]);
  const isShort = useMemo(
    () => tables.length <= maxOpenTables || new Set(tables.map(({ schema }) => schema)).size === 1,
    [tables],
  );
  const areOpen = isShort || search !== '';
  const { toggled, toggleSchema, opened, toggleTable } = useOpenRows(areOpen);
  const columns = useOpenColumns(application, opened);
  const rows = useMemo(() => treeRowsOf(groups, { areOpen, toggled, columns }), [groups, areOpen, toggled, columns]);
  // Pages are built without the React compiler, and the functions that matter are memoised.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => rowHeights[rows[index]!.kind],
    // The virtualizer recomputes row heights only when this function changes.
    getItemKey: useCallback((index: number) => rows[index]!.key, [rows]),
    overscan: 12,
    useFlushSync: false,
  });
  if (rows.length === 0) return <p className={style['none']}>{t('tables.noMatch', { search })}</p>;
  return (
    <div ref={box} className={style['box']}>
      <div role="list" aria-label={t('application.tabs.tables')} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start, size }) => (
          <div
            key={key}
            role="listitem"
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            className={style['row']}
            data-kind={rows[index]!.kind}
            style={{ height: size, transform: `translateY(${start}px)` }}
          >
            <TableTreeRow
              application={application}
              row={rows[index]!}
              chosen={chosen}
              onChoose={onChoose}
              onToggleSchema={toggleSchema}
              onToggleTable={toggleTable}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Opened and closed schemas, and open tables. Schemas toggled during a search are reset after it. */
function useOpenRows(areOpen: boolean) {
  const [toggled, setToggled] = useState<{ areOpen: boolean; schemas: ReadonlySet<string> }>({
    areOpen,
    schemas: new Set(),
  });
  const [opened, setOpened] = useState<ReadonlyMap<string, ConnectedTable>>(new Map());
  const schemas = useMemo(
    () => (toggled.areOpen === areOpen ? toggled.schemas : new Set<string>()),
    [toggled, areOpen],
  );
  const toggleSchema = (schema: string) => {
    const next = new Set(schemas);
    if (!next.delete(schema)) next.add(schema);
    setToggled({ areOpen, schemas: next });
  };
  const toggleTable = (table: ConnectedTable) => {
    const next = new Map(opened);
    const key = tableKeyOf(table);
    if (!next.delete(key)) next.set(key, table);
    setOpened(next);
  };
  return { toggled: schemas, toggleSchema, opened, toggleTable };
}

/** The columns of open tables, by key. */
function useOpenColumns(
  application: string,
  opened: ReadonlyMap<string, ConnectedTable>,
): ReadonlyMap<string, OpenColumns> {
  const keys = useMemo(() => [...opened.keys()], [opened]);
  return useQueries({
    queries: [...opened.values()].map(({ schema, name }) => ({
      ...tableColumnsQuery(application, { schema, name }),
      throwOnError: false,
    })),
    combine: useCallback(
      (answers: { data: OpenColumns['columns']; error: unknown }[]) =>
        new Map(answers.map(({ data, error }, index) => [keys[index]!, { columns: data, error }])),
      [keys],
    ),
  });
}
