/** A sink of events for NATS JetStream, and the entry point for `ANNOTARY_EVENT_SINKS` of the server. */
import { makeNatsSink, type NatsSinkOptions } from "./makeNatsSink.ts"
import { readNatsSettings } from "./settings.ts"

export { makeNatsSink, type NatsSinkOptions } from "./makeNatsSink.ts"

/** Makes the sink of the `NATS_…` variables of the server. */
export default ({ env }: { readonly env: Readonly<Record<string, string | undefined>> }) =>
  makeNatsSink(readNatsSettings(env) satisfies NatsSinkOptions)
