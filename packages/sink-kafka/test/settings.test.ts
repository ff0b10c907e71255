/** The settings of the sink of Kafka. */
import { assert, describe, it } from "vitest"
import { readKafkaSettings } from "../src/settings.ts"

const login = { KAFKA_SASL_MECHANISM: "SCRAM-SHA-512", KAFKA_USERNAME: "ann", KAFKA_PASSWORD: "secret" }

describe("the settings of the sink of Kafka", () => {
  it("are read from the variables of a server", () => {
    assert.deepStrictEqual(readKafkaSettings({ KAFKA_BROKERS: "127.0.0.1:9092" }), {
      brokers: ["127.0.0.1:9092"],
    })
    assert.deepStrictEqual(
      readKafkaSettings({ KAFKA_BROKERS: "a:1, b:2", KAFKA_TOPIC: "events", KAFKA_TLS: "on", ...login }),
      {
        brokers: ["a:1", "b:2"],
        topic: "events",
        tls: {},
        sasl: { mechanism: "SCRAM-SHA-512", username: "ann", password: "secret" },
      },
    )
  })

  const faults: ReadonlyArray<readonly [string, Record<string, string>]> = [
    ["KAFKA_BROKERS", {}],
    ["KAFKA_BROKERS", { KAFKA_BROKERS: "127.0.0.1" }],
    ["KAFKA_BROKERS", { KAFKA_BROKERS: "kafka://a:1" }],
    ["KAFKA_TLS", { KAFKA_BROKERS: "a:1", KAFKA_TLS: "yes" }],
    ["KAFKA_SASL_MECHANISM", { KAFKA_BROKERS: "a:1", ...login, KAFKA_SASL_MECHANISM: "secret" }],
    ["go together", { KAFKA_BROKERS: "a:1", ...login, KAFKA_USERNAME: "" }],
    ["go together", { KAFKA_BROKERS: "a:1", KAFKA_PASSWORD: "secret" }],
    ["go together", { KAFKA_BROKERS: "a:1", ...login, KAFKA_PASSWORD: "" }],
  ]
  for (const [words, env] of faults)
    it(`are refused with the words "${words}", without a secret: ${Object.keys(env).join(", ")}`, () => {
      try {
        readKafkaSettings(env)
      } catch (error) {
        assert.include(String(error), words)
        assert.notInclude(String(error), "secret")
        return
      }
      assert.fail("they were read")
    })
})
