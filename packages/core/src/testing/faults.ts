import { Context, Effect, Layer, Stream } from "effect"
import type { Storage, WebhookStorage } from "../engine/Storage.ts"
import { StorageFailure } from "../storage/StorageFailure.ts"
import { Transaction } from "../storage/Transaction.ts"

/** The methods of the ports, as `SampleStore.insert`. */
export type PortMethod = MethodOf<Exclude<Storage, Transaction> | WebhookStorage>

type MethodOf<Port> = Port extends { readonly Id: infer Id extends string; readonly Type: infer Shape }
  ? {
      [Name in keyof Shape & string]: Shape[Name] extends (...args: never) => unknown
        ? `${LastPart<Id>}.${Name}`
        : never
    }[keyof Shape & string]
  : never

/** `SampleStore` of `@annotary/core/SampleStore`. */
type LastPart<Id extends string> = Id extends `${string}/${infer Rest}` ? LastPart<Rest> : Id

/**
 * Fault injection: fails the next call of a port's method, or makes the next transaction conflict. Each fault happens
 * once, and a failed call changes nothing.
 */
export interface Faults {
  /**
   * Fails the next call of a method, for example `SampleStore.insert`. `transient` (default false): the failure is
   * temporary, such as a lost connection. Throws a `RangeError` when no port has the method.
   */
  readonly failNext: (operation: PortMethod, options?: { readonly transient?: boolean }) => void
  /** Makes the next transaction conflict: it runs, is rolled back, and runs again. */
  readonly conflictNext: () => void
  /** Faults that have not happened, in order. */
  readonly pending: () => ReadonlyArray<string>
}

interface Fault {
  readonly operation: string
  readonly transient: boolean
}

/** The faults, and a function that injects them into a storage. */
export const makeFaults = (): {
  readonly faults: Faults
  readonly failing: <R, E>(storage: Layer.Layer<R, E>) => Layer.Layer<R, E>
} => {
  const planned: Array<Fault> = []
  const names = new Set<string>()
  const take = (operation: string): Fault | undefined => {
    const index = planned.findIndex((fault) => fault.operation === operation)
    return index === -1 ? undefined : planned.splice(index, 1)[0]
  }
  return {
    faults: {
      failNext: (operation, { transient = false } = {}) => {
        // A misspelled name would fail nothing, and the test would pass for the wrong reason.
        if (!names.has(operation)) throw new RangeError(`no port has a method ${operation}`)
        planned.push({ operation, transient })
      },
      conflictNext: () => planned.push({ operation: conflict, transient: true }),
      pending: () => planned.map(({ operation }) => operation),
    },
    failing: (storage) =>
      Layer.map(storage, (ports) => {
        const wrapped = [...ports.unsafeMap].map(([key, port]): readonly [string, unknown] => {
          // Inputs of an adapter are not ports.
          if (!key.startsWith("@annotary/")) return [key, port]
          // Settings, such as the storage's event delay, are not ports.
          if (typeof port !== "object") return [key, port]
          if (key === Transaction.key) return [key, makeConflicting(port, take)]
          return [key, findPort(key.slice(key.lastIndexOf("/") + 1), port, { take, names })]
        })
        return Context.unsafeMake(new Map(wrapped))
      }),
  }
}

const conflict = "Transaction.run"

const findPort = (
  name: string,
  port: object,
  { names, take }: { readonly take: (operation: string) => Fault | undefined; readonly names: Set<string> },
): object => {
  const members = Object.entries(port).map(([method, member]: [string, unknown]) => {
    const operation = `${name}.${method}`
    if (typeof member !== "function") return [method, member]
    names.add(operation)
    return [
      method,
      (...args: ReadonlyArray<unknown>) => makeFailingCall(operation, take, () => member(...args)),
    ]
  })
  return Object.fromEntries(members)
}

const makeFailingCall = (
  operation: string,
  take: (operation: string) => Fault | undefined,
  call: () => unknown,
): unknown => {
  const answer = call()
  const failIfPlanned = () => {
    const plannedFault = take(operation)
    return plannedFault === undefined
      ? undefined
      : new StorageFailure({
          operation,
          transient: plannedFault.transient,
          cause: new Error("an injected fault"),
        })
  }
  if (Effect.isEffect(answer))
    return Effect.suspend((): Effect.Effect<unknown, unknown, unknown> => {
      const failure = failIfPlanned()
      return failure === undefined ? answer : Effect.die(failure)
    })
  if (!isStream(answer)) return answer
  return Stream.suspend(() => {
    const failure = failIfPlanned()
    return failure === undefined ? answer : Stream.die(failure)
  })
}

const isStream = (value: unknown): value is Stream.Stream<unknown, unknown, unknown> =>
  typeof value === "object" && value !== null && Stream.StreamTypeId in value

/** Only the outermost of nested transactions conflicts, as in databases. */
const makeConflicting = (
  { inside, run }: Context.Tag.Service<Transaction>,
  take: (operation: string) => Fault | undefined,
): Context.Tag.Service<Transaction> => ({
  inside,
  run: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(inside, (nested) => {
      if (nested || take(conflict) === undefined) return run(effect)
      const undone = run(Effect.zipRight(effect, Effect.fail(again)))
      return Effect.catchIf(undone, isAgain, () => run(effect)) as Effect.Effect<A, E, R>
    }),
})

const again = Symbol("a transaction that is to run again")
const isAgain = (error: unknown): error is typeof again => error === again
