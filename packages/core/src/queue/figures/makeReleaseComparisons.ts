import { Effect, Option, Order, Schema, Stream } from "effect"
import { SceneScores } from "../../agreement/labels/SceneScores.ts"
import { type Dataset, TaskType } from "../../domain/Dataset.ts"
import { InvalidInput, NotFound } from "../../domain/errors.ts"
import type { DatasetId, SampleId } from "../../domain/Ids.ts"
import { castToJsonText, type JsonText } from "../../domain/JsonText.ts"
import { readMembers } from "../../domain/jsonSpans.ts"
import { finishedStatuses } from "../../domain/labelStates.ts"
import { groundTruth } from "../../domain/Names.ts"
import { makeSlicePauses } from "../../jobs/betweenBatches.ts"
import { streamSampleLines } from "../../releases/diff.ts"
import {
  makeNoFileError,
  openReleaseFile,
  type ReleaseFile,
  requirePresent,
} from "../../releases/openedFile.ts"
import { ReleaseStore } from "../../releases/ReleaseStore.ts"
import { readLineLabel } from "../../releases/readLineLabel.ts"
import { readReleaseHead } from "../../releases/readReleaseHead.ts"
import { BlobStore } from "../../storage/BlobStore.ts"
import { OverlapComparisons } from "../overlap/OverlapComparisons.ts"
import type { ComparedSample } from "./ComparedSample.ts"
import type { SampleDraw } from "./SampleDraw.ts"

/** The two labels of each sample that are compared: of one labelset in two releases, or of two labelsets in one release. */
export interface ReleasePair {
  /** Equal for two labelsets of one release. */
  readonly files: readonly [ReleaseFile, ReleaseFile]
  readonly labelsets: readonly [string, string]
  /** The names of both in figures: those of the releases, or of the labelsets. */
  readonly names: readonly [string, string]
  /** With the configuration of the second release. */
  readonly dataset: Pick<Dataset, "id" | "owner" | "settings" | "taskAttributes" | "taskType">
}

type ComparedDataset = Pick<Dataset, "id" | "owner" | "settings" | "taskType">

/** Comparisons of the labels in the files of releases. A comparison reads them twice: to draw samples, and to compare these. */
export const makeReleaseComparisons = Effect.gen(function* () {
  const store = yield* ReleaseStore
  const blobs = yield* BlobStore
  const comparisons = yield* OverlapComparisons

  const openFile = Effect.fnUntraced(function* (dataset: DatasetId, name: string) {
    const release = Option.getOrUndefined(yield* store.byName(dataset, name))
    if (release === undefined) return yield* new NotFound({ resource: "release" })
    const file = openReleaseFile(blobs, release)
    if (file === undefined) return yield* makeNoFileError(release)
    return yield* requirePresent(blobs, file)
  })

  /** Reads the configuration, and checks that the releases have the labelsets. */
  const makePair = Effect.fnUntraced(function* (
    { id, owner, settings, taskType: present }: ComparedDataset,
    { files, labelsets, names }: Pick<ReleasePair, "files" | "labelsets" | "names">,
  ) {
    const heads = [
      yield* readReleaseHead(files[0].stream()),
      yield* readReleaseHead(files[1].stream()),
    ] as const
    for (const [index, head] of heads.entries())
      if (!head.labelsets.includes(labelsets[index] ?? ""))
        return yield* new NotFound({ resource: "labelset" })
    const [, { configuration: taskAttributes, taskType: released }] = heads
    const taskType = isTaskType(released) ? released : present
    const pair: ReleasePair = {
      files,
      labelsets,
      names,
      dataset: { id, owner, settings, taskAttributes, taskType },
    }
    return pair
  })

  /** A labelset in two releases. */
  const openReleases = Effect.fnUntraced(function* (
    dataset: ComparedDataset,
    [first, second]: readonly [string, string],
    labelset: string,
  ) {
    const files = [yield* openFile(dataset.id, first), yield* openFile(dataset.id, second)] as const
    if (files[0].key === files[1].key)
      return yield* InvalidInput.at("/releases", "must be two different releases")
    const names = [files[0].release.name, files[1].release.name] as const
    return yield* makePair(dataset, { files, labelsets: [labelset, labelset], names })
  })

  /** Two labelsets in one release. */
  const openLabelsets = Effect.fnUntraced(function* (
    dataset: ComparedDataset,
    release: string,
    labelsets: readonly [string, string],
  ) {
    if (labelsets[0] === labelsets[1])
      return yield* InvalidInput.at("/labelsets", "must be two different labelsets")
    const file = yield* openFile(dataset.id, release)
    return yield* makePair(dataset, { files: [file, file], labelsets, names: labelsets })
  })

  /** Adds the samples that have a finished label in both. */
  const drawFrom = Effect.fnUntraced(function* (pair: ReleasePair, draw: SampleDraw) {
    const pause = yield* makeSlicePauses
    yield* Stream.runForEach(streamPairs(pair), ({ labels, sampleId }) => {
      if (labels !== null) draw.add(sampleId)
      return pause
    })
  })

  /** Compares the labels of samples, large ones and those of bitmaps until this time. */
  const read = (
    pair: ReleasePair,
    ids: ReadonlyArray<SampleId>,
    until: number,
  ): Stream.Stream<ComparedSample> => {
    const compareTexts = comparisons.makeCompareUntil(pair.dataset, until)
    const drawn = new Set(ids)
    return streamPairs(pair).pipe(
      Stream.filterMap(({ labels, sampleId }) =>
        labels === null || !drawn.has(sampleId) ? Option.none() : Option.some({ labels, sampleId }),
      ),
      Stream.mapEffect(({ labels, sampleId }) => {
        const scores = new SceneScores(pair.names[0])
        return Effect.map(
          compareTexts(
            labels.map((attributes, index) => ({ person: pair.names[index] ?? "", attributes })),
            scores,
          ),
          (agreement): ComparedSample => ({
            sampleId,
            state: null,
            agreement,
            scenes: agreement && scores.list(),
          }),
        )
      }),
    )
  }

  return { openReleases, openLabelsets, drawFrom, read }
})

const isTaskType = Schema.is(TaskType)

interface LinePair {
  readonly sampleId: SampleId
  /** Null where one of them is not finished. */
  readonly labels: readonly [JsonText | null, JsonText | null] | null
}

const streamPairs = ({ files: [first, second], labelsets }: ReleasePair): Stream.Stream<LinePair> => {
  if (first.key === second.key)
    return Stream.map(streamSampleLines(first.stream()), ([id, line]) => toPair(id, [line, line], labelsets))
  return streamSampleLines(first.stream()).pipe(
    Stream.zipAllSortedByKeyWith({
      other: streamSampleLines(second.stream()),
      onSelf: () => null,
      onOther: () => null,
      onBoth: (a, b) => [a, b] as const,
      order: Order.string,
    }),
    Stream.filterMap(([id, lines]) =>
      lines === null ? Option.none() : Option.some(toPair(id, lines, labelsets)),
    ),
  )
}

const decoder = new TextDecoder()

/** As JSON. */
const finished: ReadonlySet<string> = new Set(finishedStatuses.map((status) => `"${status}"`))

const toPair = (
  id: string,
  lines: readonly [Uint8Array, Uint8Array],
  labelsets: readonly [string, string],
): LinePair => {
  const sampleId = id as SampleId
  const first = decoder.decode(lines[0])
  const a = readFinished(first, labelsets[0])
  if (a === undefined) return { sampleId, labels: null }
  const b = readFinished(lines[0] === lines[1] ? first : decoder.decode(lines[1]), labelsets[1])
  return { sampleId, labels: b === undefined ? null : [a, b] }
}

/** The attributes of a label that is finished, or in a labelset beside the ground truth of a model. Undefined for damaged lines too. */
const readFinished = (line: string, labelset: string): JsonText | null | undefined => {
  const label = readLineLabel(readMembers(line), labelset)
  if (label === undefined) return undefined
  const status = label.get("label_status") ?? "null"
  const isUsed = finished.has(status) || (labelset !== groundTruth && status === '"PRELABELED"')
  const attributes = label.get("attributes")
  if (!isUsed) return undefined
  return attributes === undefined || attributes === "null" ? null : castToJsonText(attributes)
}
