/**
 * Knows whether code runs inside of somebody's callback, across its awaits. Node's AsyncLocalStorage is reached through
 * `process.getBuiltinModule`, so that importing the engine pulls no node built-in into a browser bundle; where it is
 * missing nobody is ever inside.
 */

interface AsyncScope<A> {
  readonly run: <B>(value: A, body: () => B) => B
  readonly current: () => A | undefined
}

interface Storage<A> {
  readonly run: <B>(value: A, body: () => B) => B
  readonly getStore: () => A | undefined
}

interface AsyncHooks {
  readonly AsyncLocalStorage: new <A>() => Storage<A>
}

export const asyncScope = <A>(): AsyncScope<A> => {
  const host = globalThis as { readonly process?: { readonly getBuiltinModule?: (name: string) => unknown } }
  const hooks = host.process?.getBuiltinModule?.("node:async_hooks") as AsyncHooks | undefined
  if (hooks === undefined) return { run: (_value, body) => body(), current: () => undefined }
  const storage = new hooks.AsyncLocalStorage<A>()
  return { run: (value, body) => storage.run(value, body), current: () => storage.getStore() }
}
