/** The commands for assets. */
import {
  type Asset,
  AssetCollection,
  AssetId,
  AssetRemoval,
  type Conflict,
  isId,
  type JsonTree,
  NotFound,
} from "@annotary/core/effect"
import { Chunk, Effect, Stream } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { CommandFailed, UsageError } from "../cli/failures.ts"
import { formatTable, printResult } from "../cli/output.ts"
import { hourMillis } from "../engine/partSettings.ts"
import { withEngine } from "../engine/withEngine.ts"

/** `annotary asset collect [--keep-hours N] [--dry-run]`: scans everything now, whenever the workers do. */
export const collect = ({ options, settings }: CommandInput) =>
  Effect.gen(function* () {
    const values = yield* settings
    const keepHours =
      options["keep-hours"] === undefined ? values.assetKeepDays * 24 : Number(options["keep-hours"])
    if (options["keep-hours"] === undefined && keepHours === 0)
      return yield* new UsageError({
        sentence:
          "The settings keep assets for ever (ANNOTARY_ASSET_KEEP_DAYS is 0); name a time with --keep-hours.",
      })
    if (!Number.isInteger(keepHours) || keepHours < 1 || keepHours > 876_000)
      return yield* new UsageError({ sentence: "--keep-hours must be a whole number from 1 to 876000." })
    const dryRun = options["dry-run"] !== undefined
    return yield* withEngine(
      Effect.succeed(values),
      Effect.gen(function* () {
        const collection = yield* AssetCollection
        const assets = Chunk.toReadonlyArray(
          yield* Stream.runCollect(collection.collect({ keepMillis: keepHours * hourMillis, dryRun })),
        )
        const bytes = assets.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0)
        yield* printResult(
          () => ({ dry_run: dryRun, assets: assets.map(toAssetJson), bytes }),
          () => {
            const done = `${dryRun ? "would delete" : "deleted"} ${assets.length} assets, ${bytes} bytes`
            return assets.length === 0 ? done : `${formatTable(heading, assets.map(toRow))}\n${done}`
          },
        )
      }),
    )
  })

const heading = ["id", "file", "bytes", "created at", "by", "unreferenced since"]

const toRow = (asset: Asset): ReadonlyArray<string> => [
  asset.id,
  asset.filename,
  String(asset.sizeBytes ?? 0),
  asset.createdAt,
  asset.createdBy,
  asset.unreferencedSince ?? "",
]

const toAssetJson = (asset: Asset): JsonTree => ({
  uuid: asset.id,
  filename: asset.filename,
  size_bytes: asset.sizeBytes,
  created_at: asset.createdAt,
  created_by: asset.createdBy,
  unreferenced_since: asset.unreferencedSince,
})

/** `annotary asset delete ID [--force]` */
export const remove = ({ options, positionals: [id = ""], settings }: CommandInput) =>
  withEngine(
    settings,
    Effect.gen(function* () {
      if (!isId(id)) return yield* new NotFound({ resource: "asset" })
      const removal = yield* AssetRemoval
      yield* removal
        .remove(AssetId.make(id), { force: options.force !== undefined })
        .pipe(Effect.catchTag("Conflict", toReferencesError))
      yield* printResult(
        () => ({ uuid: id }),
        () => `deleted asset ${id}`,
      )
    }),
  )

/** The error with what names the asset. */
const toReferencesError = ({ code, references = [] }: Conflict): CommandFailed => {
  const lines = references.map(
    ({ dataset, id, resource, sampleId }) =>
      `\n  ${dataset}: ${resource} ${id}${sampleId === null ? "" : ` of sample ${sampleId}`}`,
  )
  return new CommandFailed({
    sentence: `Something names this asset; remove the references first, or use --force.${lines.join("")}`,
    code,
  })
}
