/** Room for what other packages keep in memory beside the engine's own: in the same transactions, undone with them. */
import { Context, type Effect, HashMap, Option } from "effect"
import type { Database } from "./Database.ts"

/** One value of another package. `now` is the storage's clock, milliseconds since 1970. */
export interface MemorySlot<A> {
  readonly read: <B>(ask: (value: A, now: number) => B) => Effect.Effect<B>
  readonly write: <B>(change: (value: A, now: number) => readonly [B, A]) => Effect.Effect<B>
}

export class MemoryExtensions extends Context.Tag("@annotary/core/MemoryExtensions")<
  MemoryExtensions,
  {
    /** The value under the key, which is the package's alone; immutable, as all of the database. */
    readonly slot: <A>(key: string, empty: A) => MemorySlot<A>
    /** Whether the calling fiber is inside a transaction. */
    readonly inside: Effect.Effect<boolean>
  }
>() {}

export const memoryExtensions = (db: Database): typeof MemoryExtensions.Service =>
  MemoryExtensions.of({
    inside: db.inside,
    slot: <A>(key: string, empty: A): MemorySlot<A> => {
      const valueIn = (all: HashMap.HashMap<string, unknown>): A =>
        Option.getOrElse(HashMap.get(all, key), () => empty) as A
      return {
        read: (ask) => db.read((state, now) => ask(valueIn(state.extensions), now)),
        write: (change) =>
          db.write((state, now) => {
            const [answer, next] = change(valueIn(state.extensions), now)
            return [answer, { ...state, extensions: HashMap.set(state.extensions, key, next) }]
          }),
      }
    },
  })
