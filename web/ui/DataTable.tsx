import Table, { type ColumnsType } from 'antd/es/table';

/** The pagination of every table of the product. */
const pagination = { defaultPageSize: 10, pageSizeOptions: [10, 20, 30, 40], showSizeChanger: true };

type DataTableProps<Row> = { rows: Row[] | undefined; columns: ColumnsType<Row>; empty: string; pageSize?: number };

/** A table of rows with an id; pagination appears when there is more than one page. */
export function DataTable<Row extends { id: string }>({ rows, columns, empty, pageSize = 10 }: DataTableProps<Row>) {
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
