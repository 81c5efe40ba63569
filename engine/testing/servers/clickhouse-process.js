// Runs clickhouse-local from the chdb library. Its last statement reads stdin, so the process ends with its parent.
import { createRequire } from 'node:module';
import { DataType, load, open } from 'ffi-rs';

const library = 'chdb';
open({ library, path: createRequire(import.meta.url).resolve('@chdb/lib-linux-x64-gnu/libchdb.so') });
const args = ['clickhouse', ...process.argv.slice(2)];
const result = await load({
  library,
  funcName: 'chdb_query_cmdline',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [args.length, args],
  runInNewThread: true,
});
const errorOf = { library, funcName: 'chdb_result_error', retType: DataType.String, paramsType: [DataType.External] };
process.stderr.write(load({ ...errorOf, paramsValue: [result] }) ?? '');
