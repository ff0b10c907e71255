/** Reads a folder or an archive in another format as the items of an import. */

import { statSync } from "node:fs"
import { basename, dirname } from "node:path"
import {
  castToJsonText,
  type DatasetRef,
  Datasets,
  type JsonText,
  parseJson,
  TaskType,
} from "@annotary/core/effect"
import {
  defaultLimits,
  detectFormat,
  detectFormats,
  type EmptyChoice,
  type Format,
  FormatError,
  findNearestFormats,
  folderFiles,
  folderSource,
  formats,
  type Import,
  type ImportPlan,
  importDataset,
  type Limits,
  Naming,
  printJson,
  printRecord,
  readConfiguredDataset,
  type Source,
  toConfiguration,
  unpack,
  unpackLimits,
  type WireRecord,
} from "@annotary/formats"
import { makeTemporaryFolder } from "@annotary/formats/files"
import { Effect, Either, Option, Schema } from "effect"
import { CommandFailed, getReason } from "../cli/failures.ts"
import { accepted, describeForeignFiles } from "../importing/foreign.ts"
import type { Item } from "../importing/items.ts"
import type { Wanted } from "../importing/target.ts"
import { checkRecord } from "./checkRecord.ts"
import { assetSaver } from "./files.ts"
import type { toImportLimits } from "./registry.ts"

export { formatLoss } from "./exportFormat.ts"

export interface FormatImport {
  readonly format: Format
  /** The file that the format was found by; undefined when the format was named. */
  readonly foundBy: string | undefined
  /** The dataset that the files describe, for one that does not exist. */
  readonly wanted: Wanted
  readonly items: AsyncGenerator<Item>
  /** The losses of the import; complete after the last item. */
  readonly losses: Import["losses"]
}

export interface FormatChoice {
  readonly path: string
  /** Absent or `auto`: found by the files. */
  readonly format: string | undefined
  /** The refusal of files that are in no known format, in place of a general one. */
  readonly refusal?: CommandFailed
  readonly ref: DatasetRef
  readonly baseUrl: string | undefined
  /** Whether images and point clouds among the files become assets. */
  readonly upload: boolean
  readonly empty: EmptyChoice
  /** Those of the settings. */
  readonly limits: ReturnType<typeof toImportLimits>
  /** Whether anything that would be left out or changed refuses the files. */
  readonly strict: boolean
  /** Notified while large files are read. */
  readonly onProgress?: ImportPlan["onProgress"]
}

/** The files at a path: those of a folder, or of an archive, which is unpacked until the scope closes. */
const openSource = (path: string, { limits: own, unpacked }: FormatChoice["limits"]) =>
  Effect.gen(function* () {
    const limits: Limits = { ...defaultLimits, ...own }
    const isFolder = yield* tryRead(() => Promise.resolve(statSync(path).isDirectory()))
    if (isFolder) return yield* tryRead(() => folderSource(path, "refuse", limits))
    if (!isArchive(path)) return yield* tryRead(() => openSingleFile(path, limits))
    const { path: folder } = yield* Effect.acquireRelease(
      tryRead(async () => makeTemporaryFolder("import")),
      ({ remove }) => Effect.promise(remove),
    )
    yield* tryRead(() => unpack(path, folder, { ...unpackLimits, ...unpacked }))
    return yield* tryRead(() => folderSource(folder, "refuse", limits))
  })

const isArchive = (path: string): boolean => /\.(zip|tar|tgz|gz)$/i.test(path)

const makeForeignArchive = (path: string, { paths }: Source): CommandFailed =>
  new CommandFailed({
    sentence: `${path} holds ${paths.length === 0 ? "no file" : describeForeignFiles(paths)}. Nothing was imported; ${accepted}`,
  })

/** Whether the files at a path look like another format. It reads the beginnings of a few files. */
export const hasOtherFormat = (path: string): Effect.Effect<boolean, CommandFailed> =>
  tryRead(async () => {
    const isFolder = statSync(path).isDirectory()
    const source = isFolder
      ? await folderSource(path, "leave out")
      : folderFiles(dirname(path), [basename(path)])
    return (await detectFormats(source)).length > 0
  })

/** A single file, such as a COCO file, beside its images. */
const openSingleFile = async (path: string, limits: Limits): Promise<Source> => {
  const name = basename(path)
  // The file stands in any folder: what a link there leads to is none of its files.
  const all = await folderSource(dirname(path), "leave out", limits)
  const isData = (other: string) => /\.(json|xml|txt|csv|ya?ml|feather|parquet)$/i.test(other)
  return { ...all, paths: all.paths.filter((other) => other === name || !isData(other)) }
}

const tryRead = <A>(run: () => Promise<A>): Effect.Effect<A, CommandFailed> =>
  Effect.tryPromise({ try: run, catch: toCommandFailed })

const toCommandFailed = (cause: unknown): CommandFailed => {
  if (cause instanceof CommandFailed) return cause
  const reason = cause instanceof FormatError ? cause.message : getReason(cause)
  return new CommandFailed({ sentence: `${reason.replace(/\.$/, "")}. Nothing was imported.` })
}

/** Opens and checks the files. Nothing is saved before the items are read. */
export const openFormat = (choice: FormatChoice) =>
  Effect.gen(function* () {
    const source = yield* openSource(choice.path, choice.limits)
    const name = choice.format === "auto" ? undefined : choice.format
    const { refusal: general } = choice
    if (name === undefined && general !== undefined) {
      const isKnown = (yield* tryRead(() => detectFormats(source))).length > 0
      if (!isKnown && (yield* tryRead(() => findNearestFormats(source, formats))).length === 0)
        return yield* isArchive(choice.path) ? makeForeignArchive(choice.path, source) : general
    }
    const { format, path: foundBy } = yield* tryRead(() => detectFormat(name, source))
    const save = yield* assetSaver
    const datasets = yield* Datasets
    const existing = yield* Effect.option(datasets.get(choice.ref))
    const categories = Option.map(existing, ({ record: { dataset } }) =>
      readConfiguredDataset(dataset, parseJson(dataset.taskAttributes)),
    ).pipe(
      Option.map((dataset) => dataset.categories),
      Option.getOrUndefined,
    )
    const plan = {
      format,
      source,
      empty: choice.empty,
      strict: choice.strict,
      ...(categories !== undefined && categories.length > 0 && { categories }),
      ...(choice.baseUrl !== undefined && { baseUrl: choice.baseUrl }),
    }
    // The first reading collects the names of samples that the second one gives.
    const naming = new Naming()
    const taskTypeOfExisting = Option.getOrUndefined(
      Option.map(existing, ({ record: { dataset } }) => dataset.taskType),
    )
    const imported = yield* Effect.acquireRelease(
      tryRead(() =>
        importDataset({
          ...plan,
          naming,
          ...(choice.onProgress && { onProgress: choice.onProgress }),
          save: ({ content, path }) => save(path.split("/").at(-1) ?? path, content),
        }),
      ),
      ({ close }) => Effect.promise(close),
    )
    yield* tryRead(() => checkAll({ ...plan, naming }, imported, choice.upload, taskTypeOfExisting))
    const taskType = yield* Schema.decodeUnknown(TaskType)(imported.dataset.taskType).pipe(Effect.orDie)
    // A configuration has at least one category: files without any make a dataset with the usual configuration.
    const hasCategories = imported.dataset.categories.length > 0
    const taskAttributes = hasCategories ? toJsonText(toConfiguration(imported.dataset)) : undefined
    const datasetDescription: Wanted = { taskType, taskAttributes }
    return {
      format,
      foundBy,
      wanted: datasetDescription,
      items: toItems(imported.records),
      losses: imported.losses,
    } satisfies FormatImport
  })

/** Saves nothing, so that files with a fault are not half imported. Formats that cannot check otherwise are read completely. */
const checkAll = async (
  plan: Omit<ImportPlan, "save">,
  { check }: Import,
  upload: boolean,
  existing: TaskType | undefined,
): Promise<void> => {
  const save: ImportPlan["save"] = async ({ kind, path }) => {
    if (kind === "bitmap" || upload) return "https://checked.example/"
    throw new FormatError(path, "is a file: --upload saves such files, --base-url URL says where they are.")
  }
  if (check !== undefined) return await check(save)
  const { close, dataset, records } = await importDataset({ ...plan, save })
  try {
    const taskType = existing ?? (Schema.is(TaskType)(dataset.taskType) ? dataset.taskType : undefined)
    for await (const record of records) checkRecord(record, taskType)
  } finally {
    await close()
  }
}

const toJsonText = (value: unknown): JsonText => castToJsonText(printJson(value))

const labelOf = { pointer: "", labelset: undefined, rating: null }

async function* toItems(records: AsyncIterable<WireRecord>): AsyncGenerator<Item> {
  for await (const record of records) {
    const { name, score = null, sizes, status } = record
    const { isValidated, label, ...texts } = printRecord(record)
    const body = label === null ? null : castToJsonText(label)
    const sample = {
      name,
      attributes: castToJsonText(texts.attributes),
      metadata: castToJsonText(texts.metadata),
      priority: undefined,
      readme: undefined,
      assignedLabeler: undefined,
      assignedReviewer: undefined,
      pictureSizes: sizes,
      labels: body === null ? [] : [{ ...labelOf, status, score, attributes: body }],
    }
    yield { place: name, size: body?.length ?? 0, isValidated, sample: Either.right(sample) }
  }
}
