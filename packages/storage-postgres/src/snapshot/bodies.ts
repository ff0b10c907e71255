/**
 * Reads the bodies of samples and labels, with a limit of bytes per statement. Bodies beyond the limit are left out, and the
 * caller retries with fewer samples; a single sample has no limit.
 */
import type { SnapshotSample } from "@annotary/core/effect"
import { makeSnapshotLabel, makeSnapshotSample } from "@annotary/storage-sql"
import { Effect } from "effect"
import type { LabelRow } from "./labelRows.ts"
import type { LabelBody, makeSnapshotPages, SampleBody } from "./pages.ts"
import type { SampleRow } from "./sampleRows.ts"

/** A sample and its labels, in the order of the labelsets. */
export interface Bare {
  readonly sample: SampleRow
  readonly labels: ReadonlyArray<LabelRow>
}

/** The most bytes of samples, and of labels, in one statement. */
const maxBytes = 2 * 1024 * 1024

/** Reads the bodies of some samples; null when not all of them were returned. */
export const withBodies = (
  pages: ReturnType<typeof makeSnapshotPages>,
  some: ReadonlyArray<Bare>,
): Effect.Effect<ReadonlyArray<SnapshotSample> | null> =>
  Effect.gen(function* () {
    const bytes = some.length === 1 ? Number.MAX_SAFE_INTEGER : maxBytes
    const contents = some.map(({ sample }) => sample.content)
    const bodies = indexById(yield* pages.readSampleBodies(contents, bytes))
    const labelContents = new Set(
      some.flatMap(({ labels }) => labels.flatMap(({ content }) => content ?? [])),
    )
    const labelBodies =
      labelContents.size === 0
        ? new Map<string, LabelBody>()
        : indexById(yield* pages.readLabelBodies([...labelContents], bytes))
    if (bodies.size < some.length || labelBodies.size < labelContents.size) return null
    return some.flatMap((bare) => makeSamples(bare, bodies.get(bare.sample.content), labelBodies))
  })

const indexById = <A extends { readonly id: string }>(rows: ReadonlyArray<A>): ReadonlyMap<string, A> => {
  const map = new Map<string, A>()
  for (const row of rows) map.set(row.id, row)
  return map
}

const makeSamples = (
  { labels, sample }: Bare,
  body: SampleBody | undefined,
  bodies: ReadonlyMap<string, LabelBody>,
): ReadonlyArray<SnapshotSample> => {
  if (body === undefined) return []
  const read = labels.map(({ content, label }) =>
    makeSnapshotLabel(
      label.labelset,
      label,
      content === null ? null : (bodies.get(content)?.attributes ?? null),
    ),
  )
  return [makeSnapshotSample(sample, body, read)]
}
