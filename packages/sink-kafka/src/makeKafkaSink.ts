import type { ConnectionOptions } from "node:tls"
import type { EventSink, SinkEvent } from "@annotary/core"
import { Producer, stringSerializers } from "@platformatic/kafka"

/** The options of {@link makeKafkaSink}. */
export interface KafkaSinkOptions {
  /** Some brokers of the cluster: `["127.0.0.1:9092"]`. */
  readonly brokers: ReadonlyArray<string>
  /** Defaults to `annotary`. It must exist. */
  readonly topic?: string
  /** Options of TLS. Without them connections are not encrypted. */
  readonly tls?: ConnectionOptions
  readonly sasl?: {
    readonly mechanism: "PLAIN" | "SCRAM-SHA-256" | "SCRAM-SHA-512"
    readonly username: string
    readonly password: string
  }
  /** Names the stored position of the sink. Defaults to `kafka`. */
  readonly name?: string
  /** The time for a connection, and for the answer to a request, in milliseconds. Defaults to 10 000. */
  readonly timeoutMillis?: number
}

/**
 * A sink that stores events in a topic of Kafka, when all replicas in sync have them. The key of a message is the dataset, whose
 * events are therefore in one partition, in their order.
 */
export const makeKafkaSink = ({
  brokers,
  name = "kafka",
  sasl,
  timeoutMillis = 10_000,
  tls,
  topic = "annotary",
}: KafkaSinkOptions): EventSink => {
  // Its client loads on older versions, and fails at the first call.
  if (!("withResolvers" in Promise)) throw new Error("The sink of Kafka needs Node.js 22.22, 24.6 or later.")
  const makeProducer = () =>
    new Producer({
      clientId: "annotary",
      bootstrapBrokers: [...brokers],
      serializers: stringSerializers,
      acks: -1,
      // The broker drops what a repeated request would store twice, and keeps the order.
      idempotent: true,
      autocreateTopics: false,
      connectTimeout: timeoutMillis,
      requestTimeout: timeoutMillis,
      ...(tls === undefined ? {} : { tls, tlsServerName: true }),
      ...(sasl === undefined ? {} : { sasl: { ...sasl } }),
    })
  let producer: ReturnType<typeof makeProducer> | undefined

  const closeProducer = async (ended = producer): Promise<void> => {
    if (producer === ended) producer = undefined
    await ended?.close(true)
  }

  return {
    name,
    publish: async (events, signal) => {
      signal.throwIfAborted()
      producer ??= makeProducer()
      const sending = producer
      // An idempotent producer repeats requests for ever; it must not go on beside the next attempt.
      const end = () => void closeProducer(sending).catch(() => undefined)
      signal.addEventListener("abort", end, { once: true })
      try {
        // Fails at once where there is no such topic, which `send` would wait for.
        await sending.metadata({ topics: [topic], retries: 0, autocreateTopics: false })
        for (const run of splitBySize(events)) await sendEvents(sending, topic, run)
      } catch (error) {
        await closeProducer(sending).catch(() => undefined)
        throw error
      } finally {
        signal.removeEventListener("abort", end)
      }
    },
    close: () => closeProducer(),
  }
}

/**
 * Bytes of the events in one request: brokers refuse record batches above `message.max.bytes`, a MiB by default, and all events of a
 * dataset are in one batch.
 */
const requestBytes = 700_000

/** Runs of events that fit into one request. A larger event is alone. */
const splitBySize = (events: ReadonlyArray<SinkEvent>): ReadonlyArray<ReadonlyArray<SinkEvent>> => {
  const runs: Array<Array<SinkEvent>> = []
  let bytes = requestBytes
  for (const event of events) {
    const size = Buffer.byteLength(event.data) + 1000
    if (bytes + size > requestBytes) {
      runs.push([])
      bytes = 0
    }
    runs.at(-1)?.push(event)
    bytes += size
  }
  return runs
}

const sendEvents = async (
  producer: Producer<string, string, string, string>,
  topic: string,
  events: ReadonlyArray<SinkEvent>,
): Promise<void> => {
  try {
    await producer.send({ messages: events.map((event) => toMessage(topic, event)) })
  } catch (error) {
    throw new Error(
      `${events.length} events from ${events[0]?.id} were not stored: ${formatReasons(error)}`,
      {
        cause: error,
      },
    )
  }
}

/** The client collects the errors of brokers in one. */
const formatReasons = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const reasons = error instanceof AggregateError ? error.errors.map(formatReasons) : []
  return [error.message, ...reasons].join(" ")
}

/** CloudEvents in binary mode: https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/kafka-protocol-binding.md */
const toMessage = (topic: string, { attributes: { datacontenttype, ...others }, data, key }: SinkEvent) => ({
  topic,
  key,
  value: data,
  headers: {
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [`ce_${name}`, value])),
    "content-type": datacontenttype,
  },
})
