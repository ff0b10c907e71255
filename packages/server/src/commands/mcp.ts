/** `annotary mcp`: serves the Model Context Protocol on standard input and output, with the rights of an API key on a server. */
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
    const { stderr, stdin, stdout } = yield* CommandProcess
    const reportError = ({ message }: Error) => void stderr.write(`annotary: ${message}\n`)
    const readOnly = options["read-only"] !== undefined
    yield* Effect.acquireUseRelease(
      Effect.sync(() =>
        serveOverStdio(
          { baseUrl, apiKey },
          { stdin, stdout },
          { readOnly, onError: reportError, version: getVersion() },
        ),
      ),
      ({ closed }) => Effect.promise(() => closed),
      ({ close }) => Effect.promise(close),
    )
  })

const readServer = (url: string | undefined): Effect.Effect<string, UsageError> => {
  const parsed = URL.canParse(url ?? "") ? new URL(url ?? "") : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    return new UsageError({ sentence: "--server must be a URL that begins with http:// or https://." })
  return parsed.search === "" && parsed.hash === "" && parsed.username === ""
    ? Effect.succeed(parsed.href.replace(/\/+$/, ""))
    : new UsageError({ sentence: "--server must be an address without a user, a query or a fragment." })
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
