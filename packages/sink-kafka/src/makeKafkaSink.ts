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
      ...(tls === undefined ? {} : { tls }),
      ...(sasl === undefined ? {} : { sasl: { ...sasl } }),
    })
  let producer: ReturnType<typeof makeProducer> | undefined

  const closeProducer = async (): Promise<void> => {
    const open = producer
    producer = undefined
    await open?.close(true)
  }

  return {
    name,
    publish: async (events, signal) => {
      signal.throwIfAborted()
      producer ??= makeProducer()
      const sending = producer
      // An idempotent producer repeats requests for ever; it must not go on beside the next attempt.
      const end = () => void closeProducer().catch(() => undefined)
      signal.addEventListener("abort", end, { once: true })
      try {
        // Fails at once where there is no such topic, which `send` would wait for.
        await sending.metadata({ topics: [topic], retries: 0, autocreateTopics: false })
        await sending.send({ messages: events.map((event) => toMessage(topic, event)) })
      } catch (error) {
        await closeProducer().catch(() => undefined)
        throw error
      } finally {
        signal.removeEventListener("abort", end)
      }
    },
    close: closeProducer,
  }
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
