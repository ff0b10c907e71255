/** The commands for private buckets. */
import { readFile } from "node:fs/promises"
import { text } from "node:stream/consumers"
import { BucketId, BucketKind, Buckets, NotFound, toBucketJson } from "@annotary/core/effect"
import { Effect, Schema } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { CommandProcess } from "../cli/CommandProcess.ts"
import { CommandFailed, UsageError } from "../cli/failures.ts"
import { formatTable, printResult } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"
import { getShortReason } from "../serve/dataDir.ts"

/** `annotary bucket list ORG` */
export const list = ({ positionals, settings }: CommandInput) =>
  withEngine(
    settings,
    Effect.gen(function* () {
      const buckets = yield* (yield* Buckets).list(positionals[0] ?? "")
      const listRows = () =>
        buckets.map(({ account, endpoint, id, kind, name, prefix }) => [
          id,
          kind,
          account === "" ? name : `${account}/${name}`,
          prefix,
          endpoint ?? "",
        ])
      yield* printResult(
        () => buckets.map(toBucketJson),
        () => formatTable(["id", "kind", "name", "prefix", "endpoint"], listRows()),
      )
    }),
  )

/** `annotary bucket add ORG KIND NAME`: the secret comes from a file or from standard input, never from an option. */
export const add = ({ options, positionals, settings }: CommandInput) => {
  const [organization = "", kind, name = ""] = positionals
  const file = options["secret-file"]
  const seconds = options["url-seconds"]
  if (!isKind(kind))
    return new UsageError({ sentence: `The kind must be one of: ${BucketKind.literals.join(", ")}.` })
  if (file === undefined)
    return new UsageError({
      sentence: "--secret-file must name the file with the secret, or - for standard input.",
    })
  if (seconds !== undefined && !/^\d{1,6}$/.test(seconds))
    return new UsageError({ sentence: "--url-seconds must be a whole number of seconds." })
  return Effect.flatMap(readSecret(file), (secret) =>
    withEngine(
      settings,
      Effect.gen(function* () {
        const bucket = yield* (yield* Buckets).create(organization, {
          kind,
          name,
          account: options.account,
          prefix: options.prefix,
          endpoint: options.endpoint,
          region: options.region,
          urlSeconds: seconds === undefined ? undefined : Number(seconds),
          credentials: { keyId: options["key-id"] ?? "", secret },
        })
        yield* printResult(
          () => toBucketJson(bucket),
          () => bucket.id,
        )
      }),
    ),
  )
}

/** `annotary bucket test ORG ID`: fails when the listing does. */
export const test = ({ positionals, settings }: CommandInput) =>
  withEngine(
    settings,
    Effect.gen(function* () {
      const id = yield* parseBucketId(positionals[1])
      const result = yield* (yield* Buckets).test(positionals[0] ?? "", id)
      if (!result.ok) return yield* new CommandFailed({ sentence: result.message })
      yield* printResult(
        () => result,
        () => (result.key === null ? result.message : `${result.message} Its first key: ${result.key}`),
      )
    }),
  )

/** `annotary bucket delete ORG ID` */
export const remove = ({ positionals, settings }: CommandInput) =>
  withEngine(
    settings,
    Effect.gen(function* () {
      const id = yield* parseBucketId(positionals[1])
      yield* (yield* Buckets).remove(positionals[0] ?? "", id)
      yield* printResult(
        () => ({ uuid: id, deleted: true }),
        () => `Bucket ${id} deleted; URLs that were signed before work until they expire`,
      )
    }),
  )

const isKind = Schema.is(BucketKind)
const isBucketId = Schema.is(BucketId)

const parseBucketId = (given = "") =>
  isBucketId(given) ? Effect.succeed(given) : Effect.fail(new NotFound({ resource: "bucket" }))

/** Without the line break at its end. */
const readSecret = (file: string) =>
  Effect.flatMap(CommandProcess, ({ stdin }) =>
    Effect.tryPromise({
      try: async () => (file === "-" ? await text(stdin) : await readFile(file, "utf8")).trim(),
      catch: (cause) => new CommandFailed({ sentence: `Cannot read the secret: ${getShortReason(cause)}` }),
    }),
  )
