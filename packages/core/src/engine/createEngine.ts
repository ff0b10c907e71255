/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The Promise entry point: an engine over a storage, whose methods return Promises. Built eagerly, so that an unreachable
 * storage fails here and not at the first call.
 */
import { Context, Effect, FiberRef, identity, Layer, ManagedRuntime, Runtime, Stream } from "effect"
import { Authenticator } from "../access/Authenticator.ts"
import { type FindUser, hostIdentity } from "../accounts/hostIdentity.ts"
import { Users } from "../accounts/Users.ts"
import { BucketConnections, type Connections } from "../buckets/BucketConnections.ts"
import { type Actor, CurrentActor, system } from "../domain/Actor.ts"
import type { OutboxEvent } from "../domain/Event.ts"
import { Ids } from "../domain/Ids.ts"
import { EventFeed, type FeedOptions } from "../events/EventFeed.ts"
import { EventDelay } from "../events/SettledEvents.ts"
import { FormatRegistry, type Formats } from "../files/FormatRegistry.ts"
import { type Remote, RemoteFiles } from "../files/RemoteFiles.ts"
import { type Executor, TaskExecutor } from "../jobs/Executor.ts"
import { JobWorker } from "../jobs/JobWorker.ts"
import { defaultSettings, EngineSettings, type EngineSettingsValues } from "../kernel/EngineSettings.ts"
import { type LogFunction, type LogMethods, makeLogLayer } from "../kernel/logger.ts"
import { Transaction } from "../storage/Transaction.ts"
import { checkInline, LabelChecker, type LabelChecking } from "../warnings/LabelChecker.ts"
import { makeAsyncScope } from "./asyncScope.ts"
import { addCallSite, callSite } from "./callSite.ts"
import { type EngineServices, layerEngine } from "./Engine.ts"
import type { EngineContext, EngineExtension } from "./EngineExtension.ts"
import { EngineMisused } from "./EngineMisused.ts"
import {
  type CollectedServices,
  collectServices,
  type ExposedServices,
  exposeServices,
} from "./exposedServices.ts"
import { makeEndless, toAsyncIterable } from "./iterable.ts"
import { Maintenance } from "./Maintenance.ts"
import { type Runner, type RunOptions, runPromise } from "./promiseMethods.ts"
import type { Storage } from "./Storage.ts"
import { runInTransaction } from "./transactionApi.ts"
import { layerJobHandlers, layerWorkers } from "./workers.ts"

export type { LogFunction, LogMethods, LogRecord } from "../kernel/logger.ts"
export type { EngineContext } from "./EngineExtension.ts"

/** The options of {@link createEngine}. */
export interface EngineOptions<E = never, Ports = never, Services = never, Exposed extends object = object> {
  /** The storage: `memory()`, `sqlite({ filename })`. */
  readonly storage: Layer.Layer<Storage | Ports, E>
  /** Packages that add services, for example `webhooks()`. */
  readonly extensions?: ReadonlyArray<EngineExtension<Ports, Services, Exposed>>
  readonly settings?: Partial<EngineSettingsValues>
  /** Whether events are written for every change, even if the owner has no webhooks. */
  readonly events?: boolean
  /** The identity of requests. Defaults to API keys. A function is shorthand for `hostIdentity(function)`. */
  readonly authenticator?: FindUser | Layer.Layer<Authenticator, E, EngineServices>
  /**
   * Runs the checks of labels. Defaults to the calling thread. `@annotary/http/node` provides worker threads for large
   * ones.
   */
  readonly labelChecker?: LabelChecking
  /** The formats of exports and imports: `formatRegistry()` of `@annotary/formats`. Without them there are releases alone. */
  readonly formats?: Formats
  /**
   * Runs imports and exports. Without one, `formatRegistry()` runs them in dedicated processes, and other formats run in the
   * calling thread.
   */
  readonly executor?: Executor
  /** Connections to private buckets, of which the URLs in samples are signed. Without them an engine takes no buckets. */
  readonly buckets?: Connections
  /** Opens objects in buckets and URLs of samples for exports. Without it an engine opens its own assets alone. */
  readonly remoteFiles?: Remote
  /** Receives all log records: a function, or an object like pino's logger. Without one, records go to the console. */
  readonly logger?: LogFunction | LogMethods
  /** Whether this process does background work (releases, large clones, expired leases). If false, another one must. */
  readonly worker?: boolean
}

/** The services, for a person or for the engine itself. */
export interface EngineApi extends ExposedServices {
  /** Returns the services for a person, with that person's permissions. */
  readonly as: (username: string) => ExposedServices
}

/** The services inside of a transaction. */
export interface TransactionApi extends EngineApi {
  /** Runs an Effect inside the transaction, in sequence with its calls, for packages that use Effect. */
  readonly runPromise: <A, E>(effect: Effect.Effect<A, E, EngineContext>, options?: RunOptions) => Promise<A>
}

/** The options of `engine.transaction`. */
export interface TransactionOptions extends RunOptions {
  /** For storages: wraps the transaction, so that it joins one that the application began. */
  readonly around?: <A, E>(
    transaction: Effect.Effect<A, E, EngineContext>,
  ) => Effect.Effect<A, E, EngineContext>
}

/** An engine over a storage. Its members are the services, with all permissions. */
export interface Engine extends EngineApi, AsyncDisposable {
  /**
   * Runs a function in a transaction: all calls of its `tx` commit together, or none when it throws. It may run more than
   * once.
   */
  readonly transaction: <A>(
    body: (tx: TransactionApi) => Promise<A>,
    options?: TransactionOptions,
  ) => Promise<A>
  /**
   * Committed events in order, from the beginning or after the event with that id. Ends with the signal or when the engine
   * closes. `events` and `settings.events` decide which changes write events.
   */
  readonly events: (options?: FeedOptions & RunOptions) => AsyncIterable<OutboxEvent>
  /** The runtime with the services, for packages that use Effect. */
  readonly runtime: ManagedRuntime.ManagedRuntime<EngineContext, never>
  /** The settings in effect. */
  readonly settings: EngineSettingsValues
  /** True from the call of `close` on. Hosts of the engine refuse requests then. */
  readonly closed: boolean
  /** Stops background work and closes the storage. */
  readonly close: () => Promise<void>
}

/** Creates an engine over a storage. Rejects when the storage is unavailable. */
export const createEngine = <E = never, Ports = never, Services = never, Exposed extends object = object>(
  options: EngineOptions<E, Ports, Services, Exposed>,
): Promise<Engine & Exposed> => {
  const site = callSite(createEngine)
  return makeEngine(options).catch((error: unknown) => Promise.reject(addCallSite(site, error)))
}

const makeEngine = async <E, Ports, Services, Exposed extends object>(
  options: EngineOptions<E, Ports, Services, Exposed>,
): Promise<Engine & Exposed> => {
  // JavaScript applications may omit it.
  if (!Layer.isLayer(options?.storage)) throw new EngineMisused({ code: "storage_missing" })
  const settings = pickSettings(options)
  const managed = ManagedRuntime.make(makeLayer(options, settings))
  const runtime = await runPromise(Runtime.defaultRuntime, managed.runtimeEffect, {})
  const services = await runPromise(runtime, collectServices, {})
  const { feed, transaction, users } = await runPromise(
    runtime,
    Effect.all({ feed: EventFeed, transaction: Transaction, users: Users }),
    {},
  )
  const transactions = makeAsyncScope<{ open: boolean }>()
  const closed = new AbortController()

  /** Calls inside a transaction's function would deadlock: they wait for the transaction, and it waits for them. */
  const findMisuse = (): EngineMisused | undefined => {
    if (closed.signal.aborted) return new EngineMisused({ code: "closed" })
    return transactions.current()?.open === true
      ? new EngineMisused({ code: "around_transaction" })
      : undefined
  }
  const makeRunner = <R>(runtime: Runtime.Runtime<R>): Runner<R> => ({
    promise: async (effect, run) => {
      const error = findMisuse()
      if (error !== undefined) throw error
      return runPromise(runtime, effect, run)
    },
    iterable: (stream, run) => toAsyncIterable(runtime, stream, { ...run, problem: findMisuse }),
    opened: (stream, run) => toAsyncIterable(runtime, stream, { ...run, problem: findMisuse }),
  })
  const base = makeRunner(runtime)
  // Services got each other when they were built. A call copies its context wherever it adds to it, so that a small one is faster.
  const calls = makeRunner(Runtime.make({ ...runtime, context: readByCalls(runtime.context) }))
  const apiOf = makeApis(services, users)
  const openTransaction = (runner: Runner<EngineContext>): TransactionApi => ({
    ...apiOf(runner),
    runPromise: (effect, run = {}) => runner.promise(effect, run),
  })
  let closing: Promise<void> | undefined
  const close = () => {
    closed.abort()
    closing ??= managed.dispose()
    return closing
  }
  const open: Engine["transaction"] = (body, { around = identity, ...run } = {}) => {
    const site = callSite(open)
    const limitMillis = settings.transactionMillis
    const done = base.promise(
      around(
        runInTransaction({
          transaction,
          limitMillis,
          within: markCalls(transactions),
          open: openTransaction,
          body,
        }),
      ),
      run,
    )
    return done.catch((error: unknown) => Promise.reject(addCallSite(site, error)))
  }
  const engine: Engine = {
    ...apiOf(calls),
    transaction: open,
    events: ({ signal, ...options } = {}) =>
      makeEndless(runtime, feed.stream(options), { closed: closed.signal, problem: findMisuse, signal }),
    runtime: managed,
    settings,
    get closed() {
      return closed.signal.aborted
    },
    close,
    [Symbol.asyncDispose]: close,
  }
  const runners = {
    system: runActing(base, Effect.succeed(system)),
    as: (username: string) => runActing(base, findPerson(users, username)),
  }
  // Added to the engine itself, because a copy would keep the current value of `closed`.
  const exposed: ReadonlyArray<Exposed> = (options.extensions ?? []).map(({ expose }) => expose(runners))
  return Object.assign(engine, ...exposed)
}

/** References that methods read from their context, beside the actor. Of a reference that is not listed they would read the default. */
const readByCalls = Context.pick(EngineSettings, LabelChecker, Ids, EventDelay)

const pickSettings = ({
  events,
  settings,
}: Pick<EngineOptions, "events" | "settings">): EngineSettingsValues => ({
  ...defaultSettings,
  ...settings,
  ...(events === true ? { events: "always" as const } : {}),
})

const makeApis =
  (services: CollectedServices, users: Users) =>
  (runner: Runner<never>): EngineApi => ({
    ...exposeServices(services, runActing(runner, Effect.succeed(system))),
    as: (username) => exposeServices(services, runActing(runner, findPerson(users, username))),
  })

/** Over HTTP an unknown user learns nothing. Here the application passes the name, and the mistake is its own. */
const findPerson = (users: Users, user: string): Effect.Effect<Actor, EngineMisused> =>
  Effect.mapError(users.findCachedActor(user), () => new EngineMisused({ code: "unknown_user", user }))

/** Runs a transaction's function so that code that it awaits can be distinguished from other code. */
const markCalls =
  (transactions: ReturnType<typeof makeAsyncScope<{ open: boolean }>>) =>
  async <A>(body: () => Promise<A>): Promise<A> => {
    const marker = { open: true }
    try {
      return await transactions.run(marker, body)
    } finally {
      marker.open = false
    }
  }

/** A layer that fails to build fails `createEngine` with its error, not the runtime's later users. */
const makeLayer = <E, Ports, Services, Exposed extends object>(
  options: EngineOptions<E, Ports, Services, Exposed>,
  settings: EngineSettingsValues,
): Layer.Layer<EngineContext | Services> => {
  const { authenticator = Authenticator.apiKeys, extensions = [] } = options
  const stored = extensions.reduce<Layer.Layer<Storage | Ports, E>>(
    (storage, extension) =>
      extension.storage === undefined ? storage : Layer.provideMerge(extension.storage, storage),
    options.storage,
  )
  const hostLayer = Layer.mergeAll(
    stored,
    Layer.succeed(EngineSettings, settings),
    Layer.succeed(LabelChecker, options.labelChecker ?? checkInline),
    options.buckets === undefined ? Layer.empty : Layer.succeed(BucketConnections, options.buckets),
    options.remoteFiles === undefined ? Layer.empty : Layer.succeed(RemoteFiles, options.remoteFiles),
    options.formats === undefined ? Layer.empty : Layer.succeed(FormatRegistry, options.formats),
    options.executor === undefined ? Layer.empty : Layer.succeed(TaskExecutor, options.executor),
  )
  const identity = typeof authenticator === "function" ? hostIdentity(authenticator) : authenticator
  const services = Layer.provideMerge(identity, layerEngine)
  const own = options.worker === false ? services : Layer.provideMerge(background, services)
  // Without an extension there are no `Services`, which the types cannot know.
  const base = Layer.provideMerge(own, hostLayer) as Layer.Layer<
    Layer.Layer.Success<typeof own> | Layer.Layer.Success<typeof hostLayer> | Services,
    Layer.Layer.Error<typeof own> | Layer.Layer.Error<typeof hostLayer>
  >
  const all = extensions.reduce((layer, extension) => {
    const extended = Layer.provideMerge(extension.services, layer)
    const { worker } = extension
    return worker === undefined || options.worker === false ? extended : Layer.provideMerge(worker, extended)
  }, base)
  return Layer.orDie(
    options.logger === undefined ? all : Layer.provideMerge(all, makeLogLayer(options.logger)),
  )
}

const background = layerWorkers.pipe(
  Layer.provide(Layer.merge(JobWorker.Default, Maintenance.Default)),
  Layer.provide(layerJobHandlers),
)

/** Each call runs for the actor. Resolving the actor may fail the call. */
const runActing = <R>(
  runner: Runner<R>,
  actor: Effect.Effect<Actor, EngineMisused>,
): Runner<R | CurrentActor> => ({
  promise: (effect, options) =>
    runner.promise(
      Effect.flatMap(actor, (known) => provideActor(known, effect)),
      options,
    ),
  iterable: (stream, options) =>
    runner.iterable(Stream.provideServiceEffect(stream, CurrentActor, actor), options),
  opened: runner.opened,
})

/** Provides the actor to a whole fiber, as each call has one: to provide it to a part takes many times as long. */
const provideActor = <A, E, R>(
  actor: Actor,
  effect: Effect.Effect<A, E, R | CurrentActor>,
): Effect.Effect<A, E, R> =>
  Effect.zipRight(
    FiberRef.update(FiberRef.currentContext, Context.add(CurrentActor, actor)),
    // The context has the actor now.
    effect as Effect.Effect<A, E, R>,
  )
