import type { Plugin } from 'vite';

/**
 * Removes chunks that only export the names of another chunk, one for each lazy import of a module in a group: a request
 * of its own for 60 bytes. The import gets the names from the other chunk.
 */
export const noFacades: Plugin = {
  name: 'no-facades',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      for (const { fileName, code, isDynamicEntry } of chunks) {
        const match = isDynamicEntry && /^(?:export\{([^}]*)\}from|import)"\.\/([^"]+)";\s*$/.exec(code);
        if (!match) continue;
        const [names, target] = [match[1] ?? '', match[2]!];
        const file = fileName.replace('static/', '');
        const members = names
          .split(',')
          .filter(Boolean)
          .map((each) => each.split(' as '));
        const object = members.map(([from, to = from]) => `${to}:n.${from}`).join();
        const imports = new RegExp(`import\\((["'\`])\\./${file.replaceAll('.', '\\.')}\\1\\)`, 'g');
        for (const chunk of chunks) {
          // The name is also in lists of files to preload.
          chunk.code = chunk.code
            .replaceAll(imports, `import("./${target}").then(n=>({${object}}))`)
            .replaceAll(file, target);
        }
        delete bundle[fileName];
      }
    },
  },
};
