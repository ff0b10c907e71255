import { Effect, Option, Stream } from "effect"
import { type AssetMention, findAssetIds, makeAssetReferences } from "../assets/assetReferences.ts"
import type { AssetPlace } from "../domain/AssetReference.ts"
import { type StoredRecords, type StoredSection, storedSections } from "../domain/archive/storedRecords.ts"
import type { AssetId, DatasetId } from "../domain/Ids.ts"
import { BlobStore } from "../storage/BlobStore.ts"
import { TransferRecords } from "../transfers/TransferRecords.ts"
import { type ArchivedDataset, ArchiveStore } from "./ArchiveStore.ts"
import { sectionKinds } from "./archiveFile.ts"
import { assetPlaces } from "./assetPlaces.ts"
import { recordLines } from "./recordLines.ts"

/** The assets that one place names. */
interface Mentions {
  readonly place: AssetPlace
  readonly ids: ReadonlyArray<AssetId>
}

/**
 * Finds what names assets: records of datasets as an archive has them, files of releases, and imports that are PENDING. Called outside
 * of transactions. Checks no permissions.
 */
export const makeAssetSearch = Effect.gen(function* () {
  const store = yield* ArchiveStore
  const blobs = yield* BlobStore
  const transfers = yield* TransferRecords

  /** The assets that the dataset names now, some of them several times. None when it is deleted. */
  const listNamedAssets = (dataset: DatasetId): Stream.Stream<AssetId> =>
    Stream.mapConcat(listMentions(dataset, anyAsset), ({ ids }) => ids)

  /** The places in the dataset that name the asset. */
  const listPlaces = (dataset: DatasetId, asset: AssetId): Stream.Stream<AssetPlace> =>
    Stream.filterMap(listMentions(dataset, asset), ({ ids, place }) =>
      ids.includes(asset) ? Option.some(place) : Option.none(),
    )

  const listMentions = (dataset: DatasetId, containing: string): Stream.Stream<Mentions> =>
    Stream.unwrapScoped(
      Effect.map(store.open(dataset), (archive) =>
        archive === null
          ? Stream.empty
          : Stream.concat(
              readDatasetMentions(archive),
              Stream.flatMap(Stream.fromIterable(storedSections), (section) =>
                readSectionMentions(archive, section, containing),
              ),
            ),
      ),
    )

  const readDatasetMentions = ({ dataset }: ArchivedDataset): Stream.Stream<Mentions> =>
    Stream.unwrap(
      Effect.map(transfers.list("import", dataset.id), (imports) =>
        Stream.fromIterable([
          {
            place: { resource: "dataset" as const, id: dataset.id, sampleId: null },
            ids: findAssetIds(recordLines(sectionKinds.dataset).write(dataset)),
          },
          ...imports
            .filter(({ status }) => status === "PENDING")
            .map(({ assetId, id }) => ({
              place: { resource: "import" as const, id, sampleId: null },
              ids: assetId === null ? [] : [assetId],
            })),
        ]),
      ),
    )

  const readSectionMentions = <Section extends StoredSection>(
    archive: ArchivedDataset,
    section: Section,
    containing: string,
  ): Stream.Stream<Mentions> => {
    // The places of a section take the records of that section, and so does its kind.
    const placeOf = assetPlaces[section] as ((record: StoredRecords[Section]) => AssetPlace) | undefined
    if (placeOf === undefined) return Stream.empty
    const { write } = recordLines(sectionKinds[section] as never)
    const readRecordMentions = (record: StoredRecords[Section]) => ({
      place: placeOf(record),
      ids: findAssetIds(write(record as never)),
    })
    // A file may name assets that its record does not.
    if (section === "releases")
      return Stream.mapEffect(archive.read(section), (record) =>
        Effect.map(readFileMentions((record as StoredRecords["releases"]).fileKey), (ids) => {
          const own = readRecordMentions(record)
          return { ...own, ids: [...own.ids, ...ids] }
        }),
      )
    return Stream.map(archive.read(section, containing), readRecordMentions)
  }

  /** The assets that the file of a release names. None when the file is lost. */
  const readFileMentions = (key: string | null): Effect.Effect<ReadonlyArray<AssetId>> =>
    Effect.gen(function* () {
      if (key === null || Option.isNone(yield* blobs.size(key))) return []
      const references = makeAssetReferences()
      const scan = references.scanFile()
      yield* Stream.runForEach(blobs.get(key), (part) => Effect.sync(() => scan(part)))
      return references.all().map(({ id }: AssetMention) => id)
    })

  return { listNamedAssets, listPlaces }
})

/** A part of every URL of an asset. */
const anyAsset = "assets"
