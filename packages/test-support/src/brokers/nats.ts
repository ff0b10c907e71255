/** A NATS server with JetStream: the program that `TEST_NATS_SERVER` names, which `.ci/brokers` builds. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { connect as connectSocket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type JetStreamManager, jetstreamManager } from "@nats-io/jetstream"
import { connect, type NodeConnectionOptions } from "@nats-io/transport-node"
import { findFreePort } from "../freePort.ts"

export interface NatsServer {
  readonly url: string
  /** Kills the process. What it had acknowledged is in its folder. */
  readonly kill: () => Promise<void>
  /** Starts it again at the same address. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** `flags`: further ones, such as for a login. */
export const startNatsServer = async (flags: ReadonlyArray<string> = []): Promise<NatsServer> => {
  const program = process.env.TEST_NATS_SERVER
  if (program === undefined)
    throw new Error("TEST_NATS_SERVER names no program; .ci/brokers builds it and runs these tests.")
  const folder = mkdtempSync(join(tmpdir(), "annotary-nats-"))
  const port = await findFreePort()
  let child: ChildProcess | undefined

  const start = async (): Promise<void> => {
    const started = spawn(program, ["-a", "127.0.0.1", "-p", String(port), "-js", "-sd", folder, ...flags], {
      stdio: "ignore",
    })
    child = started
    for (let waited = 0; waited < 20_000; waited += 20) {
      if (await canConnect(port)) return
      if (started.exitCode !== null) break
      await sleep(20)
    }
    throw new Error("The NATS server did not start.")
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
    url: `nats://127.0.0.1:${port}`,
    start,
    kill: endProcess,
    stop: async () => {
      await endProcess()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectSocket(port, "127.0.0.1")
    const end = (connected: boolean) => {
      socket.destroy()
      resolve(connected)
    }
    // A server that is ready greets.
    socket.once("data", () => end(true))
    socket.once("error", () => end(false))
  })

/** Adds a stream of the subjects that begin with `subject`. */
export const addNatsStream = (
  url: string,
  name: string,
  subject: string,
  options: NodeConnectionOptions = {},
): Promise<unknown> =>
  withManager(url, (manager) => manager.streams.add({ name, subjects: [`${subject}.>`] }), options)

/** All messages of a stream, in their order. */
export const readNatsStream = (url: string, name: string) =>
  withManager(url, async (manager) => {
    const { state } = await manager.streams.info(name)
    const messages = []
    for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq++) {
      const message = await manager.streams.getMessage(name, { seq })
      if (message !== null) messages.push(message)
    }
    return messages
  })

/** The number of messages that a stream has. */
export const countNatsMessages = (url: string, name: string): Promise<number> =>
  withManager(url, async (manager) => (await manager.streams.info(name)).state.messages)

const withManager = async <A>(
  url: string,
  use: (manager: JetStreamManager) => Promise<A>,
  options: NodeConnectionOptions = {},
): Promise<A> => {
  const connection = await connect({ servers: url, ...options })
  try {
    return await use(await jetstreamManager(connection))
  } finally {
    await connection.close()
  }
}
