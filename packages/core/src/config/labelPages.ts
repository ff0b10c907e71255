/**
 * Streams all labels of a dataset in small portions with their bodies: constant memory, whatever the size of a label.
 */
import { Effect, Option, Stream } from "effect"
import type { DatasetId } from "../domain/Ids.ts"
import type { JsonText } from "../domain/JsonText.ts"
import { betweenBatches } from "../jobs/betweenBatches.ts"
import type { ConfigurationChangeStore, LabelRef } from "./ConfigurationChangeStore.ts"

export interface LabelText {
  readonly ref: LabelRef
  /** Null: the label has no body, or another version by now. */
  readonly text: JsonText | null
}

/** The maximum number of labels in a portion, and of bytes unless one label alone has more. */
const portion = { labels: 500, bytes: 1024 * 1024 }

/** The labels of a dataset in portions. `wanted` selects the labels whose bodies are read; others are left out. */
export const labelTexts = (
  store: typeof ConfigurationChangeStore.Service,
  datasetId: DatasetId,
  {
    during = null,
    wanted = () => true,
  }: { during?: number | null; wanted?: (ref: LabelRef) => boolean } = {},
): Stream.Stream<ReadonlyArray<LabelText>> => {
  const readPage = (after: LabelRef | null) =>
    Effect.map(store.labels({ datasetId, during, after, limit: portion.labels }), (refs) => {
      const last = refs.length < portion.labels ? undefined : refs.at(-1)
      return [refs.filter(wanted), Option.fromNullable(last)] as const
    })
  return Stream.paginateEffect<LabelRef | null, ReadonlyArray<LabelRef>, never, never>(null, readPage).pipe(
    Stream.flatMap((refs) => readTexts(store, datasetId, refs)),
  )
}

/** These labels in portions, with their bodies. */
export const readTexts = (
  store: typeof ConfigurationChangeStore.Service,
  datasetId: DatasetId,
  refs: ReadonlyArray<LabelRef>,
): Stream.Stream<ReadonlyArray<LabelText>> =>
  Stream.mapEffect(Stream.fromIterable(splitByBytes(refs)), (some) =>
    Effect.gen(function* () {
      const texts = yield* store.bodies(datasetId, some)
      yield* betweenBatches
      return some.map((ref): LabelText => ({ ref, text: texts.get(ref.version) ?? null }))
    }),
  )

const splitByBytes = (refs: ReadonlyArray<LabelRef>): ReadonlyArray<ReadonlyArray<LabelRef>> => {
  const portions: Array<Array<LabelRef>> = []
  let bytes = Number.POSITIVE_INFINITY
  for (const ref of refs) {
    bytes += ref.bytes ?? 0
    const last = portions.at(-1)
    if (last !== undefined && bytes <= portion.bytes) last.push(ref)
    else {
      portions.push([ref])
      bytes = ref.bytes ?? 0
    }
  }
  return portions
}
