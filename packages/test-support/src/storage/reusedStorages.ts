/** Storages of a test file that stay open from test to test: to open one takes several times as long as most tests. */
import { Effect, Exit, Layer, Scope } from "effect"
import { afterAll } from "vitest"

/** Storages at separate places, such as files or schemas. */
export interface ReusedStoragesOptions<Place, Services> {
  readonly create: () => Promise<Place>
  readonly layer: (place: Place) => Layer.Layer<Services>
  /** Removes all contents of an open storage, so that the next test finds it as it was created. */
  readonly empty: (place: Place) => Promise<void>
  /** Removes a closed storage. */
  readonly remove: (place: Place) => Promise<void>
}

/**
 * Returns layers that each take an open storage, or open another one, and give it back empty. One whose emptying fails fails the
 * test and is not used again. Call it in a test file: the storages are closed and removed after the file's last test.
 */
export const makeReusedStorages = <Place, Services>({
  create,
  empty,
  layer,
  remove,
}: ReusedStoragesOptions<Place, Services>): (() => Layer.Layer<Services>) => {
  const all: Array<OpenStorage<Place, Services>> = []
  const idle: Array<OpenStorage<Place, Services>> = []
  afterAll(async () => {
    await Promise.all(
      all.splice(0).map(async ({ place, scope }) => {
        await Effect.runPromise(Scope.close(scope, Exit.void))
        await remove(place)
      }),
    )
  })
  const open = Effect.gen(function* () {
    const place = yield* Effect.promise(create)
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(layer(place), scope)
    const storage = { place, scope, layer: Layer.succeedContext(context) }
    all.push(storage)
    return storage
  })
  const take = Effect.gen(function* () {
    // Not acquired, for what is acquired cannot be interrupted, and a storage interrupts its own waits while it opens.
    const storage = idle.pop() ?? (yield* open)
    yield* Effect.addFinalizer(() =>
      Effect.promise(() => empty(storage.place).then(() => void idle.push(storage))),
    )
    return storage.layer
  })
  return () => Layer.unwrapScoped(take)
}

interface OpenStorage<Place, Services> {
  readonly place: Place
  readonly scope: Scope.CloseableScope
  readonly layer: Layer.Layer<Services>
}
