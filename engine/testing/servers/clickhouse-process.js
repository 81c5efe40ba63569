// Runs clickhouse-local from the chdb library: <library> <folder> <arguments>. Its last statement reads stdin, so it ends
// with its parent, and then deletes the folder.
import { rmSync } from 'node:fs';
import { DataType, isNullPointer, load, open } from 'ffi-rs';

const library = 'chdb';
const [, , file, folder, ...rest] = process.argv;
open({ library, path: file });
const args = ['clickhouse', ...rest];
const result = await load({
  library,
  funcName: 'chdb_query_cmdline',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [args.length, args],
  runInNewThread: true,
});
rmSync(folder, { recursive: true, force: true });
const errorOf = { library, funcName: 'chdb_result_error', paramsType: [DataType.External], paramsValue: [result] };
const hasFailed = !isNullPointer(load({ ...errorOf, retType: DataType.External }));
if (hasFailed) process.stderr.write(load({ ...errorOf, retType: DataType.String }));
