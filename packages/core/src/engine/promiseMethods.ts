/**
 * Services for Promise users: every method returns a Promise, every stream is an AsyncIterable, and a Promise rejects with
 * the error of the service itself. The types derive from the services.
 */
import { Cause, type Context, Effect, Exit, Runtime, Stream } from "effect"
import { getReadyItems } from "../kernel/readyStream.ts"
import { addCallSite, callSite } from "./callSite.ts"

/** The last argument of every method. */
export interface RunOptions {
  /** Interrupts the call and the reading of its streams. */
  readonly signal?: AbortSignal | undefined
}

type AnyEffect = Effect.Effect<unknown, unknown, unknown>
type AnyStream = Stream.Stream<unknown, unknown, unknown>

/** A service, or those of its methods that are named. */
export type Promised<Service, Names extends keyof Service = keyof Service> = {
  readonly [Name in Names as Service[Name] extends Callable ? Name : never]: PromisedMember<Service[Name]>
}

type Callable = AnyEffect | ((...args: never) => AnyEffect | AnyStream)

type PromisedMember<Member> = Member extends (...args: infer Args) => infer Result
  ? (...args: [...args: Args, options?: RunOptions]) => Answer<Result>
  : (options?: RunOptions) => Answer<Member>

/** The result type of a method. An Effect is also a Stream in the types, so it is matched first. */
type Answer<Result> =
  Result extends Effect.Effect<infer A, infer _E, infer _R>
    ? Promise<Plain<A>>
    : Result extends Stream.Stream<infer A, infer _E, infer _R>
      ? AsyncIterable<A>
      : never

/** The result unchanged, except that streams and functions that return them become AsyncIterables. */
export type Plain<A> = A extends string | number | boolean | null | undefined
  ? A
  : A extends Stream.Stream<infer B, infer _E, infer _R>
    ? AsyncIterable<B>
    : StreamKeys<A> extends never
      ? A
      : { readonly [Key in keyof A]: PlainMember<A[Key]> }

type StreamKeys<A> = {
  [Key in keyof A]: A[Key] extends AnyStream | ((...args: never) => AnyStream) ? Key : never
}[keyof A]

type PlainMember<Member> =
  Member extends Stream.Stream<infer A, infer _E, infer _R>
    ? AsyncIterable<A>
    : Member extends (...args: infer Args) => Stream.Stream<infer A, infer _E, infer _R>
      ? (...args: Args) => AsyncIterable<A>
      : Member

/** Runs calls, for an engine or for a transaction. */
export interface Runner<R> {
  readonly promise: <A, E>(effect: Effect.Effect<A, E, R>, options: RunOptions) => Promise<A>
  readonly iterable: <A, E>(stream: Stream.Stream<A, E, R>, options: RunOptions) => AsyncIterable<A>
  /** Converts a stream in a result, which has no requirements left. */
  readonly opened: <A, E>(stream: Stream.Stream<A, E>, options: RunOptions) => AsyncIterable<A>
}

/**
 * The requirements of a method. A method whose requirements are a type parameter is provided with those of the
 * runner.
 */
type Needs<Member> = Member extends (...args: never) => infer Result ? NeedsOf<Result> : NeedsOf<Member>

type NeedsOf<Result> =
  Result extends Effect.Effect<infer _A, infer _E, infer R>
    ? Known<R>
    : Result extends Stream.Stream<infer _A, infer _E, infer R>
      ? Known<R>
      : never

type Known<R> = unknown extends R ? never : R

/** The name of a method that the runner can run; `never` otherwise. */
type Runnable<R, Service, Name extends keyof Service> = [Needs<Service[Name]>] extends [R] ? Name : never

/** The named methods of a service, each run by the runner, which must provide their requirements. */
export const promiseMethods = <R, Service extends object, Name extends keyof Service & string>(
  runner: Runner<R>,
  service: Service,
  names: ReadonlyArray<Name & Runnable<R, Service, Name>>,
): Promised<Service, Name> => {
  const methods = names.map((name) => {
    const member: unknown = service[name]
    const callMethod = (...args: ReadonlyArray<unknown>) => {
      const site = callSite(callMethod)
      const answer = call(runner, member, args)
      return answer instanceof Promise
        ? answer.catch((error: unknown) => Promise.reject(addCallSite(site, error)))
        : answer
    }
    return [name, callMethod]
  })
  return Object.fromEntries(methods)
}

const call = <R>(runner: Runner<R>, member: unknown, args: ReadonlyArray<unknown>): unknown => {
  const runOptions = readRunOptions(args)
  const options = runOptions ?? {}
  const rest = runOptions === undefined ? args : args.slice(0, -1)
  const result: unknown = typeof member === "function" ? member(...rest) : member
  if (!Effect.isEffect(result) && isStream(result))
    return runner.iterable(result as Stream.Stream<unknown, unknown, R>, options)
  const answer = Effect.withFiberRuntime<unknown, unknown, R>((fiber) => {
    const open: Open = (stream) => {
      // The runner provides what the method requires, and with it what its streams require.
      const context = fiber.currentContext as Context.Context<R>
      const sent = stream as Stream.Stream<unknown, unknown, R>
      // A stream that is ready requires nothing.
      const free = getReadyItems(sent) === undefined ? Stream.provideContext(sent, context) : sent
      return runner.opened(free as Stream.Stream<unknown, unknown>, options)
    }
    return Effect.map(result as Effect.Effect<unknown, unknown, R>, (value) => toPlain(open, value))
  })
  return runner.promise(answer, options)
}

/** Converts a stream in an answer to an AsyncIterable. */
type Open = (stream: unknown) => AsyncIterable<unknown>

/** The last argument if it is `{ signal }` and nothing else. */
const readRunOptions = (args: ReadonlyArray<unknown>): RunOptions | undefined => {
  const last = args.at(-1)
  if (typeof last !== "object" || last === null || !("signal" in last)) return undefined
  const { signal } = last
  const isOurs = signal === undefined || signal instanceof AbortSignal
  return isOurs && Object.keys(last).length === 1 ? { signal } : undefined
}

const toPlain = (open: Open, value: unknown): unknown => {
  if (!isRecord(value)) return openIfStream(open, value)
  const members = Object.entries(value).map(([key, member]) => [key, toPlainMember(open, member)] as const)
  const changed = members.some(([key, member]) => member !== value[key])
  return changed ? Object.fromEntries(members) : value
}

const toPlainMember = (open: Open, member: unknown): unknown =>
  typeof member === "function"
    ? (...args: ReadonlyArray<unknown>) => openIfStream(open, member(...args))
    : openIfStream(open, member)

const openIfStream = (open: Open, value: unknown): unknown => (isStream(value) ? open(value) : value)

const isStream = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Stream.StreamTypeId in value

const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Runs the effect. The Promise rejects with its failure, defect or interruption. */
export const runPromise = async <A, E, R>(
  runtime: Runtime.Runtime<R>,
  effect: Effect.Effect<A, E, R>,
  { signal }: RunOptions,
): Promise<A> => {
  signal?.throwIfAborted()
  const exit = await Runtime.runPromiseExit(runtime)(effect, signal === undefined ? {} : { signal })
  if (Exit.isSuccess(exit)) return exit.value
  if (Cause.isInterruptedOnly(exit.cause)) signal?.throwIfAborted()
  throw Cause.squash(exit.cause)
}
