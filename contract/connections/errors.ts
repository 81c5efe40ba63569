import type { ErrorEntry } from '#contract/queries/errors.ts';

/** Errors of connections to databases. */
export const connectionErrors = {
  connection_refused: {
    status: 422,
    en_US: 'Nothing accepts connections on this port. Check the port and whether the database is running.',
    zh_CN: '该端口拒绝连接。请检查端口，以及数据库是否正在运行。',
  },
  connection_unreachable: {
    status: 422,
    en_US: "There's no route to this host. Check the address and the network of the server.",
    zh_CN: '无法到达该主机。请检查地址和服务器的网络。',
  },
  connection_timeout: {
    status: 422,
    en_US:
      "The database didn't respond in time. A firewall may be blocking this server, or another type of database may be using this port.",
    zh_CN: '数据库没有及时应答。可能是防火墙拦截了本服务器，也可能该端口上是其他类型的数据库。',
  },
  connection_protocol: {
    status: 422,
    en_US:
      'A server responded, but not as this type of database with these settings. Check the database type, port and encryption.',
    zh_CN: '有服务器应答，但与所选的数据库类型或设置不符。请检查类型、端口和加密方式。',
  },
  connection_certificate: {
    status: 422,
    en_US:
      "The database's certificate isn't trusted or isn't valid for this host. Check the host name, or choose \"Encrypted, any certificate\".",
    zh_CN: '数据库的证书不受信任，或与主机名不符。请检查主机名，或选择“加密，不检查证书”。',
  },
  connection_sign_in: {
    status: 422,
    en_US: "The database rejected this user or password, or doesn't accept connections from this server.",
    zh_CN: '数据库拒绝了该用户或密码，或不允许从本服务器的地址登录。',
  },
  connection_database_missing: {
    status: 422,
    en_US: "There's no database with this name, or the user doesn't have access to it.",
    zh_CN: '没有该名称的数据库，或该用户无权打开它。',
  },
  connection_denied: {
    status: 422,
    en_US: "The database user isn't allowed to read this. Grant it read access, then try again.",
    zh_CN: '数据库用户无权读取这些内容。请授予读取权限后重试。',
  },
  connection_table_missing: {
    status: 422,
    en_US: 'A table or column no longer exists in the database. Check the columns of the dataset.',
    zh_CN: '数据库中的表或列已不存在。请检查数据集的列。',
  },
  connection_too_many: {
    status: 503,
    en_US: 'The database has reached its connection limit. Try again later.',
    zh_CN: '数据库的连接数已达上限，请稍后重试。',
  },
  connection_lost: {
    status: 503,
    en_US: 'The connection to the database was lost during the query. Try again.',
    zh_CN: '查询过程中与数据库的连接中断，请重试。',
  },
  connection_query_failed: {
    status: 422,
    en_US: 'The database rejected the query: {detail}',
    zh_CN: '数据库拒绝了该查询：{detail}',
  },
  connection_sql_wrong: {
    status: 422,
    en_US: 'The database reported an error: {detail}',
    zh_CN: '数据库报错：{detail}',
  },
  connection_sql_parameters: {
    status: 422,
    en_US: 'The SQL has placeholders such as $1 or ?. Replace them with values.',
    zh_CN: 'SQL 中有 $1 或 ? 这样的占位符，请直接写出值。',
  },
  connection_sql_column_twice: {
    status: 422,
    en_US: 'Two columns are called "{column}". Rename one of them with AS.',
    zh_CN: '有两列都叫“{column}”。请用 AS 为其中一列另取名称。',
  },
  connection_sql_column_unnamed: {
    status: 422,
    en_US: 'Column {value} has no name, or its name is too long. Name it with AS.',
    zh_CN: '第 {value} 列没有名称或名称过长。请用 AS 为它取名。',
  },
  connection_sql_failed: {
    status: 422,
    en_US: "The database can't run the SQL of this dataset. People who can edit the dataset can see why on its page.",
    zh_CN: '数据库无法执行该数据集的 SQL。可编辑该数据集的人可以在数据集页面查看原因。',
  },
  connection_sql_off: {
    status: 422,
    en_US: "This connection doesn't allow SQL. An owner can allow it in its settings.",
    zh_CN: '该连接不允许使用 SQL。所有者可以在其设置中允许。',
  },
  connection_sql_owners: {
    status: 403,
    en_US: 'Only owners can change whether a connection allows SQL.',
    zh_CN: '只有所有者可以更改连接是否允许使用 SQL。',
  },
  connection_private: {
    status: 422,
    en_US: "This host is in the server's private network. An owner can allow it.",
    zh_CN: '该主机位于服务器所在的内部网络，需由所有者允许。',
  },
  connection_not_allowed: {
    status: 403,
    en_US: 'Only owners, and editors they allow, can connect databases. Ask an owner.',
    zh_CN: '只有所有者，以及所有者允许的编辑者，可以连接数据库。请联系所有者。',
  },
  connection_password_needed: {
    status: 422,
    en_US: "Enter the password again. It's only sent to the server it was entered for.",
    zh_CN: '请重新输入密码：密码只会发送给当初填写的服务器。',
  },
  connection_unreadable: {
    status: 503,
    en_US: "The stored password can't be read, because the server's secret has changed. Enter the password again.",
    zh_CN: '服务器的密钥已更换，无法读取保存的密码。请重新输入密码。',
  },
  connection_takes_no_rows: {
    status: 422,
    en_US: 'A connected database keeps its own rows, so nothing can be imported here.',
    zh_CN: '连接的数据保存在其数据库中，无法向其中载入数据。',
  },
  alert_without_arrivals: {
    status: 422,
    en_US: "A connected database doesn't report changes. Choose how often to check the alert instead.",
    zh_CN: '已连接的数据库不会通知数据变化。请选择检查预警的时间间隔。',
  },
  type_of_database: {
    status: 422,
    en_US:
      'The database sets the type of this column. To change it, create a view with another type there and add the view.',
    zh_CN: '该列的类型由数据库决定。可以在数据库中建立转换类型的视图，再添加该视图。',
  },
} as const satisfies Record<string, ErrorEntry>;
