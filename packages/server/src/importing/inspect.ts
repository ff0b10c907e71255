/** Detects by its content whether a path contains a release, samples, or files that may be of another format. Everything else is refused. */
import { type Stats, statSync } from "node:fs"
import { open } from "node:fs/promises"
import { basename } from "node:path"
import { verifyRelease } from "@annotary/core/effect"
import { Effect, Either, Stream } from "effect"
import { readFileBytes } from "../cli/arguments.ts"
import { CommandFailed } from "../cli/failures.ts"
import { getShortReason } from "../serve/dataDir.ts"
import { formatViolations } from "./Fields.ts"
import { accepted, describeForeignBytes, describeForeignFiles } from "./foreign.ts"
import { readBytes } from "./items.ts"
import { readLines } from "./lines.ts"
import { compareToSample, type SampleLikeness } from "./record.ts"
import { makeSealedRelease, parseRewrittenRelease, type ReleaseFile, releaseHead } from "./release.ts"
import { listFolderSources, makeFileSource, type Source, type Sources } from "./sources.ts"

/** Content in our own forms. */
export type Native =
  | { readonly _tag: "Release"; readonly release: ReleaseFile; readonly size: number }
  | ({ readonly _tag: "Samples" } & Sources)

export interface Foreign {
  readonly _tag: "Foreign"
  /** For files that are in no known format either. */
  readonly refusal: CommandFailed
}

export type Inspected = Native | Foreign

export const inspect = (path: string): Effect.Effect<Inspected, CommandFailed> =>
  Effect.gen(function* () {
    const stats = yield* Effect.try({
      try: () => statSync(path),
      catch: (cause) => makeUnreadable(path, cause),
    })
    if (stats.isDirectory()) return yield* inspectFolder(path)
    if (!stats.isFile()) return yield* makeRefused(`${path} is neither a file nor a folder`)
    return yield* inspectFile(path, stats)
  })

const inspectFolder = (path: string): Effect.Effect<Inspected, CommandFailed> =>
  Effect.gen(function* () {
    const inspected = yield* Effect.try({
      try: () => listFolderSources(path),
      catch: (cause) => makeUnreadable(path, cause),
    })
    const isOther = yield* Effect.cached(isOfOtherFormat(path))
    const isOurs = inspected.configuration !== undefined || (yield* isOfSamples(inspected.sources, isOther))
    if (inspected.foreign.length > 0) {
      const refusal = makeRefused(`${path} holds ${describeForeignFiles(inspected.foreign)}`)
      return isOurs ? yield* refusal : { _tag: "Foreign", refusal }
    }
    if (inspected.sources.length === 0 && inspected.broken.length === 0)
      return yield* makeRefused(`${path} holds no sample`)
    if (!isOurs && (yield* isOther))
      return { _tag: "Foreign", refusal: makeRefused(`${path} holds no sample`) }
    return { _tag: "Samples", ...inspected }
  })

const inspectFile = (path: string, { size }: Stats): Effect.Effect<Inspected, CommandFailed> =>
  Effect.gen(function* () {
    const begins = yield* tryRead(path, () => readBeginning(path))
    if (!/^\s*\{/.test(begins.toString("latin1")))
      return { _tag: "Foreign", refusal: makeRefused(`${path} is ${describeForeignBytes(begins)}`) }
    const line = yield* tryRead(path, () => readFirstLine(path))
    const head = line === undefined ? undefined : releaseHead(line)
    if (head !== undefined) {
      return { _tag: "Release", release: makeSealedRelease(path, head, yield* checkRelease(path)), size }
    }
    const source = makeFileSource(path)
    if (source._tag === "Sample") {
      const isOther = yield* Effect.cached(isOfOtherFormat(path))
      if (!(yield* isOfSamples([source], isOther)) && (yield* isOther))
        return { _tag: "Foreign", refusal: makeRefused(`${path} holds no sample`) }
      const release = parseRewrittenRelease(path, yield* tryRead(path, () => readBytes(path)))
      if (release !== undefined) {
        if (Either.isLeft(release))
          return yield* makeRefused(
            `${path} is not a release that can be read: ${formatViolations(release.left)}`,
          )
        return { _tag: "Release", release: release.right, size }
      }
    }
    return { _tag: "Samples", sources: [source], size, configuration: undefined, broken: [], foreign: [] }
  })

/**
 * Whether one of the first sources is of samples. Tools call members `name`, `label` or `metadata` too, so that a file with other members than
 * those of a sample is one only where the path is in no other format. Lines may be those that exports of other formats have beside them.
 */
const isOfSamples = (
  sources: ReadonlyArray<Source>,
  isOther: Effect.Effect<boolean, CommandFailed>,
): Effect.Effect<boolean, CommandFailed> =>
  Effect.gen(function* () {
    const likeness = yield* compareToSamples(sources)
    return likeness === "same" || (likeness === "similar" && !(yield* isOther))
  })

const compareToSamples = (sources: ReadonlyArray<Source>): Effect.Effect<SampleLikeness, CommandFailed> =>
  Effect.gen(function* () {
    let likeness: SampleLikeness = "none"
    for (const { _tag, path, size } of sources.slice(0, mostLooked)) {
      // nuScenes has a table of that name, which is a list.
      if (basename(path) === "sample.json" && !(yield* isList(path))) return "same"
      if (_tag === "Sample" && size > mostSampleBytes) continue
      const bytes = yield* tryRead(path, () => (_tag === "Lines" ? readFirstLine(path) : readBytes(path)))
      if (bytes === undefined) continue
      const next = compareToSample(bytes)
      if (next === "same") return next
      if (next === "similar") likeness = next
    }
    return likeness
  })

const isList = (path: string): Effect.Effect<boolean, CommandFailed> =>
  tryRead(path, () => readBeginning(path)).pipe(
    Effect.map((begins) => /^(\xEF\xBB\xBF)?\s*\[/.test(begins.toString("latin1"))),
  )

const mostLooked = 5

/** Larger files are not read to find out what they are. */
const mostSampleBytes = 128 * 1024 * 1024

/** The formats are loaded only for this. */
const isOfOtherFormat = (path: string) =>
  Effect.promise(() => import("../formats/importFormat.ts")).pipe(
    Effect.flatMap(({ hasOtherFormat }) => hasOtherFormat(path)),
  )

/** An incomplete or changed release does not match its own checksums. Returns whether a label in it is VERIFIED. */
const checkRelease = (path: string): Effect.Effect<boolean, CommandFailed> => {
  let hasVerified = false
  let end = Buffer.alloc(0)
  const searched = Stream.tap(readFileBytes(path), (chunk) =>
    Effect.sync(() => {
      const bytes = Buffer.concat([end, chunk])
      hasVerified ||= bytes.includes('"label_status":"VERIFIED"')
      end = bytes.subarray(-64)
    }),
  )
  return Effect.flatMap(verifyRelease(searched), ({ ok, problems: [first] }) => {
    if (ok) return Effect.succeed(hasVerified)
    const what =
      first === undefined ? "" : `: ${first.line === 0 ? "" : `line ${first.line} `}${first.message}`
    return new CommandFailed({
      sentence: `${path} is incomplete or was changed after it was created${what.replace(/\.$/, "")}. Nothing was imported; annotary verify shows what differs.`,
    })
  })
}

const readBeginning = async (path: string): Promise<Buffer> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const readFirstLine = async (path: string): Promise<Uint8Array | undefined> => {
  for await (const { bytes } of readLines(path)) return bytes ?? undefined
  return undefined
}

const tryRead = <A>(path: string, read: () => Promise<A>): Effect.Effect<A, CommandFailed> =>
  Effect.tryPromise({ try: read, catch: (cause) => makeUnreadable(path, cause) })

export const makeUnreadable = (path: string, cause: unknown) =>
  new CommandFailed({ sentence: `${path} cannot be read: ${getShortReason(cause)}.` })

const makeRefused = (what: string) =>
  new CommandFailed({ sentence: `${what}. Nothing was imported; ${accepted}` })
