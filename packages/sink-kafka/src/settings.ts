/** The settings of the server's environment variables. */
import type { KafkaSinkOptions } from "./makeKafkaSink.ts"

/** Throws an error whose message names the variable, and never repeats a password. */
export const readKafkaSettings = (env: Readonly<Record<string, string | undefined>>): KafkaSinkOptions => {
  const brokers = (env.KAFKA_BROKERS ?? "").split(",").map((broker) => broker.trim())
  if (brokers.some((broker) => !/^[^\s:/]+:\d{1,5}$/.test(broker)))
    throw new Error("KAFKA_BROKERS must be hosts with ports, such as 127.0.0.1:9092, separated by commas.")
  const { KAFKA_SASL_MECHANISM: mechanism = "", KAFKA_TLS: tls = "", KAFKA_TOPIC: topic = "" } = env
  const { KAFKA_PASSWORD: password = "", KAFKA_USERNAME: username = "" } = env
  if (tls !== "" && tls !== "on" && tls !== "off") throw new Error("KAFKA_TLS must be on or off.")
  if (mechanism !== "" && !isMechanism(mechanism))
    throw new Error(`KAFKA_SASL_MECHANISM must be one of ${mechanisms.join(", ")}.`)
  if ((mechanism === "") !== (username === "") || (username === "") !== (password === ""))
    throw new Error("KAFKA_SASL_MECHANISM, KAFKA_USERNAME and KAFKA_PASSWORD go together.")
  return {
    brokers,
    ...(topic === "" ? {} : { topic }),
    ...(tls === "on" ? { tls: {} } : {}),
    ...(mechanism === "" ? {} : { sasl: { mechanism, username, password } }),
  }
}

const mechanisms = ["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"] as const

const isMechanism = (text: string): text is (typeof mechanisms)[number] =>
  mechanisms.some((one) => one === text)
