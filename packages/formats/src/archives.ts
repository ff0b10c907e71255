/** Reads and writes archives of a format in the calling thread, with files in a folder of the caller. */
import { createWriteStream } from "node:fs"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import type {
  FormatDataset,
  FormatRead,
  FormatReading,
  FormatReport,
  FormatWriting,
  FormatWritten,
} from "@annotary/core"
import { readJson } from "@annotary/core/effect"
import { exportDataset } from "./exporting/exportDataset.ts"
import { zipFolder } from "./exporting/pack.ts"
import type { Format } from "./Format.ts"
import { FormatError } from "./FormatError.ts"
import { parseJson } from "./files/json.ts"
import { defaultLimits, type Limits } from "./files/limits.ts"
import { folderSource, type Source } from "./files/Source.ts"
import { folderTarget } from "./files/Target.ts"
import { formats } from "./formats.ts"
import { detectFormat } from "./importing/detect.ts"
import { importDataset } from "./importing/importDataset.ts"
import { Naming } from "./importing/Naming.ts"
import { type PrintedRecord, printRecord } from "./importing/printRecord.ts"
import { type UnpackLimits, unpack, unpackLimits } from "./importing/unpack.ts"
import { readConfiguredDataset } from "./model/configuration.ts"
import type { Dataset } from "./model/Dataset.ts"
import type { WireSample } from "./model/fromWire.ts"

/** Writes an export into a folder, and then as a zip file while it is read. The folder exists and is empty. */
export const writeArchive = async (
  writing: FormatWriting,
  folder: string,
  known: ReadonlyArray<Format> = formats,
  limits?: Partial<Limits>,
): Promise<Omit<FormatWritten, "close">> => {
  const report = await writeFolder(writing, folder, known, limits)
  return { bytes: zipFolder(folder), report }
}

/** Writes an export into a folder, which exists and is empty. */
export const writeFolder = async (
  { dataset, format: name, onMeasured, open, options, samples, signal }: FormatWriting,
  folder: string,
  known: ReadonlyArray<Format> = formats,
  limits?: Partial<Limits>,
): Promise<FormatReport> => {
  const format = known.find((one) => one.name === name)
  if (format === undefined) throw new FormatError(name, "is not a known format.")
  const target = folderTarget(folder)
  try {
    return await exportDataset({
      format,
      dataset: toEngineDataset(dataset),
      samples: readWireSamples(samples, signal),
      target,
      open,
      limits: { ...defaultLimits, ...limits },
      ...(onMeasured !== undefined && { onMeasured }),
      files: options.files,
      keepOrientation: options.keepOrientation,
      isSpreadsheet: options.spreadsheet,
      croissant: options.croissant,
      ...(dataset.releaseRoot !== undefined && { releaseRoot: dataset.releaseRoot }),
      coordinates: { frame: options.coordinates },
      categories: {
        ...(options.categories !== undefined && { only: options.categories }),
        ...(options.renames !== undefined && { rename: options.renames }),
      },
      ...(options.keyframes === "expand" && { interpolation: { byTimestamps: dataset.byTimestamps } }),
      ...(options.splits !== undefined && {
        splits: { shares: options.splits, seed: options.splits.seed },
      }),
    })
  } finally {
    await target.close()
  }
}

const toEngineDataset = (dataset: FormatDataset): Dataset =>
  readConfiguredDataset(dataset, parseJson(dataset.taskAttributes, "the configuration"))

async function* readWireSamples(
  samples: FormatWriting["samples"],
  signal: AbortSignal,
): AsyncGenerator<WireSample> {
  for await (const { attributes, id, label, metadata, name, score, sizes, status } of samples) {
    signal.throwIfAborted()
    yield {
      id,
      name,
      ...(sizes !== undefined && { sizes }),
      status,
      score,
      attributes: parseJson(attributes, name),
      // Stored metadata is a JSON object.
      metadata: parseJson(metadata, name) as WireSample["metadata"],
      label: label === null ? null : parseJson(label, name),
    }
  }
}

/** The options of reading an archive. */
export interface ArchivePlan {
  /** An empty folder, which takes the archive and its files. */
  readonly folder: string
  readonly known?: ReadonlyArray<Format>
  /** Limits of what the files state and contain; those that are absent have their defaults. */
  readonly limits?: Partial<Limits> | undefined
  /** Limits of the unpacked archive; those that are absent have their defaults. */
  readonly unpacked?: Partial<UnpackLimits> | undefined
  /** Wraps the files of the archive. */
  readonly wrapSource?: (source: Source) => Source
}

/** Unpacks an archive into a folder and reads its files. */
export const readArchive = async (
  { archive, baseUrl, dataset, empty, format, signal, strict }: Omit<FormatReading, "executor">,
  { folder, known = formats, limits, unpacked, wrapSource = (source) => source }: ArchivePlan,
): Promise<Omit<FormatRead, "close">> => {
  const path = join(folder, "archive")
  await pipeline(archive, createWriteStream(path), { signal })
  const files = join(folder, "files")
  await mkdir(files)
  await unpack(path, files, { ...unpackLimits, ...unpacked }, "the archive")
  await rm(path)
  const source = wrapSource(await folderSource(files, "refuse", { ...defaultLimits, ...limits }))
  const { format: found } = await detectFormat(format, source, known)
  let losses: FormatReport["losses"] = []
  // The first reading checks the files and collects the names of samples, which the second one gives.
  let naming = new Naming()
  const { categories } = toEngineDataset(dataset)
  return {
    format: found.name,
    records: async function* (save) {
      // A reading that ended early has not seen all names.
      if (!naming.isSettled) naming = new Naming()
      const read = await importDataset({
        format: found,
        source,
        categories,
        naming,
        ...(baseUrl !== undefined && { baseUrl }),
        ...(empty !== undefined && { empty }),
        ...(strict !== undefined && { strict }),
        save: ({ content, path }) => save(path.split("/").at(-1) ?? path, content),
      })
      try {
        for await (const record of read.records) {
          const { attributes: _, label: __, metadata: ___, name, ...work } = record
          const { isValidated, ...texts } = printRecord(record)
          yield { ...work, name, ...(isValidated ? texts : requireValidTexts(name, texts)) }
        }
        losses = read.losses()
      } finally {
        await read.close()
      }
    },
    losses: () => losses,
    isValidated: true,
  }
}

/** The texts as the engine validates them: here, because the engine reads in the thread that answers requests. */
const requireValidTexts = (
  name: string,
  { attributes, label, metadata }: Omit<PrintedRecord, "isValidated">,
) => ({
  attributes: requireValidText(name, attributes),
  metadata: requireValidText(name, metadata),
  label: label === null ? null : requireValidText(name, label),
})

const requireValidText = (name: string, printed: string): string => {
  const text = readJson(printed)
  if (text._tag === "Right") return text.right
  throw new FormatError(name, text.left.map(({ message, pointer }) => `${pointer} ${message}`).join("; "))
}
