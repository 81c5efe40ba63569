import Table, { type ColumnsType } from 'antd/es/table';

/** The pages of a table that every table of the product has. */
export const pagination = { defaultPageSize: 10, pageSizeOptions: [10, 20, 30, 40], showSizeChanger: true };

type Props<Row> = { rows: Row[] | undefined; columns: ColumnsType<Row>; empty: string; pageSize?: number };

/** A list of things with an id; pages appear when there is more than one. */
export function DataTable<Row extends { id: string }>({ rows, columns, empty, pageSize = 10 }: Props<Row>) {
  return (
    <Table<Row>
      size="middle"
      rowKey="id"
      loading={{ spinning: !rows, delay: 300 }}
      columns={columns}
      dataSource={rows ?? []}
      pagination={(rows?.length ?? 0) > pageSize ? { ...pagination, defaultPageSize: pageSize } : false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: empty }}
    />
  );
}
