import { Effect, Option, Stream } from "effect"
import { makeArchivedAccounts } from "../accounts/makeArchivedAccounts.ts"
import { formatAssetKey } from "../assets/assetKey.ts"
import { type AssetMentions, makeAssetReferences } from "../assets/assetReferences.ts"
import { makeArchivedAssets } from "../assets/makeArchivedAssets.ts"
import { type AssetRecord, accountFields } from "../domain/archive/otherRecords.ts"
import { storedSections } from "../domain/archive/storedRecords.ts"
import { makeSha256Stream } from "../domain/digest.ts"
import { FileGone } from "../domain/errors.ts"
import { toJsonText } from "../domain/JsonText.ts"
import { now } from "../domain/Timestamp.ts"
import { BlobStore } from "../storage/BlobStore.ts"
import { ArchivedEndpoints } from "../webhooks/ArchivedEndpoints.ts"
import type { ArchivedDataset } from "./ArchiveStore.ts"
import {
  type ArchiveEnd,
  type ArchiveHead,
  type ArchivePart,
  archiveFormat,
  archiveVersion,
  endName,
  formatFileName,
  headName,
  type SectionName,
  type SectionSum,
  sectionKinds,
} from "./archiveFile.ts"
import { computeContentRoot } from "./contentRoot.ts"
import { recordLines } from "./recordLines.ts"
import { splitSection } from "./sectionParts.ts"

/** A file to copy into the archive. */
interface StoredFile {
  readonly resource: "asset" | "release"
  readonly name: string
  readonly key: string
  readonly size: number
  /** Null when it is not known. */
  readonly sha256: string | null
}

/** Records collected while an archive is written, for the sections after it. */
interface Collected {
  readonly names: Set<string>
  readonly references: AssetMentions
  readonly sections: { [section: string]: SectionSum }
  readonly files: Array<StoredFile>
  readonly digests: Array<string>
}

/** The sections that depend on the caller. */
export interface WriteOptions {
  readonly endpoints: boolean
}

/** Writes the archive of a dataset that is open, with bounded memory. */
export const makeArchiveWriter = Effect.gen(function* () {
  const assets = yield* makeArchivedAssets
  const accounts = yield* makeArchivedAccounts
  const endpoints = yield* ArchivedEndpoints
  const blobs = yield* BlobStore

  const write = (archive: ArchivedDataset, options: WriteOptions): Stream.Stream<ArchivePart, FileGone> =>
    Stream.suspend(() => {
      const collected: Collected = {
        names: new Set(),
        references: makeAssetReferences(),
        sections: {},
        files: [],
        digests: [],
      }
      const { dataset } = archive
      const writeSection = (name: SectionName, records: Stream.Stream<unknown, FileGone>) =>
        splitSection(name, formatLines(name, records, collected), (sum) => {
          collected.sections[name] = sum
        })
      const parts: ReadonlyArray<Stream.Stream<ArchivePart, FileGone>> = [
        makeHead(dataset),
        writeSection("dataset", Stream.make(dataset)),
        ...storedSections.map((name) =>
          writeSection(name, name === "releases" ? readReleases(archive, collected) : archive.read(name)),
        ),
        writeSection("assets", findAssets(collected)),
        options.endpoints
          ? writeSection("endpoints", streamRecords(endpoints.records(dataset)))
          : Stream.empty,
        // A name without an account, such as that of an embedder's backend, has no record.
        writeSection(
          "users",
          streamRecords(Effect.suspend(() => accounts.findRecords([...collected.names]))),
        ),
        readFiles(collected),
        writeSection(
          "files",
          Stream.suspend(() => Stream.fromIterable(listFileRecords(collected))),
        ),
        Stream.suspend(() => makeEnd(collected)),
      ]
      return Stream.flatten(Stream.fromIterable(parts))
    })

  /** Releases with their files. */
  const readReleases = (archive: ArchivedDataset, { files }: Collected) =>
    Stream.tap(archive.read("releases"), ({ fileKey, id, sha256, sizeBytes }) =>
      Effect.sync(() => {
        if (fileKey === null || sizeBytes === null) return
        files.push({
          resource: "release",
          name: formatFileName("releases", id),
          key: fileKey,
          size: sizeBytes,
          sha256,
        })
      }),
    )

  /** The assets whose URLs, with the right token, are in the records before or in the files of releases. */
  const findAssets = (collected: Collected): Stream.Stream<AssetRecord, FileGone> =>
    Stream.execute(Effect.suspend(() => scanFiles(collected))).pipe(
      Stream.concat(Stream.suspend(() => Stream.fromIterable(collected.references.all()))),
      Stream.mapEffect(({ id, token }) => assets.find(id, token)),
      Stream.filterMap((found) => found),
      Stream.tap(({ id, sizeBytes }) =>
        Effect.sync(() => {
          const name = formatFileName("assets", id)
          collected.files.push({
            resource: "asset",
            name,
            key: formatAssetKey(id),
            size: sizeBytes,
            sha256: null,
          })
        }),
      ),
    )

  /** A release keeps the URLs of assets that its samples have no more. */
  const scanFiles = ({ files, references }: Collected) =>
    Effect.forEach(
      files,
      (file) => {
        const scan = references.scanFile()
        return Stream.runForEach(readFileBytes(file), (part) => Effect.sync(() => scan(part)))
      },
      { discard: true },
    )

  const readFiles = (collected: Collected): Stream.Stream<ArchivePart, FileGone> =>
    Stream.suspend(() => Stream.fromIterable(sortByName(collected.files))).pipe(
      Stream.flatMap((file) => readFileParts(file, (sha256) => collected.digests.push(sha256))),
    )

  /** A file and its bytes, which must be those that its record describes. */
  const readFileParts = (file: StoredFile, read: (sha256: string) => void) =>
    Stream.suspend((): Stream.Stream<ArchivePart, FileGone> => {
      const { name, resource, sha256, size } = file
      const hash = makeSha256Stream()
      const bytes = Stream.tap(readFileBytes(file), (part) => Effect.sync(() => hash.update(part)))
      const isWhole = Effect.suspend(() => {
        const digest = hash.hex()
        read(digest)
        return sha256 === null || sha256 === digest ? Effect.void : new FileGone({ resource })
      })
      return Stream.make<[ArchivePart]>({ name, size }).pipe(
        Stream.concat(bytes),
        Stream.concat(Stream.execute(isWhole)),
      )
    })

  /** The bytes of a file, which must be there with its size. */
  const readFileBytes = ({ key, resource, size }: StoredFile): Stream.Stream<Uint8Array, FileGone> => {
    const isThere = Effect.filterOrFail(
      blobs.size(key),
      (found) => Option.contains(found, size),
      () => new FileGone({ resource }),
    )
    return Stream.concat(Stream.execute(isThere), blobs.get(key))
  }

  return { write }
})

const streamRecords = <A>(records: Effect.Effect<ReadonlyArray<A>>): Stream.Stream<A> =>
  Stream.unwrap(Effect.map(records, (all) => Stream.fromIterable(all)))

/** The order of their records. */
const sortByName = (files: ReadonlyArray<StoredFile>): ReadonlyArray<StoredFile> =>
  files.toSorted((a, b) => (a.name < b.name ? -1 : 1))

const listFileRecords = ({ digests, files }: Collected) =>
  sortByName(files).map(({ name, size }, index) => ({
    file: name.slice("files/".length),
    sizeBytes: size,
    sha256: digests[index] ?? "",
  }))

const formatLines = (
  section: SectionName,
  records: Stream.Stream<unknown, FileGone>,
  { names, references }: Collected,
): Stream.Stream<string, FileGone> => {
  // The kind of a section is that of its records.
  const { write } = recordLines(sectionKinds[section] as never)
  return Stream.map(records, (record) => {
    for (const field of accountFields) {
      const name: unknown = Reflect.get(record as object, field)
      if (typeof name === "string") names.add(name)
    }
    const line = write(record as never)
    references.scan(line)
    return line
  })
}

const encoder = new TextEncoder()

const makeJsonFile = (name: string, value: unknown): Stream.Stream<ArchivePart> => {
  const bytes = encoder.encode(`${toJsonText(value)}\n`)
  return Stream.make<[ArchivePart, ArchivePart]>({ name, size: bytes.length }, bytes)
}

const makeHead = ({ id, name, owner }: ArchivedDataset["dataset"]): Stream.Stream<ArchivePart> =>
  Stream.unwrap(
    Effect.map(now, (at) => {
      const head: typeof ArchiveHead.Type = {
        format: archiveFormat,
        version: archiveVersion,
        dataset: { owner, name, id },
        created_at: at,
      }
      return makeJsonFile(headName, head)
    }),
  )

const makeEnd = ({ sections }: Collected): Stream.Stream<ArchivePart> => {
  const end: ArchiveEnd = { sections, content: computeContentRoot(sections) }
  return makeJsonFile(endName, end)
}
