/** Runs `annotary serve` in the process of the tests, which takes a tenth of the time of one of its own. For tests of what a server answers. */
import { Readable } from "node:stream"
import { setTimeout as sleep } from "node:timers/promises"
import { runCommandLine } from "../../src/cli/runCommandLine.ts"
import { Collected, type Ended } from "./annotary.ts"
import { type Environment, makeEnvironment } from "./childServer.ts"

export interface ServedHere {
  readonly url: string
  readonly stdout: () => string
  readonly stderr: () => string
  /** Ends the server as a signal does. */
  readonly stop: () => Promise<Ended>
}

/** `annotary serve` on a free port, once it listens. */
export const serveHere = async (environment: Environment): Promise<ServedHere> => {
  const [stdout, stderr] = [new Collected(), new Collected()]
  const env = makeEnvironment({ ANNOTARY_PORT: "0", ...environment })
  const command = runCommandLine(["serve"], { env, stdin: Readable.from([]), stdout, stderr })
  let isEnded = false
  const ended = command.exitCode.then((code): Ended => {
    isEnded = true
    return { code, stdout: stdout.text, stderr: stderr.text }
  })
  const findUrl = () => /^listening on (http:\/\/\S+)$/m.exec(stdout.text)?.[1]
  while (findUrl() === undefined && !isEnded) await sleep(2)
  const url = findUrl()
  if (url === undefined) throw new Error(`The server did not start:\n${stdout.text}\n${stderr.text}`)
  return {
    url,
    stdout: () => stdout.text,
    stderr: () => stderr.text,
    stop: () => {
      command.end("SIGTERM")
      return ended
    },
  }
}
