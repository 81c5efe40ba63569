import { readFileSync } from 'node:fs';
import { type ESTree, parseSync, Visitor } from 'vite';

/** A name that a file introduces. */
type Declaration = { name: string; file: string; offset: number };
type FileDeclarations = { types: Declaration[]; names: Declaration[] };
type FunctionNode = { id?: ESTree.Node | null; params: ESTree.Node[] };

/** Identifiers that a binding pattern introduces: `{ a, b: [c = 1] }` introduces a and c. */
function identifiersOf(pattern: ESTree.Node): ESTree.Node[] {
  if (pattern.type === 'ObjectPattern')
    return pattern.properties.flatMap((each) => identifiersOf(each.type === 'RestElement' ? each : each.value));
  if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap((each) => (each ? identifiersOf(each) : []));
  if (pattern.type === 'AssignmentPattern') return identifiersOf(pattern.left);
  if (pattern.type === 'RestElement') return identifiersOf(pattern.argument);
  return [pattern];
}

/** File and line of a declaration. */
export const placeOf = ({ file, offset }: Declaration): string =>
  `${file}:${readFileSync(file, 'utf8').slice(0, offset).split('\n').length}`;

/**
 * Types and all declared names of a file: types, functions, variables, parameters and properties of types. Keys of
 * object literals are not declarations: many are names of the API or of translations.
 */
export function listDeclarations(file: string, text = readFileSync(file, 'utf8')): FileDeclarations {
  const declarations: FileDeclarations = { types: [], names: [] };
  let augmentations = 0;

  function addTo(list: Declaration[], ...patterns: (ESTree.Node | null | undefined)[]): void {
    for (const each of patterns.flatMap((pattern) => (pattern ? identifiersOf(pattern) : [])))
      if (each.type === 'Identifier') list.push({ name: each.name, file, offset: each.start });
  }

  const addNames = (...patterns: (ESTree.Node | null | undefined)[]) => addTo(declarations.names, ...patterns);
  const addFunction = ({ id, params }: FunctionNode) => addNames(id, ...params);
  const addMember = ({ key }: { key: ESTree.Node }) => addNames(key);
  const addType = ({ id }: { id: ESTree.Node | null }) => {
    // An augmentation of a global or of a package repeats a name on purpose.
    if (augmentations === 0) addTo(declarations.types, id);
    addNames(id);
  };

  new Visitor({
    TSModuleDeclaration: () => void augmentations++,
    'TSModuleDeclaration:exit': () => void augmentations--,
    TSTypeAliasDeclaration: addType,
    TSInterfaceDeclaration: addType,
    TSEnumDeclaration: addType,
    ClassDeclaration: addType,
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    TSFunctionType: addFunction,
    VariableDeclarator: ({ id }) => addNames(id),
    CatchClause: ({ param }) => addNames(param),
    TSPropertySignature: addMember,
    TSMethodSignature: addMember,
    PropertyDefinition: addMember,
    MethodDefinition: addMember,
  }).visit(parseSync(file, text).program);
  return declarations;
}
