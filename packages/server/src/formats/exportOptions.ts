/** The options of `annotary export` as the engine's options of an export. */
import { ExportOptions, findExportViolations, InvalidInput, listViolations } from "@annotary/core/effect"
import { Effect, Schema } from "effect"
import { type CommandFailed, UsageError } from "../cli/failures.ts"
import { toCommandError } from "../engine/runCommandWork.ts"

type Given = { readonly [name: string]: string | undefined }

const decode = Schema.decodeUnknown(ExportOptions, { errors: "all" })

export const parseExportOptions = (
  options: Given,
): Effect.Effect<ExportOptions, UsageError | CommandFailed> =>
  Effect.gen(function* () {
    const values = {
      release: options.release,
      labelset: options.labelset,
      labeler: options.labeler,
      statuses: list(options.status),
      nameContains: options["name-contains"],
      metadata: yield* parsePairs("metadata", options.metadata),
      categories: list(options.category),
      renames: yield* parsePairs("rename", options.rename),
      keyframes: options.keyframes,
      splits: yield* parseSplits(options.split, options.seed),
      files: options.files,
      keepOrientation: options["keep-orientation"] !== undefined,
      coordinates: options.coordinates,
      croissant: options.croissant !== undefined,
      spreadsheet: options.spreadsheet !== undefined,
      strict: options.strict !== undefined,
    }
    // Absent options are left out: they have defaults.
    const named = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
    const chosen = yield* Effect.mapError(decode(named), (error) =>
      toCommandError(new InvalidInput({ errors: listViolations(error) })),
    )
    const errors = findExportViolations(chosen)
    return errors.length === 0 ? chosen : yield* toCommandError(new InvalidInput({ errors }))
  })

const list = (text: string | undefined): ReadonlyArray<string> | undefined =>
  text?.split(",").map((part) => part.trim())

/** `a=b,c=d`. */
const parsePairs = (
  option: string,
  text: string | undefined,
): Effect.Effect<Readonly<Record<string, string>> | undefined, UsageError> => {
  if (text === undefined) return Effect.succeed(undefined)
  const matches = text.split(",").map((pair) => /^([^=]+)=(.*)$/.exec(pair.trim()))
  return matches.every((match) => match !== null)
    ? Effect.succeed(Object.fromEntries(matches.map(([, key = "", value = ""]) => [key, value])))
    : new UsageError({ sentence: `--${option} takes NAME=VALUE, separated by commas.` })
}

/** `80/10/10` for training, validation and test. */
const parseSplits = (text: string | undefined, seed = "") => {
  if (text === undefined) return Effect.succeed(undefined)
  const shares = text.split("/").map(Number)
  const [train = 0, val = 0, test = 0] = shares
  return shares.length <= 3 && shares.every((share) => share >= 0) && train + val + test > 0
    ? Effect.succeed({ train, val, test, seed })
    : new UsageError({
        sentence: "--split takes shares of the training, validation and test sets, such as 80/10/10.",
      })
}
