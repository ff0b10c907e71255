/** The formats as an engine takes them: `createEngine({ formats: formatRegistry() })`. Works with files in the folder for temporary files. */
import { createWriteStream } from "node:fs"
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import type { FormatDataset, FormatReading, FormatReport, Formats, FormatWriting } from "@annotary/core"
import { exportDataset } from "./exporting/exportDataset.ts"
import { zipFolder } from "./exporting/pack.ts"
import type { Format } from "./Format.ts"
import { FormatError } from "./FormatError.ts"
import { parseJson, printJson } from "./files/json.ts"
import { defaultLimits, type Limits } from "./files/limits.ts"
import { folderSource } from "./files/Source.ts"
import { folderTarget } from "./files/Target.ts"
import { formats } from "./formats.ts"
import { formatOf } from "./importing/detect.ts"
import { importDataset } from "./importing/importDataset.ts"
import { type UnpackLimits, unpack, unpackLimits } from "./importing/unpack.ts"
import { datasetOf } from "./model/configuration.ts"
import type { Dataset } from "./model/Dataset.ts"
import type { WireSample } from "./model/fromWire.ts"

export interface FormatRegistryOptions {
  /** Defaults to all of this package. */
  readonly formats?: ReadonlyArray<Format>
  /** Limits of what files of an import may state and contain; those that are absent keep their defaults. */
  readonly limits?: Partial<Limits>
  /** Limits of unpacked archives; those that are absent keep their defaults. */
  readonly unpacked?: Partial<UnpackLimits>
}

export const formatRegistry = ({
  formats: known = formats,
  limits,
  unpacked,
}: FormatRegistryOptions = {}): Formats => ({
  list: async () =>
    known.map(({ name, reader, title, write }) => ({
      name,
      title,
      writes: write !== undefined,
      reads: reader !== undefined,
    })),
  write: async (writing) => {
    const folder = await mkdtemp(join(tmpdir(), "annotary-export-"))
    const close = () => rm(folder, { recursive: true, force: true })
    try {
      const report = await writeFolder(writing, folder, known)
      return { bytes: zipFolder(folder), report, close }
    } catch (cause) {
      await close()
      throw cause
    }
  },
  read: (reading) => read(reading, known, { ...defaultLimits, ...limits }, { ...unpackLimits, ...unpacked }),
})

/** Writes an export into a folder, which exists and is empty. */
export const writeFolder = async (
  { dataset, format: name, open, options, samples, signal }: FormatWriting,
  folder: string,
  known: ReadonlyArray<Format> = formats,
): Promise<FormatReport> => {
  const format = known.find((one) => one.name === name)
  if (format === undefined) throw new FormatError(name, "is no format.")
  const target = folderTarget(folder)
  try {
    return await exportDataset({
      format,
      dataset: ofEngine(dataset),
      samples: wireSamples(samples, signal),
      target,
      open,
      files: options.files,
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

const ofEngine = (dataset: FormatDataset): Dataset =>
  datasetOf(dataset, parseJson(dataset.taskAttributes, "the configuration"))

async function* wireSamples(
  samples: FormatWriting["samples"],
  signal: AbortSignal,
): AsyncGenerator<WireSample> {
  for await (const { attributes, label, metadata, name, score, status } of samples) {
    signal.throwIfAborted()
    yield {
      name,
      status,
      score,
      attributes: parseJson(attributes, name),
      // Stored metadata is a JSON object.
      metadata: parseJson(metadata, name) as WireSample["metadata"],
      label: label === null ? null : parseJson(label, name),
    }
  }
}

const read = async (
  { archive, baseUrl, dataset, empty, format, signal, strict }: FormatReading,
  known: ReadonlyArray<Format>,
  limits: Limits,
  unpacked: UnpackLimits,
): ReturnType<Formats["read"]> => {
  const folder = await mkdtemp(join(tmpdir(), "annotary-import-"))
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    const path = join(folder, "archive")
    await pipeline(archive, createWriteStream(path), { signal })
    const files = join(folder, "files")
    await mkdir(files)
    await unpack(path, files, unpacked, "the archive")
    await rm(path)
    const source = await folderSource(files, "refuse", limits)
    const { format: found } = await formatOf(format, source, known)
    let losses: FormatReport["losses"] = []
    const { categories } = ofEngine(dataset)
    return {
      format: found.name,
      records: async function* (save) {
        const read = await importDataset({
          format: found,
          source,
          categories,
          ...(baseUrl !== undefined && { baseUrl }),
          ...(empty !== undefined && { empty }),
          ...(strict !== undefined && { strict }),
          save: ({ content, path }) => save(path.split("/").at(-1) ?? path, content),
        })
        for await (const { attributes, label, metadata, name, ...work } of read.records)
          yield {
            ...work,
            name,
            attributes: printJson(attributes),
            metadata: printJson(metadata),
            label: label && printJson(label),
          }
        losses = read.losses()
      },
      losses: () => losses,
      close,
    }
  } catch (cause) {
    await close()
    throw cause
  }
}
