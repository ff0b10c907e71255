/** A person of the week who works by a program over the API. */
import { assert } from "vitest"
import { answerMillis } from "./Clock.ts"
import { applyEdits, type Category, type Edits, noEdits } from "./Labels.ts"
import type { Week } from "./Week.ts"

interface Annotation {
  readonly id: number
  readonly category_id: Category
  readonly type: "bbox"
  readonly points: ReadonlyArray<readonly [number, number]>
}

interface Claimed {
  readonly claim_id: string
  readonly sample: { readonly name: string }
  readonly label: { readonly attributes: { readonly annotations: ReadonlyArray<Annotation> } | null } | null
}

export class ApiPerson {
  constructor(
    private readonly week: Week,
    readonly name: string,
    private readonly key: string,
    /** Whether the program reports all times since the claim with every piece of work. */
    private readonly reportsWhole: boolean,
  ) {}

  /** Works on the next sample of a queue: some saves, then the action. Says whether there was one. */
  async work(
    queue: "labeling" | "reviewing",
    action: "submit" | "skip" | "accept" | "reject",
    saves = 0,
  ): Promise<boolean> {
    const { clock, path, server } = this.week
    const claimed = await server.call("POST", `${path}/queue/${queue}/claim/`, {}, this.key)
    // Cast: the answer of the API.
    const [claim] = claimed as ReadonlyArray<Claimed>
    if (claim === undefined) return false
    const sample = claim.sample.name
    let annotations = claim.label?.attributes?.annotations ?? []
    const { objects } = this.week.findLabel(sample)
    assert.deepStrictEqual(
      annotations.map((annotation) => annotation.category_id),
      [...objects],
      `${this.name} sees another label of ${sample}`,
    )
    await clock.move(answerMillis)
    const sum = { time: 0, paused: 0 }
    for (let step = 0; step <= saves; step++) {
      const passed = 5_000 + this.week.below(60_000)
      const paused = this.week.below(4) === 0 ? this.week.below(passed) : 0
      await clock.move(passed)
      const time = passed - paused
      const what = step < saves ? "save" : action
      const edits = what === "skip" ? noEdits : this.week.pickEdits(sample)
      annotations = editAnnotations(annotations, edits)
      sum.time += time
      sum.paused += paused
      const times = this.reportsWhole
        ? { time: sum.time, inactive_time: sum.paused }
        : { time, inactive_time: paused, time_since: "previous" }
      await server.call(
        "POST",
        `/claims/${claim.claim_id}/${what}/`,
        { attributes: { format_version: "0.1", annotations }, ...times },
        this.key,
      )
      this.week.note({ person: this.name, queue, action: what, sample, edits, time, paused })
      await clock.move(answerMillis)
    }
    return true
  }
}

/** The annotations after some edits, in the order of the log. */
export const editAnnotations = (
  annotations: ReadonlyArray<Annotation>,
  edits: Edits,
): ReadonlyArray<Annotation> => {
  const changed = new Map(edits.changed)
  const last = Math.max(0, ...annotations.map(({ id }) => id))
  const edited = [
    ...annotations
      .map((annotation, position) => ({
        ...annotation,
        category_id: changed.get(position) ?? annotation.category_id,
      }))
      .filter((_, position) => !edits.removed.includes(position)),
    ...edits.created.map((category_id, index) => makeBox(last + 1 + index, category_id)),
  ]
  const categories = edited.map(({ category_id }) => category_id)
  assert.deepStrictEqual(categories, [
    ...applyEdits(
      annotations.map(({ category_id }) => category_id),
      edits,
    ),
  ])
  return edited
}

export const makeBox = (id: number, category_id: Category): Annotation => ({
  id,
  category_id,
  type: "bbox",
  points: [
    [10 * (id % 50), 20],
    [10 * (id % 50) + 40, 90],
  ],
})
