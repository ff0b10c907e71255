/** Links work in other processes to the span of the change that caused it. */
import { Context, Option, Tracer } from "effect"

/** The W3C `traceparent` of the current span; null without a tracer. */
export const traceOf = (context: Context.Context<never>): string | null => {
  const span = Option.getOrUndefined(Context.getOption(context, Tracer.ParentSpan))
  if (span === undefined || !/^[0-9a-f]{32}$/.test(span.traceId) || !/^[0-9a-f]{16}$/.test(span.spanId))
    return null
  return `00-${span.traceId}-${span.spanId}-${span.sampled ? "01" : "00"}`
}

/** The span that a `traceparent` names; undefined when it names none. */
export const spanOf = (trace: string): Tracer.ExternalSpan | undefined => {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(trace) ?? []
  return traceId === undefined || spanId === undefined
    ? undefined
    : Tracer.externalSpan({ traceId, spanId, sampled: flags === "01" })
}
