/** Table functions that read files, other hosts or other tables, and what an attacker would write in them. */
export const tableFunctionCalls =
  `file('/etc/passwd', 'LineAsString') url('http://127.0.0.1/x') s3('http://127.0.0.1/x')
  remote('127.0.0.1', rows.hidden) remoteSecure('127.0.0.1', rows.hidden) cluster('default', rows.hidden)
  clusterAllReplicas('default', system.one) merge('rows', '.*') mysql('h:1', 'd', 't', 'u', 'p')
  postgresql('h:1', 'd', 't', 'u', 'p') mongodb('h:1', 'd', 't', 'u', 'p') sqlite('/tmp/x.db', 't') odbc('x', 'y', 'z')
  jdbc('x', 'y', 'z') hdfs('hdfs://h/x') azureBlobStorage('x') gcs('http://h/x') deltaLake('x') iceberg('x') hudi('x')
  executable('x.sh', 'TSV', 'a String') dictionary('rows.d') input('a String') loop(rows.hidden) redis('h:1', 'k', 'k String')
  viewExplain('EXPLAIN', '', (select 1)) view(select 1) mergeTreeIndex(rows, hidden) mergeTreeProjection(rows, hidden, p)
  generateRandom('a Int8') values('a Int8', 1) format(JSONEachRow, '{}') null('a Int8') fuzzJSON('x') fuzzQuery('select 1')
  urlCluster('default', 'http://h/x') s3Cluster('default', 'http://h/x') fileCluster('default', '/etc/passwd')
  numbers_mt(10) filesystem('/') eval('select 1') timeSeriesData(rows.hidden) prometheusQuery('a', 'b', 1)`
    .split(/(?<=\))\s+/)
    .map((call) => call.replaceAll(/\s+/g, ' '));

/** Functions that read the server, other tables or files, or do more than compute. */
export const functionCalls =
  `file('/etc/passwd') hostName() hostname() FQDN() fullHostName() version() VERSION() uptime()
  currentUser() user() current_user() session_user() authenticatedUser() authUser() currentDatabase() database() DATABASE()
  SCHEMA() currentRoles() enabledRoles() defaultRoles() currentProfiles() enabledProfiles() currentSchemas(true)
  getSetting('max_threads') getSettingOrDefault('a', 1) getServerSetting('x') getMergeTreeSetting('x') getMacro('shard')
  getServerPort('tcp_port') tcpPort() getOSKernelVersion() serverUUID() serverTimezone() buildId() revision() tid()
  queryID() query_id() initialQueryID() initialQueryStartTime() connectionId() connection_id() getClientHTTPHeader('a')
  displayName() shardNum() shardCount() partitionId(1) transactionID() zookeeperSessionUptime() filesystemAvailable()
  filesystemCapacity() filesystemUnreserved() showCertificate() errorCodeToName(1) blockNumber() globalVariable('version')
  dictGet('rows.d', 'a', 1) dictGetString('rows.d', 'a', 1) dictGetOrDefault('rows.d', 'a', 1, 2) dictHas('rows.d', 1)
  dictGetHierarchy('rows.d', 1) dictGetChildren('rows.d', 1) dictIsIn('rows.d', 1, 2) regionToName(1) regionToCity(1)
  joinGet('rows.hidden', 'secret', 1) joinGetOrNull('rows.hidden', 'secret', 1) joinGet(rows.hidden, 'secret', 1)
  hasColumnInTable('rows', 'hidden', 'secret') sleep(3) sleepEachRow(3) throwIf(1, 'x') catboostEvaluate('/etc/passwd', 1)
  evalMLMethod(1, 2) addressToLine(1) addressToSymbol(1) demangle('x') logTrace('x') isMergeTreePartCoveredBy('a', 'b')
  initializeAggregation('sumState', 1) finalizeAggregation(1) arrayReduce('sum', [1]) arrayReduceInRanges('sum', [(1, 1)], [1])
  runningAccumulate(1) sumState(1) sumMerge(1) uniqState(1) sumSimpleState(1) sumIfState(1, 1) sumStateIf(1, 1) bitmapBuild([1])
  groupBitmap(1) bitmapToArray(1) __getScalar('x') __scalarSubqueryResult(1) _CAST(1, 'Int8') __actionName(1, 'a')
  formatQuery('select 1') normalizeQuery('x') fuzzQuery('x') generateRandomStructure(1) structureToProtobufSchema('a Int8')
  formatRow('CSV', 1) reinterpret(1, 'Int8') encrypt('aes-128-ecb', 'x', 'y') decrypt('aes-128-ecb', 'x', 'y') aggThrow(1)
  aiGenerate('x') aiEmbed('x') lowCardinalityIndices(1) dumpColumnStructure(1) getSubcolumn(1, 'a') my_function(1)
  getTypeSerializationStreams(1) getMaxTableNameLengthForDatabase('rows') flameGraph(1) toInterval(1, 'day')
  cutToFirstSignificantSubdomainCustom('a.b', 'public_suffix_list') indexHint(1) generateSnowflakeID()`
    .split(/(?<=\))\s+/)
    .map((call) => call.replaceAll(/\s+/g, ' '));
