/** A sink of events for Kafka, and the entry point for `ANNOTARY_EVENT_SINKS` of the server. */
import { makeKafkaSink } from "./makeKafkaSink.ts"
import { readKafkaSettings } from "./settings.ts"

export { type KafkaSinkOptions, makeKafkaSink } from "./makeKafkaSink.ts"

/** Makes the sink of the `KAFKA_…` variables of the server. */
export default ({ env }: { readonly env: Readonly<Record<string, string | undefined>> }) =>
  makeKafkaSink(readKafkaSettings(env))
