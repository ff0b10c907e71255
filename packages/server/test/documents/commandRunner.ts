/**
 * Runs the commands of a page's shell in the process of the tests, as `support/annotary.ts` does: to start a process takes ten times as
 * long as most commands, and the pages have a hundred.
 */
import { createReadStream, createWriteStream, existsSync, readFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { Readable } from "node:stream"
import { finished } from "node:stream/promises"
import { runCommandLine } from "../../src/cli/runCommandLine.ts"

export interface CommandRunner {
  /** Lines of a script for bash that runs its arguments as a command of Annotary. */
  readonly script: string
  readonly stop: () => Promise<void>
}

/** The exit code of a command that could not be run at all. */
const notRun = 70

export const startCommandRunner = async (): Promise<CommandRunner> => {
  let last: Promise<unknown> = Promise.resolve()
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy())
    createInterface({ input: socket }).once("line", (call) => {
      // One after the other, because a process has one working folder.
      const code = last.then(() => runCall(call)).catch(() => notRun)
      last = code
      void code.then((number) => socket.end(`${number}\n`))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The runner has no port.")
  return {
    script: makeScript(address.port),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Only `-` reads standard input. */
const makeScript = (port: number): string => `call=$(mktemp -d)
case " $* " in *" - "*) cat >"$call/stdin" ;; esac
printf '%s\\0' "$PWD" "$@" >"$call/words"
env -0 >"$call/environment"
exec 3<>/dev/tcp/127.0.0.1/${port}
echo "$call" >&3
read -r code <&3
cat "$call/stdout"
cat "$call/stderr" >&2
rm -r "$call"
exit "$code"`

/** Runs the command whose words and variables are in a folder, and leaves its output there. */
const runCall = async (call: string): Promise<number> => {
  const [folder = "", ...words] = readTexts(join(call, "words"))
  const env = Object.fromEntries(
    readTexts(join(call, "environment")).map((text) => {
      const at = text.indexOf("=")
      return [text.slice(0, at), text.slice(at + 1)]
    }),
  )
  const input = join(call, "stdin")
  const stdin = existsSync(input) ? createReadStream(input) : Readable.from([])
  const [stdout, stderr] = [createWriteStream(join(call, "stdout")), createWriteStream(join(call, "stderr"))]
  const before = process.cwd()
  process.chdir(folder)
  try {
    return await runCommandLine(words, { env, stdin, stdout, stderr }).exitCode
  } finally {
    process.chdir(before)
    await Promise.all([stdout, stderr].map((stream) => finished(stream.end())))
  }
}

/** The texts of a file, each with U+0000 behind it. */
const readTexts = (file: string): ReadonlyArray<string> => readFileSync(file, "utf8").split("\0").slice(0, -1)
