/**
 * The dispatcher: claims what is due, sends it, tells what came of it, for as long as its scope is open. Any number of
 * processes do this beside each other. When the scope closes it stops claiming, lets end what is being sent, gives back what
 * it never began, and tells what it knows.
 */
import { Notifier } from "@annotary/core/effect"
import { Context, Effect, type Fiber, FiberId, FiberRef, FiberSet, Layer, type Scope } from "effect"
import { makeCompletions } from "./dispatch/Completions.ts"
import { claiming } from "./dispatch/claiming.ts"
import { type Dispatch, makeDispatch } from "./dispatch/Dispatch.ts"
import {
  type DispatchMisconfigured,
  type DispatchSettings,
  defaultDispatch,
  longestMillis,
  misconfigured,
} from "./dispatch/DispatchSettings.ts"
import { makeTally } from "./dispatch/dispatchMetrics.ts"
import { drain, stop } from "./dispatch/draining.ts"
import type { Held } from "./dispatch/Hands.ts"
import { makeReport } from "./dispatch/operational.ts"
import { makePrepare } from "./dispatch/prepare.ts"
import { renewing, showing } from "./dispatch/renewing.ts"
import { tending } from "./dispatch/tending.ts"
import { testing } from "./dispatch/testing.ts"
import type { OnTransition } from "./dispatch/transitionHook.ts"
import { afterTelling, work } from "./dispatch/working.ts"
import { DeliveryStore } from "./ports/DeliveryStore.ts"
import type { Sender } from "./send/Sender.ts"
import { Sealer } from "./signing/Sealer.ts"

export class Dispatcher extends Context.Tag("@annotary/webhooks/Dispatcher")<
  Dispatcher,
  {
    /** Nothing more is claimed or begun from now on; what is being sent goes on. Closing the scope does this, too. */
    readonly stop: Effect.Effect<void>
    /** Requests that are being sent. */
    readonly sending: Effect.Effect<number>
  }
>() {}

export interface DispatcherOptions {
  readonly sender: Sender
  /** Names the process in the rows that it has leased. */
  readonly worker: string
  readonly settings?: Partial<DispatchSettings>
  /** Called for every transition of an endpoint and every delivery that this process has seen given up. */
  readonly onTransition?: OnTransition | undefined
}

type Needs = DeliveryStore | Sealer | Notifier

export const layerDispatcher = (
  options: DispatcherOptions,
): Layer.Layer<Dispatcher, DispatchMisconfigured, Needs> => Layer.scoped(Dispatcher, makeDispatcher(options))

export const makeDispatcher = (
  options: DispatcherOptions,
): Effect.Effect<typeof Dispatcher.Service, DispatchMisconfigured, Needs | Scope.Scope> =>
  Effect.gen(function* () {
    const settings: DispatchSettings = { ...defaultDispatch, ...options.settings }
    const wrong = misconfigured(settings)
    if (wrong !== null) return yield* wrong
    const store = yield* DeliveryStore
    const notifier = yield* Notifier
    const { prepare } = makePrepare(yield* Sealer, longestMillis(settings))
    // Before the finalizer that drains: its transitions are reported, too.
    const report = yield* makeReport(options.onTransition)
    const spans = yield* FiberRef.get(FiberRef.currentTracerEnabled)
    const requests = yield* FiberSet.make<void>()
    const loops = yield* FiberSet.make<never>()
    const run = yield* FiberSet.runtime(requests)<never>()
    const fibers = new WeakMap<Held, Fiber.RuntimeFiber<void>>()

    const completions = makeCompletions({
      store,
      policy: settings.policy,
      flushMillis: settings.flushMillis,
      told: (batch, completed) => afterTelling(dispatch, batch, completed),
    })
    const dispatch: Dispatch = makeDispatch({
      store,
      settings,
      completions,
      report,
      sending: {
        sender: options.sender,
        prepare,
        waits: settings.waits,
        tally: makeTally(),
        lastStarts: new Map(),
        spans,
      },
      begin: (held) => void fibers.set(held, run(work(dispatch, held))),
      abandon: (held) => void fibers.get(held)?.unsafeInterruptAsFork(FiberId.none),
    })
    yield* Effect.addFinalizer(() => drain(dispatch, requests, loops))
    const all = [
      completions.run,
      claiming(dispatch, notifier, options.worker),
      testing(dispatch, notifier, options.worker),
      renewing(dispatch),
      ...tending({ store, settings, report, wake: dispatch.bell.ring, ended: dispatch.ended.rung }),
      showing(dispatch),
    ]
    for (const loop of all) yield* FiberSet.run(loops, loop)
    return { stop: stop(dispatch), sending: Effect.sync(() => dispatch.hands.sending) }
  })
