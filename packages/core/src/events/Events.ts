import { Array as Arr, Context, Effect, Option, Tracer } from "effect"
import { type Dataset, formatFullName } from "../domain/Dataset.ts"
import type { OutboxEvent } from "../domain/Event.ts"
import { EventId, generateIds } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import { now } from "../domain/Timestamp.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { Notifier } from "../storage/Notifier.ts"
import { type Change, findSubject, formatEventObject } from "./eventObject.ts"
import { formatEventText } from "./eventText.ts"
import { Outbox } from "./Outbox.ts"

export type { Change } from "./eventObject.ts"

/** The dataset of the changes and their author. Results of `Access` fit. */
export interface EventScope {
  readonly dataset: Pick<Dataset, "id" | "owner" | "name">
  readonly recordsEvents: boolean
  readonly actor: Username
}

/** Writes events in the transaction of the change, or not at all. */
export class Events extends Effect.Service<Events>()("@annotary/core/Events", {
  effect: Effect.gen(function* () {
    const outbox = yield* Outbox
    const settings = yield* EngineSettings
    const notifier = yield* Notifier

    /** Whether events have subscribers. If not, nothing is read for an event. */
    const hasSubscribers = (scope: Pick<EventScope, "recordsEvents">): boolean =>
      scope.recordsEvents || settings.events === "always"

    /**
     * Writes one event for each change and notifies the delivery. MUST run in the transaction of the changes. It has no span:
     * every change runs it, and the caller's span covers it.
     */
    const record = Effect.fnUntraced(function* (scope: EventScope, changes: ReadonlyArray<Change>) {
      if (changes.length === 0 || !hasSubscribers(scope)) return
      const dataset = formatFullName(scope.dataset)
      const createdAt = yield* now
      const trace = findTrace(yield* Effect.context<never>())
      const toEvent = (change: Change, id: EventId): OutboxEvent => ({
        id,
        type: change.type,
        datasetId: scope.dataset.id,
        owner: scope.dataset.owner,
        dataset,
        createdAt,
        object: formatEventObject(change, dataset, settings),
        text: formatEventText({ type: change.type, dataset, actor: scope.actor, ...findSubject(change) }),
        trace,
      })
      const ids = yield* generateIds(EventId, changes.length)
      yield* outbox.append(Arr.zipWith(changes, ids, toEvent))
      yield* notifier.notify("deliveries")
    })

    return { record, wanted: hasSubscribers }
  }),
}) {}

/** The W3C `traceparent` of the current span; null without a tracer. */
export const findTrace = (context: Context.Context<never>): string | null => {
  const span = Option.getOrUndefined(Context.getOption(context, Tracer.ParentSpan))
  if (span === undefined || !/^[0-9a-f]{32}$/.test(span.traceId) || !/^[0-9a-f]{16}$/.test(span.spanId))
    return null
  return `00-${span.traceId}-${span.spanId}-${span.sampled ? "01" : "00"}`
}

/** The span that a `traceparent` names; undefined when it names none. */
export const parseSpan = (trace: string): Tracer.ExternalSpan | undefined => {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(trace) ?? []
  return traceId === undefined || spanId === undefined
    ? undefined
    : Tracer.externalSpan({ traceId, spanId, sampled: flags === "01" })
}
