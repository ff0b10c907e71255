#!/usr/bin/env node
/**
 * The only main: runs a command and sets the exit code. 0 done, 1 failed, 2 wrong usage. A second signal ends the process
 * at once.
 */
import { constants } from "node:os"
import { Cause, Effect, Either, Exit, Fiber } from "effect"
import type { CommandError } from "./cli/Command.ts"
import { type CommandLine, hasJsonFlag, parseCommandLine } from "./cli/commandLine.ts"
import { formatError, formatFault, getExitCode } from "./cli/errorText.ts"
import { exitCodes } from "./cli/failures.ts"
import { JsonOutput } from "./cli/JsonOutput.ts"
import { checkDatabase } from "./engine/checkDatabase.ts"
import { loadSettings } from "./settings/loadSettings.ts"
import { mapStackTraces } from "./stackTraces.ts"
import { formatVersion } from "./version.ts"

const run = (line: CommandLine): Effect.Effect<void, CommandError> => {
  if (line._tag === "Help") return Effect.sync(() => void process.stdout.write(line.text))
  if (line._tag === "Version") return Effect.sync(() => void process.stdout.write(`${formatVersion()}\n`))
  return Effect.flatMap(
    Effect.all([
      Effect.promise(() => line.command.load()),
      Effect.cached(
        Effect.flatMap(loadSettings(line.flags), (values) =>
          checkDatabase(line.json ? { ...values, log: "json" as const } : values, line),
        ),
      ),
    ]),
    ([run, settings]) =>
      run({ positionals: line.positionals, options: line.options, flags: line.flags, settings }),
  ).pipe(Effect.provideService(JsonOutput, line.json))
}

const main = (words: ReadonlyArray<string>): void => {
  mapStackTraces()
  // Our oldest Node is tested with it: the client of S3 would warn of that Node at every command.
  process.env["AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"] ??= "true"
  const line = parseCommandLine(words)
  if (Either.isLeft(line)) {
    process.stderr.write(formatError(line.left, hasJsonFlag(words)))
    process.exit(getExitCode(line.left))
  }
  const fiber = Effect.runFork(run(line.right))
  let signal: NodeJS.Signals | undefined
  let signalledAt = 0
  for (const name of ["SIGTERM", "SIGINT"] as const) {
    process.on(name, () => {
      if (signal !== undefined) {
        if (performance.now() - signalledAt > sameSignalMillis) process.exit(128 + constants.signals[name])
        return
      }
      signal = name
      signalledAt = performance.now()
      Effect.runFork(Fiber.interrupt(fiber))
    })
  }
  const endsBySignal = line.right._tag === "Run" && line.right.command.endsBySignal === true
  const json = line.right._tag === "Run" && line.right.json
  fiber.addObserver((exit) => process.exit(exitCode(exit, signal, { endsBySignal, json })))
}

/** Under a package manager one Ctrl-C arrives twice: from the terminal, and forwarded. */
const sameSignalMillis = 500

const exitCode = (
  exit: Exit.Exit<void, CommandError>,
  signal: NodeJS.Signals | undefined,
  { endsBySignal, json }: { readonly endsBySignal: boolean; readonly json: boolean },
): number => {
  if (Exit.isSuccess(exit)) return exitCodes.done
  if (signal !== undefined && Cause.isInterruptedOnly(exit.cause))
    return endsBySignal ? exitCodes.done : 128 + constants.signals[signal]
  const failure = Cause.failureOption(exit.cause)
  if (failure._tag === "Some") {
    process.stderr.write(formatError(failure.value, json))
    return getExitCode(failure.value)
  }
  process.stderr.write(formatFault(Cause.pretty(exit.cause, { renderErrorCause: true }), json))
  return exitCodes.failed
}

main(process.argv.slice(2))
