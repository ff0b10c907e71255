/** Runs a command line: the command that it names, and the text of its failure. */
import { constants } from "node:os"
import { Cause, Effect, Either, Exit, Fiber } from "effect"
import { checkDatabase } from "../engine/checkDatabase.ts"
import { loadSettings } from "../settings/loadSettings.ts"
import { formatVersion } from "../version.ts"
import type { CommandError } from "./Command.ts"
import { CommandProcess, type ProcessParts } from "./CommandProcess.ts"
import { type CommandLine, hasJsonFlag, parseCommandLine } from "./commandLine.ts"
import { formatError, formatFault, getExitCode } from "./errorText.ts"
import { exitCodes } from "./failures.ts"
import { JsonOutput } from "./JsonOutput.ts"

export interface RunningCommand {
  /** 0 done, 1 failed, 2 wrong usage, 128 and the number of a signal that ended it. */
  readonly exitCode: Promise<number>
  /** Ends the command in order, as a signal does. */
  readonly end: (signal: NodeJS.Signals) => void
}

export const runCommandLine = (words: ReadonlyArray<string>, parts: ProcessParts): RunningCommand => {
  const line = parseCommandLine(words)
  if (Either.isLeft(line)) {
    parts.stderr.write(formatError(line.left, hasJsonFlag(words)))
    return { exitCode: Promise.resolve(getExitCode(line.left)), end: () => undefined }
  }
  const fiber = Effect.runFork(Effect.provideService(run(line.right), CommandProcess, parts))
  let ended: NodeJS.Signals | undefined
  const endsBySignal = line.right._tag === "Run" && line.right.command.endsBySignal === true
  const json = line.right._tag === "Run" && line.right.json
  return {
    exitCode: new Promise((resolve) => {
      fiber.addObserver((exit) => {
        const { code, text } = describeExit(exit, ended, { endsBySignal, json })
        if (text !== "") parts.stderr.write(text)
        resolve(code)
      })
    }),
    end: (signal) => {
      ended ??= signal
      Effect.runFork(Fiber.interrupt(fiber))
    },
  }
}

const run = (line: CommandLine): Effect.Effect<void, CommandError> => {
  if (line._tag === "Help") return print(line.text)
  if (line._tag === "Version") return print(`${formatVersion()}\n`)
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

const print = (text: string) => Effect.map(CommandProcess, ({ stdout }) => void stdout.write(text))

/** The exit code, and what standard error says of a failure. */
const describeExit = (
  exit: Exit.Exit<void, CommandError>,
  signal: NodeJS.Signals | undefined,
  { endsBySignal, json }: { readonly endsBySignal: boolean; readonly json: boolean },
): { readonly code: number; readonly text: string } => {
  if (Exit.isSuccess(exit)) return { code: exitCodes.done, text: "" }
  if (signal !== undefined && Cause.isInterruptedOnly(exit.cause))
    return { code: endsBySignal ? exitCodes.done : 128 + constants.signals[signal], text: "" }
  const failure = Cause.failureOption(exit.cause)
  if (failure._tag === "Some")
    return { code: getExitCode(failure.value), text: formatError(failure.value, json) }
  return {
    code: exitCodes.failed,
    text: formatFault(Cause.pretty(exit.cause, { renderErrorCause: true }), json),
  }
}
