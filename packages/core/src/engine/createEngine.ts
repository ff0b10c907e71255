/**
 * The door for everyone: an engine over a storage, whose methods answer Promises. Built eagerly, so that a storage that
 * cannot be reached is told here and not at the first call.
 */
import { Effect, identity, Layer, ManagedRuntime, Runtime, Stream } from "effect"
import { type Actor, CurrentActor, system } from "../domain/Actor.ts"
import type { Unauthorized } from "../domain/errors.ts"
import type { ApiKeys } from "../identity/ApiKeys.ts"
import { Authenticator } from "../identity/Authenticator.ts"
import { Users } from "../identity/Users.ts"
import { JobWorker } from "../jobs/JobWorker.ts"
import type { Storage } from "../storage/Storage.ts"
import { Transaction } from "../storage/Transaction.ts"
import { asyncScope } from "./asyncScope.ts"
import { type EngineServices, layerEngine } from "./Engine.ts"
import { EngineMisused } from "./EngineMisused.ts"
import { defaultSettings, EngineSettings, type EngineSettingsValues } from "./EngineSettings.ts"
import { iterableOf } from "./iterable.ts"
import { Maintenance } from "./Maintenance.ts"
import { type Runner, type RunOptions, runPromise } from "./promised.ts"
import { gatherRooms, openRooms, type Rooms } from "./rooms.ts"
import { inTransaction } from "./transactionDoor.ts"
import { layerJobHandlers, layerWorkers } from "./workers.ts"

export interface EngineOptions<E = never> {
  /** Where everything is kept: `memory()`, `sqlite({ filename })`. */
  readonly storage: Layer.Layer<Storage, E>
  readonly settings?: Partial<EngineSettingsValues>
  /** True: events are written for every change, whether or not the owner enabled webhooks. */
  readonly events?: boolean
  /** Who a request is; by default API keys. */
  readonly authenticator?: Layer.Layer<Authenticator, E, ApiKeys>
  /** False: this process does no background work (releases, large clones, leases that end), another one does. */
  readonly worker?: boolean
}

/** What an engine's runtime holds: for packages that run Effects of their own beside it. */
export type EngineContext = EngineServices | Storage | Authenticator

/** The services as one person, or as the engine itself. */
export interface EngineDoor extends Rooms {
  /** The same services for a person: refused what that person may not do. */
  readonly as: (username: string) => Rooms
}

/** The services inside of a transaction. */
export interface TransactionDoor extends EngineDoor {
  /** Runs an Effect there, one after the other with the transaction's calls: for packages that bring some of their own. */
  readonly runPromise: <A, E>(effect: Effect.Effect<A, E, EngineContext>, options?: RunOptions) => Promise<A>
}

export interface TransactionOptions extends RunOptions {
  /** For storages: what is put around the transaction, to have it join one that the application has begun. */
  readonly around?: <A, E>(
    transaction: Effect.Effect<A, E, EngineContext>,
  ) => Effect.Effect<A, E, EngineContext>
}

export interface Engine extends EngineDoor, AsyncDisposable {
  /** Runs the function so that all calls of its `tx` commit together, or none when it throws. It may run more than once. */
  readonly transaction: <A>(
    body: (tx: TransactionDoor) => Promise<A>,
    options?: TransactionOptions,
  ) => Promise<A>
  readonly runtime: ManagedRuntime.ManagedRuntime<EngineContext, never>
  readonly settings: EngineSettingsValues
  /** From the call of `close` on: hosts of the engine answer nobody any more. */
  readonly closed: boolean
  /** Stops background work and closes the storage. */
  readonly close: () => Promise<void>
}

export const createEngine = async <E = never>(options: EngineOptions<E>): Promise<Engine> => {
  const settings: EngineSettingsValues = {
    ...defaultSettings,
    ...options.settings,
    ...(options.events === true ? { events: "always" as const } : {}),
  }
  const managed = ManagedRuntime.make(layerOf(options, settings))
  const runtime = await runPromise(Runtime.defaultRuntime, managed.runtimeEffect, {})
  const rooms = await runPromise(runtime, gatherRooms, {})
  const { transaction, users } = await runPromise(
    runtime,
    Effect.all({ transaction: Transaction, users: Users }),
    {},
  )
  const transactions = asyncScope<{ open: boolean }>()
  let closed = false

  /** Calls from inside of a transaction's function would wait for that transaction to end, which waits for them. */
  const misuse = (): EngineMisused | undefined => {
    if (closed) return new EngineMisused({ code: "closed" })
    return transactions.current()?.open === true
      ? new EngineMisused({ code: "around_transaction" })
      : undefined
  }
  const base: Runner<EngineContext> = {
    promise: async (effect, run) => {
      const error = misuse()
      if (error !== undefined) throw error
      return runPromise(runtime, effect, run)
    },
    iterable: (stream, run) => iterableOf(runtime, stream, { ...run, problem: misuse }),
    opened: (stream, run) => iterableOf(runtime, stream, { ...run, problem: misuse }),
  }
  const doorOf = (runner: Runner<EngineContext>): EngineDoor => ({
    ...openRooms(rooms, acting(runner, Effect.succeed(system))),
    as: (username) => openRooms(rooms, acting(runner, users.actorNamed(username))),
  })
  const openTransaction = (runner: Runner<EngineContext>): TransactionDoor => ({
    ...doorOf(runner),
    runPromise: (effect, run = {}) => runner.promise(effect, run),
  })
  const within = async <A>(body: () => Promise<A>): Promise<A> => {
    const marker = { open: true }
    try {
      return await transactions.run(marker, body)
    } finally {
      marker.open = false
    }
  }
  let closing: Promise<void> | undefined
  const close = () => {
    closed = true
    closing ??= managed.dispose()
    return closing
  }
  return {
    ...doorOf(base),
    transaction: (body, { around = identity, ...run } = {}) => {
      const limitMillis = settings.transactionMillis
      return base.promise(
        around(inTransaction({ transaction, limitMillis, within, open: openTransaction, body })),
        run,
      )
    },
    runtime: managed,
    settings,
    get closed() {
      return closed
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** A layer that fails to build fails `createEngine` with its error, not the runtime's later users. */
const layerOf = <E>(
  options: EngineOptions<E>,
  settings: EngineSettingsValues,
): Layer.Layer<EngineContext> => {
  const given = Layer.merge(options.storage, Layer.succeed(EngineSettings, settings))
  const services = Layer.provideMerge(options.authenticator ?? Authenticator.apiKeys, layerEngine)
  const all = options.worker === false ? services : Layer.provideMerge(background, services)
  return Layer.orDie(Layer.provideMerge(all, given))
}

const background = layerWorkers.pipe(
  Layer.provide(Layer.merge(JobWorker.Default, Maintenance.Default)),
  Layer.provide(layerJobHandlers),
)

/** Each call runs for the actor; finding out who that is may fail it. */
const acting = (
  runner: Runner<EngineContext>,
  actor: Effect.Effect<Actor, Unauthorized>,
): Runner<EngineContext | CurrentActor> => ({
  promise: (effect, options) =>
    runner.promise(Effect.provideServiceEffect(effect, CurrentActor, actor), options),
  iterable: (stream, options) =>
    runner.iterable(Stream.provideServiceEffect(stream, CurrentActor, actor), options),
  opened: runner.opened,
})
