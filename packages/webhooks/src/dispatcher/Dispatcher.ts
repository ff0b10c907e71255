/**
 * The dispatcher: claims due deliveries, sends them and saves the results while its scope is open. Any number
 * of processes can run one. When the scope closes, it stops claiming, gives back requests that it has not
 * begun, waits for requests in flight, and saves their results.
 */
import { DeliveryStore, hasTracer, Notifier } from "@annotary/core/effect"
import { Context, Effect, type Fiber, FiberId, FiberSet, Layer, type Scope } from "effect"
import type { Sender } from "../http/Sender.ts"
import { Sealer } from "../signing/Sealer.ts"
import { makeCompletions } from "./Completions.ts"
import { runClaimLoop } from "./claiming.ts"
import { type Dispatch, makeDispatch } from "./Dispatch.ts"
import {
  checkSettings,
  computeLongestMillis,
  type DispatchMisconfigured,
  type DispatchSettings,
  defaultDispatch,
} from "./DispatchSettings.ts"
import { countExhausted, makeTally } from "./dispatchMetrics.ts"
import { drain, stop } from "./draining.ts"
import type { InFlightRequest } from "./InFlightRequests.ts"
import { makeMaintenance } from "./maintenance.ts"
import { makePrepare } from "./prepare.ts"
import { publishCounts, runRenewal } from "./renewing.ts"
import { makeReport } from "./report.ts"
import { runTestLoop } from "./testing.ts"
import type { OnTransition } from "./transitionHook.ts"
import { handleSaved, processRequest } from "./working.ts"

/** The running dispatcher of this process. */
export class Dispatcher extends Context.Tag("@annotary/webhooks/Dispatcher")<
  Dispatcher,
  {
    /** Stops claiming and beginning requests; requests in flight continue. Closing the scope does this too. */
    readonly stop: Effect.Effect<void>
    /** Number of requests that are being sent. */
    readonly sending: Effect.Effect<number>
  }
>() {}

/** Options of {@link layerDispatcher}. */
export interface DispatcherOptions {
  readonly sender: Sender
  /** Identifies the process in the rows that it has leased. */
  readonly worker: string
  readonly settings?: Partial<DispatchSettings>
  /** Called for every transition of an endpoint, and for every delivery that this process has given up. */
  readonly onTransition?: OnTransition | undefined
}

type Needs = DeliveryStore | Sealer | Notifier

/** Delivers webhooks while the layer's scope is open. Fails for settings that would cause duplicate sends. */
export const layerDispatcher = (
  options: DispatcherOptions,
): Layer.Layer<Dispatcher, DispatchMisconfigured, Needs> => Layer.scoped(Dispatcher, makeDispatcher(options))

/** Starts a dispatcher in the current scope. */
export const makeDispatcher = (
  options: DispatcherOptions,
): Effect.Effect<typeof Dispatcher.Service, DispatchMisconfigured, Needs | Scope.Scope> =>
  Effect.gen(function* () {
    const settings: DispatchSettings = { ...defaultDispatch, ...options.settings }
    const wrong = checkSettings(settings)
    if (wrong !== null) return yield* wrong
    const store = yield* DeliveryStore
    const notifier = yield* Notifier
    const { prepare } = makePrepare(yield* Sealer, computeLongestMillis(settings))
    // Acquired before the finalizer that drains, so that transitions during the drain are reported too.
    const report = yield* makeReport(options.onTransition)
    const spans = yield* hasTracer
    const requests = yield* FiberSet.make<void>()
    const loops = yield* FiberSet.make<unknown>()
    const run = yield* FiberSet.runtime(requests)<never>()
    const fibers = new WeakMap<InFlightRequest, Fiber.RuntimeFiber<void>>()

    const turn = yield* Effect.makeSemaphore(1)
    const completions = yield* makeCompletions({
      store,
      turn,
      unsaved: () => dispatch.inFlight.size,
      policy: settings.policy,
      flushMillis: settings.flushMillis,
      onSaved: (batch, completed) => handleSaved(dispatch, batch, completed),
    })
    const dispatch: Dispatch = yield* makeDispatch({
      store,
      settings,
      completions,
      turn,
      report,
      sending: {
        sender: options.sender,
        prepare,
        waits: settings.waits,
        tally: makeTally(),
        lastStarts: new Map(),
        spans,
        reportedBroken: new Set(),
      },
      begin: (request) => void fibers.set(request, run(processRequest(dispatch, request))),
      abandon: (request) => void fibers.get(request)?.unsafeInterruptAsFork(FiberId.none),
    })
    yield* Effect.addFinalizer(() => drain(dispatch, requests, loops))
    const all = [
      completions.run,
      runClaimLoop(dispatch, notifier, options.worker),
      runTestLoop(dispatch, notifier, options.worker),
      runRenewal(dispatch),
      ...makeMaintenance(dispatch),
      publishCounts(dispatch),
    ]
    // A rate needs the zero before the first delivery that is given up.
    yield* countExhausted(0)
    for (const loop of all) yield* FiberSet.run(loops, loop)
    return { stop: stop(dispatch), sending: Effect.sync(() => dispatch.inFlight.sending) }
  })
