import { build, type InlineConfig, type Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Output = Rolldown.RolldownOutput;
type Chunk = Rolldown.OutputChunk;

const dashboardFrame = ['web/layouts/DashboardLayout.tsx', 'web/dashboard/DashboardArea.tsx'];
const charts = ['web/charts/ChartView.tsx', 'web/charts/echarts.ts', 'display/charts/common-drawings.ts'];

/** The modules that a browser loads for each kind of page. */
const screens = {
  signIn: ['web/auth/AuthArea.tsx'],
  home: ['web/layouts/DefaultLayout.tsx', 'web/home/HomeArea.tsx'],
  list: [...dashboardFrame, 'web/dashboard/list/ListPage.tsx'],
  dashboard: [...dashboardFrame, 'web/dashboard/view/DashboardPage.tsx', ...charts],
  share: ['web/share-page/SharePage.tsx', ...charts],
  explore: [...dashboardFrame, 'web/explore/ExplorePage.tsx', ...charts],
  alerts: [...dashboardFrame, 'web/alerts/AlertsArea.tsx'],
  reports: [...dashboardFrame, 'web/reports/ReportsArea.tsx'],
  application: ['web/layouts/DashboardLayout.tsx', 'web/application/ApplicationArea.tsx'],
  account: ['web/layouts/DashboardLayout.tsx', 'web/account/AccountArea.tsx'],
  help: ['web/layouts/DefaultLayout.tsx', 'web/help/HelpArea.tsx'],
};
/** Parts that screens load on demand, in their own chunks: loading a part must not load the chunk of another screen. */
const parts = {
  edit: ['web/dashboard/edit/EditPage.tsx'],
  map: [
    'web/charts/map-geometry.ts',
    'display/charts/map.ts',
    'echarts/lib/chart/map.js',
    'echarts/lib/component/geo.js',
    'echarts/lib/component/visualMapContinuous.js',
  ],
  grid: ['web/grid/DataGrid.tsx', 'web/grid/PivotTable.tsx'],
};
type Screen = keyof typeof screens;
type ChunkLoader = Screen | keyof typeof parts | 'dialog';
const chartScreens = new Set<ChunkLoader>(['dashboard', 'share', 'explore']);

/**
 * Groups modules into chunks by the screens that load them. Automatic code splitting makes a chunk for every combination
 * of lazy imports: about 100 requests for a page. Its result is used only to learn which screens load a module, because
 * the import graph also contains what tree shaking removes.
 */
export async function planChunks(config: InlineConfig): Promise<Group[]> {
  const rolldownOptions = {
    ...config.build?.rolldownOptions,
    experimental: { chunkOptimization: false },
    output: { codeSplitting: { groups: [initial] } },
  };
  const options = { write: false, minify: false, reportCompressedSize: false, rolldownOptions } as const;
  const output = (await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, ...options },
  })) as Output;
  const names = namesOf(output);
  return [
    { name: 'plot', test: /[\\/]web[\\/]charts[\\/]echarts\.ts$/ },
    { name: (id) => names.get(id), debugName: 'screens', includeDependenciesRecursively: false },
    // Modules that several chart kinds share.
    {
      name: 'chart-parts',
      test: /[\\/](echarts|zrender)[\\/]/,
      minShareCount: 2,
      includeDependenciesRecursively: false,
    },
    // Modules that only dialogs and panels share.
    { name: 'dialogs', test: (id) => !names.has(id), minShareCount: 4, includeDependenciesRecursively: false },
  ];
}

const initial: Group = { name: 'base', tags: ['$initial'] };

function namesOf({ output }: Output): Map<string, string> {
  const chunks = output.filter((file) => file.type === 'chunk');
  const loadersByModule = new Map<string, Set<ChunkLoader>>();
  for (const [loader, entries] of entriesByLoader(chunks)) {
    for (const id of modulesOf(entries, chunks)) {
      if (!loadersByModule.has(id)) loadersByModule.set(id, new Set());
      loadersByModule.get(id)!.add(loader);
    }
  }
  const names = new Map<string, string>();
  for (const [id, loaders] of loadersByModule) {
    const name = nameOf(id, [...loaders]);
    if (name) names.set(id, name);
  }
  const base = chunks.filter(({ name }) => name === 'base');
  for (const id of base.flatMap(({ moduleIds }) => moduleIds)) names.set(id, 'base');
  return names;
}

function entriesByLoader(chunks: Chunk[]): Map<ChunkLoader, Chunk[]> {
  const listed = Object.entries({ ...screens, ...parts }).map(
    ([loader, files]) => [loader as ChunkLoader, files.map((file) => entryOf(file, chunks))] as const,
  );
  const listedEntries = new Set(listed.flatMap(([, entries]) => entries));
  const dialogs = chunks.filter((chunk) => chunk.isDynamicEntry && !listedEntries.has(chunk));
  return new Map([...listed, ['dialog', dialogs]]);
}

function entryOf(file: string, chunks: Chunk[]): Chunk {
  const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${file}`));
  if (!entry) throw new Error(`No page loads ${file} on demand: correct the lists in scripts/chunks.ts.`);
  return entry;
}

/** The modules of these chunks and of all that they import. */
function modulesOf(entries: Chunk[], chunks: Chunk[]): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set(entries);
  // The set grows while it is walked.
  for (const { imports } of loaded) {
    for (const name of imports) loaded.add(byName.get(name)!);
  }
  return [...loaded].flatMap(({ moduleIds }) => moduleIds);
}

/**
 * The chunk of modules with these loaders; null leaves them to automatic splitting. What a module imports has at least
 * the same loaders, so chunks import each other in one direction.
 */
function nameOf(id: string, loaders: ChunkLoader[]): string | null {
  const loaderSet = new Set(loaders);
  const count = loaders.filter((loader) => loader in screens).length;
  if (count > 1 && loaderSet.has('signIn')) return 'base';
  // An icon imports nothing else, and weighs less than the request for it.
  if (count > 1 && /[\\/]@ant-design[\\/]icons/.test(id)) return 'frame';
  if (loaderSet.has('dashboard')) {
    if (count > 6) return 'frame';
    return loaders.every((loader) => !(loader in screens) || chartScreens.has(loader)) ? 'view' : 'figures';
  }
  if (count > 7 || (count > 3 && loaderSet.has('help'))) return 'controls';
  if (count > 4 || (loaderSet.has('alerts') && (loaderSet.has('explore') || loaderSet.has('edit')))) return 'widgets';
  if (count === 4) return loaderSet.has('alerts') ? 'tables' : 'fields';
  if (count > 1 && loaderSet.has('home') && !loaderSet.has('help')) return 'home-shared';
  if (count > 1 && loaderSet.has('list')) return 'list-shared';
  if (count > 1) loaderSet.delete('dialog');
  return loaders.join() === 'dialog' ? null : [...loaderSet].toSorted().join('-');
}
