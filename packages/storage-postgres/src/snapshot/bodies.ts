/**
 * Gives samples their labels and the bodies of both. As many as fit into a number of bytes at once: what Postgres held back for
 * its size is asked for again with fewer samples, and a sample that is alone is given whatever size it has.
 */
import type { SnapshotLabel, SnapshotSample } from "@annotary/core/effect"
import { Effect } from "effect"
import type { LabelRow } from "./labelRows.ts"
import type { LabelBody, SampleBody, snapshotPages } from "./pages.ts"
import type { SampleRow } from "./sampleRows.ts"

/** A sample and its labels, in the order of the labelsets. */
export interface Bare {
  readonly sample: SampleRow
  readonly labels: ReadonlyArray<LabelRow>
}

/** Of samples, and of labels, at once. */
const mostBytes = 2 * 1024 * 1024

/** Null when not all bodies came. */
export const withBodies = (
  pages: ReturnType<typeof snapshotPages>,
  some: ReadonlyArray<Bare>,
): Effect.Effect<ReadonlyArray<SnapshotSample> | null> =>
  Effect.gen(function* () {
    const bytes = some.length === 1 ? Number.MAX_SAFE_INTEGER : mostBytes
    const contents = some.map(({ sample }) => sample.content)
    const bodies = byId(yield* pages.sampleBodies(contents, bytes))
    const labelContents = new Set(
      some.flatMap(({ labels }) => labels.flatMap(({ content }) => content ?? [])),
    )
    const labelBodies =
      labelContents.size === 0
        ? new Map<string, LabelBody>()
        : byId(yield* pages.labelBodies([...labelContents], bytes))
    if (bodies.size < some.length || labelBodies.size < labelContents.size) return null
    return some.flatMap((bare) => whole(bare, bodies.get(bare.sample.content), labelBodies))
  })

const byId = <A extends { readonly id: string }>(rows: ReadonlyArray<A>): ReadonlyMap<string, A> => {
  const map = new Map<string, A>()
  for (const row of rows) map.set(row.id, row)
  return map
}

/** Member by member, for these are made a million times. */
const whole = (
  { labels, sample }: Bare,
  body: SampleBody | undefined,
  bodies: ReadonlyMap<string, LabelBody>,
): ReadonlyArray<SnapshotSample> =>
  body === undefined
    ? []
    : [
        {
          id: sample.id,
          name: sample.name,
          attributes: body.attributes,
          metadata: body.metadata,
          readme: body.readme,
          priority: sample.priority,
          assignedLabeler: sample.assignedLabeler,
          assignedReviewer: sample.assignedReviewer,
          createdAt: sample.createdAt,
          createdBy: sample.createdBy,
          labels: labels.map(
            ({ content, label }): SnapshotLabel => ({
              ...label,
              attributes: content === null ? null : (bodies.get(content)?.attributes ?? null),
            }),
          ),
        },
      ]
