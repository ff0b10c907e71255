/** A Kafka broker of the jars in the folder that `TEST_KAFKA_LIBS` names, which `.ci/brokers` fetches. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Admin, Consumer, MessagesStreamModes, stringDeserializers } from "@platformatic/kafka"
import { findFreePort } from "../freePort.ts"

export interface KafkaBroker {
  /** `127.0.0.1:9092` */
  readonly address: string
  /** Kills the process. What it had acknowledged is in its folder. */
  readonly kill: () => Promise<void>
  /** Starts it again at the same address. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

export const startKafkaBroker = async (): Promise<KafkaBroker> => {
  const libs = process.env.TEST_KAFKA_LIBS
  if (libs === undefined)
    throw new Error("TEST_KAFKA_LIBS names no folder; .ci/brokers fetches it and runs these tests.")
  const folder = mkdtempSync(join(tmpdir(), "annotary-kafka-"))
  const [port, controllerPort] = [await findFreePort(), await findFreePort()]
  const address = `127.0.0.1:${port}`
  const properties = join(folder, "server.properties")
  writeFileSync(properties, formatProperties({ address, controllerPort, folder }))
  const makeJavaOptions = (memory: string) => [`-Xmx${memory}`, "-cp", join(libs, "*")]
  const format = ["format", "-t", randomBytes(16).toString("base64url"), "-c", properties, "--standalone"]
  execFileSync("java", [...makeJavaOptions("128m"), "kafka.tools.StorageTool", ...format], {
    stdio: "ignore",
  })
  let child: ChildProcess | undefined

  const start = async (): Promise<void> => {
    const started = spawn("java", [...makeJavaOptions("384m"), "kafka.Kafka", properties], {
      stdio: "ignore",
    })
    child = started
    for (let waited = 0; waited < 60_000; waited += 200) {
      if (started.exitCode !== null) break
      if (await canAnswer(address)) return
      await sleep(200)
    }
    throw new Error("The Kafka broker did not start.")
  }
  const endProcess = async (): Promise<void> => {
    const running = child
    child = undefined
    if (running === undefined || running.exitCode !== null) return
    const ended = new Promise((resolve) => running.once("exit", resolve))
    running.kill("SIGKILL")
    await ended
  }
  await start()
  return {
    address,
    start,
    kill: endProcess,
    stop: async () => {
      await endProcess()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const formatProperties = (of: {
  readonly address: string
  readonly controllerPort: number
  readonly folder: string
}): string => `process.roles=broker,controller
node.id=1
listeners=PLAINTEXT://${of.address},CONTROLLER://127.0.0.1:${of.controllerPort}
advertised.listeners=PLAINTEXT://${of.address}
controller.listener.names=CONTROLLER
controller.quorum.bootstrap.servers=127.0.0.1:${of.controllerPort}
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT
log.dirs=${of.folder}/data
offsets.topic.replication.factor=1
offsets.topic.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
auto.create.topics.enable=false
group.initial.rebalance.delay.ms=0
`

const withAdmin = async <A>(address: string, use: (admin: Admin) => Promise<A>, retries = 0): Promise<A> => {
  const admin = new Admin({
    clientId: "test",
    bootstrapBrokers: [address],
    retries,
    retryDelay: 250,
    connectTimeout: 2000,
    requestTimeout: 10_000,
  })
  try {
    return await use(admin)
  } finally {
    await admin.close()
  }
}

const canAnswer = (address: string): Promise<boolean> =>
  withAdmin(address, (admin) => admin.listTopics()).then(
    () => true,
    () => false,
  )

export const addKafkaTopic = (address: string, topic: string): Promise<unknown> =>
  withAdmin(address, (admin) => admin.createTopics({ topics: [topic], partitions: 4, replicas: 1 }))

/** The number of messages that a topic has. */
export const countKafkaMessages = (address: string, topic: string): Promise<number> =>
  withAdmin(
    address,
    async (admin) => {
      const { topics } = await admin.metadata({ topics: [topic] })
      const count = topics.get(topic)?.partitionsCount ?? 0
      // The timestamp -1 asks for the end of a partition.
      const partitions = Array.from({ length: count }, (_, partitionIndex) => ({
        partitionIndex,
        timestamp: -1n,
      }))
      const [found] = await admin.listOffsets({ topics: [{ name: topic, partitions }] })
      return found?.partitions.reduce((sum, { offset }) => sum + Number(offset), 0) ?? 0
    },
    // A broker that starts again answers before it leads its partitions.
    100,
  )

export interface KafkaMessage {
  readonly partition: number
  readonly key: string
  readonly value: string
  readonly headers: Readonly<Record<string, string>>
}

/** All messages of a topic, those of each partition in their order. `count` of them are awaited, at most a minute. */
export const readKafkaTopic = async (
  address: string,
  topic: string,
  count: number,
): Promise<ReadonlyArray<KafkaMessage>> => {
  const consumer = new Consumer({
    clientId: "test",
    groupId: `test-${randomBytes(8).toString("hex")}`,
    bootstrapBrokers: [address],
    deserializers: stringDeserializers,
  })
  const messages: Array<KafkaMessage> = []
  try {
    const stream = await consumer.consume({
      topics: [topic],
      mode: MessagesStreamModes.EARLIEST,
      autocommit: false,
    })
    const deadline = setTimeout(() => void stream.close(), 60_000)
    if (count > 0)
      for await (const { headers, key, partition, value } of stream) {
        messages.push({ partition, key, value, headers: Object.fromEntries(headers) })
        if (messages.length >= count) break
      }
    clearTimeout(deadline)
  } finally {
    await consumer.close(true)
  }
  return messages
}
