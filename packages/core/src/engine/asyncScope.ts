/**
 * Detects whether code runs inside a callback, across its awaits. Node's AsyncLocalStorage is reached through
 * `process.getBuiltinModule`, so that a browser bundle needs no Node built-in; where it is missing, code is never inside.
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

export const makeAsyncScope = <A>(): AsyncScope<A> => {
  const host = globalThis as { readonly process?: { readonly getBuiltinModule?: (name: string) => unknown } }
  const hooks = host.process?.getBuiltinModule?.("node:async_hooks") as AsyncHooks | undefined
  if (hooks === undefined) return { run: (_value, body) => body(), current: () => undefined }
  const storage = new hooks.AsyncLocalStorage<A>()
  return { run: (value, body) => storage.run(value, body), current: () => storage.getStore() }
}
