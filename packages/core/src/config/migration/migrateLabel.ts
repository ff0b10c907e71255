/**
 * One label after a change of the configuration: its text with the steps carried out, and what they did to it. Pure; all that
 * is not touched keeps its digits, escapes and order. Steps see a label as the steps before have left it.
 */
import type { JsonText } from "../../domain/JsonText.ts"
import { trustedJson } from "../../domain/JsonText.ts"
import { isObjectAt } from "../../domain/jsonSpans.ts"
import { editMembers, readMembers, type SensorKind, writeMembers } from "./attributesText.ts"
import { numberAt, type Part, type Scene, type Span, walkLabel } from "./LabelWalk.ts"
import { LinkEnds } from "./LinkEnds.ts"
import type { CategoryPlan, Plan } from "./Step.ts"
import { TextEdits } from "./TextEdits.ts"

export interface MigratedLabel {
  /** The very text that was given when nothing is changed. */
  readonly text: JsonText
  /** How many objects, images or links each action did something to. */
  readonly hits: ReadonlyMap<number, number>
}

export const migrateLabel = (text: JsonText, plan: Plan): MigratedLabel => {
  const steps = migration(text, plan)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The same, scene by scene. */
export function* migration(text: JsonText, plan: Plan): Generator<void, MigratedLabel> {
  const work = new Migration(text, plan)
  yield* walkLabel(text, {
    scene: (scene) => work.scene(scene),
    links: (links) => work.links(links, work.ends),
  })
  return { text: trustedJson(work.edits.apply()), hits: work.hits }
}

class Migration {
  readonly edits: TextEdits
  readonly hits = new Map<number, number>()
  /** Objects by what links call them, in the whole label. */
  readonly ends = new LinkEnds()
  readonly #plan: Plan

  constructor(
    readonly text: string,
    plan: Plan,
  ) {
    this.edits = new TextEdits(text)
    this.#plan = plan
  }

  scene(scene: Scene): void {
    const { annotations, imageAttributes, kind, links, points } = scene
    const ends = new LinkEnds()
    const gone = annotations.map((annotation) => this.#annotation(annotation, kind, ends))
    if (gone.includes(true)) {
      this.edits.removeItems(
        annotations.map(({ span }) => span),
        (index) => gone[index] === true,
      )
      this.#forgetPoints(points, annotations, gone)
    }
    if (this.#plan.images.length > 0)
      this.#attributes("image_attributes", imageAttributes, this.#plan.images, kind, scene)
    this.links(links, ends)
  }

  links(links: ReadonlyArray<Part>, ends: LinkEnds): void {
    if (!this.#plan.concernsLinks || links.length === 0) return
    const gone = links.map((link) => this.#link(link, ends))
    this.edits.removeItems(
      links.map(({ span }) => span),
      (index) => gone[index] === true,
    )
  }

  /** True when it goes. */
  #annotation({ members, span }: Part, kind: SensorKind, ends: LinkEnds): boolean {
    const place = members.get("category_id")
    const category = numberAt(this.text, place)
    const plan = category === undefined ? undefined : this.#plan.of(category)
    if (this.#plan.concernsLinks) {
      const names = [
        numberAt(this.text, members.get("id")),
        numberAt(this.text, members.get("track_id")),
      ] as const
      ends.add(...names, plan)
      this.ends.add(...names, plan)
    }
    if (place === undefined || plan === undefined) return false
    for (const action of plan.actions) this.#note(action)
    if (plan.category === null) return true
    if (plan.category !== category) this.edits.replace(...place, String(plan.category))
    const object = { inside: span[0] + 1, empty: false }
    this.#attributes("attributes", members.get("attributes"), plan.objects, kind, object)
    return false
  }

  /** True when it goes: with the object on one of its sides. */
  #link({ members, span }: Part, ends: LinkEnds): boolean {
    const from = ends.find(numberAt(this.text, members.get("from_id")))
    const to = ends.find(numberAt(this.text, members.get("to_id")))
    if (from?.gone === true || to?.gone === true) return true
    if (from?.plan === undefined) return false
    const link = { inside: span[0] + 1, empty: false }
    this.#attributes("attributes", members.get("attributes"), from.plan.links, null, link)
    return false
  }

  /** Edits the attributes where they stand; those that are absent or null come to be when something is filled in. */
  #attributes(
    key: string,
    span: Span | undefined,
    edits: CategoryPlan["objects"],
    kind: SensorKind,
    owner: Pick<Scene, "inside" | "empty">,
  ): void {
    if (edits.length === 0) return
    const unset = span === undefined || this.text.startsWith("null", span[0])
    if (!unset && !isObjectAt(this.text, span[0])) return
    const before = unset ? [] : readMembers(this.text, span[0])
    const after = editMembers(before, edits, kind, (action) => this.#note(action))
    if (after === before) return
    const text = writeMembers(after)
    if (span !== undefined) this.edits.replace(...span, text)
    else this.edits.replace(owner.inside, owner.inside, `"${key}":${text}${owner.empty ? "" : ","}`)
  }

  /** Points of objects that go belong to no object any more, which is 0. */
  #forgetPoints(
    points: Span | undefined,
    annotations: ReadonlyArray<Part>,
    gone: ReadonlyArray<boolean>,
  ): void {
    if (points === undefined || this.text[points[0]] !== "[") return
    const ids = new Set<number | undefined>()
    for (const [index, { members }] of annotations.entries())
      if (gone[index] === true) ids.add(numberAt(this.text, members.get("id")))
    for (const [index, { members }] of annotations.entries())
      if (gone[index] === false) ids.delete(numberAt(this.text, members.get("id")))
    const items = this.text.slice(points[0] + 1, points[1] - 1).split(",")
    this.edits.replace(...points, `[${items.map((item) => (ids.has(Number(item)) ? "0" : item)).join(",")}]`)
  }

  #note(action: number): void {
    this.hits.set(action, (this.hits.get(action) ?? 0) + 1)
  }
}
