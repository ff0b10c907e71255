/** `annotary mcp`: serves the Model Context Protocol on standard input and output, with the rights of an API key on a server. */
import type { Readable } from "node:stream"
import { serveOverStdio } from "@annotary/mcp/stdio"
import { Effect } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { CommandProcess } from "../cli/CommandProcess.ts"
import { CommandFailed, UsageError } from "../cli/failures.ts"
import { readText } from "../verifying/statementFiles.ts"
import { getVersion } from "../version.ts"

export const run = ({ options }: CommandInput) =>
  Effect.gen(function* () {
    const baseUrl = yield* readServer(options.server)
    const apiKey = yield* readKey(options["key-file"])
    const { stdin, stdout } = yield* CommandProcess
    yield* Effect.acquireUseRelease(
      Effect.sync(() =>
        serveOverStdio(
          { baseUrl, apiKey },
          { stdin, stdout },
          { readOnly: options["read-only"] !== undefined, version: getVersion() },
        ),
      ),
      () => waitForEnd(stdin),
      (running) => Effect.promise(() => running.close()),
    )
  })

/** An agent that ends closes the input. A file ends without being closed. */
const waitForEnd = (input: Readable): Effect.Effect<void> =>
  Effect.async<void>((resume) => {
    const end = () => resume(Effect.void)
    input.once("end", end).once("close", end)
    return Effect.sync(() => input.off("end", end).off("close", end))
  })

const readServer = (url: string | undefined): Effect.Effect<string, UsageError> => {
  const parsed = URL.canParse(url ?? "") ? new URL(url ?? "") : undefined
  return parsed !== undefined && /^https?:$/.test(parsed.protocol)
    ? Effect.succeed(parsed.href.replace(/\/+$/, ""))
    : new UsageError({ sentence: "--server must be a URL that begins with http:// or https://." })
}

/** The key alone, or as the server writes it at its first start. */
const readKey = (path: string | undefined): Effect.Effect<string, UsageError | CommandFailed> =>
  path === undefined
    ? new UsageError({ sentence: "--key-file must name a file with an API key." })
    : Effect.flatMap(readText(path), (text) => {
        const key = text.trim()
        return key === "" || /\s/.test(key)
          ? new CommandFailed({ sentence: `${path} must contain one API key and nothing else.` })
          : Effect.succeed(key)
      })
