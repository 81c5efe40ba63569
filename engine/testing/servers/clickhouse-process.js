// Runs clickhouse-local from the chdb library. Its last statement reads stdin, so the process ends with its parent.
import { DataType, load, open } from 'ffi-rs';

const library = 'chdb';
const [, , file, ...options] = process.argv;
open({ library, path: file });
const args = ['clickhouse', ...options];
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
