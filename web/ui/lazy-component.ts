import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

// oxlint-disable-next-line typescript/no-explicit-any -- components of any props
type AnyComponent = ComponentType<any>;
type Modules<Name extends string, Component extends AnyComponent> = Promise<Record<Name, Component>>;

/** A component that is loaded when it is first rendered, or before by `load`. */
export type LazyComponent<Component extends AnyComponent> = LazyExoticComponent<Component> & {
  load: () => Promise<void>;
};

/**
 * A component of another script. Once loaded it renders at once: React waits for a lazy component at least one turn, and
 * keeps a placeholder that it has shown for 300 ms.
 */
export function lazyComponent<Name extends string, Component extends AnyComponent>(
  importModule: () => Modules<Name, Component>,
  name: Name,
): LazyComponent<Component> {
  let loaded: { default: Component } | undefined;
  const load = async () => {
    loaded ??= { default: (await importModule())[name] };
    return loaded;
  };
  // React reads the value of a thenable that calls back synchronously without waiting.
  // oxlint-disable unicorn/no-thenable
  const settled = (value: { default: Component }) =>
    ({ then: (resolve: (value: { default: Component }) => void) => resolve(value) }) as Promise<typeof value>;
  // oxlint-enable unicorn/no-thenable
  const component = lazy(() => (loaded ? settled(loaded) : load()));
  return Object.assign(component, { load: async () => void (await load()) });
}
