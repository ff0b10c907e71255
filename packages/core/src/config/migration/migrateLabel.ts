import type { JsonText } from "../../domain/JsonText.ts"
import { castToJsonText } from "../../domain/JsonText.ts"
import { isObjectAt } from "../../domain/jsonSpans.ts"
import { runToEnd } from "../../domain/runToEnd.ts"
import { editMembers, readMembers, type SensorKind, writeMembers } from "./attributesText.ts"
import { editJoints } from "./jointsText.ts"
import { type Part, readNumberAt, type Scene, type Span, walkLabel } from "./LabelWalk.ts"
import { LinkEnds } from "./LinkEnds.ts"
import type { CategoryPlan, Plan } from "./Step.ts"
import { TextEdits } from "./TextEdits.ts"

export interface MigratedLabel {
  /** The migrated text; the same string without changes. */
  readonly text: JsonText
  /** The number of objects, images or links that each action changed. */
  readonly hits: ReadonlyMap<number, number>
}

/**
 * Migrates one label: applies the steps to its text and counts their effects. Pure. Unchanged parts keep their
 * digits, escapes and order. Each step sees the result of the previous ones.
 */
export const migrateLabel = (text: JsonText, plan: Plan): MigratedLabel =>
  runToEnd(migrateInSteps(text, plan))

/** Migrates one label, scene by scene. */
export function* migrateInSteps(text: JsonText, plan: Plan): Generator<void, MigratedLabel> {
  const work = new Migration(text, plan)
  yield* walkLabel(text, {
    scene: (scene) => work.migrateScene(scene),
    links: (links) => work.migrateLinks(links, work.ends),
  })
  return { text: castToJsonText(work.edits.apply()), hits: work.hits }
}

class Migration {
  readonly edits: TextEdits
  readonly hits = new Map<number, number>()
  /** The objects of the label by the names that links use. */
  readonly ends = new LinkEnds()
  readonly #plan: Plan

  constructor(
    readonly text: string,
    plan: Plan,
  ) {
    this.edits = new TextEdits(text)
    this.#plan = plan
  }

  migrateScene(migrateScene: Scene): void {
    const { annotations, imageAttributes, kind, links, points } = migrateScene
    const ends = new LinkEnds()
    const gone = annotations.map((annotation) => this.#migrateAnnotation(annotation, kind, ends))
    if (gone.includes(true)) {
      this.edits.removeItems(
        annotations.map(({ span }) => span),
        (index) => gone[index] === true,
      )
      this.#forgetPoints(points, annotations, gone)
    }
    if (this.#plan.images.length > 0)
      this.#migrateAttributes("image_attributes", imageAttributes, this.#plan.images, kind, migrateScene)
    this.migrateLinks(links, ends)
  }

  migrateLinks(migrateLinks: ReadonlyArray<Part>, ends: LinkEnds): void {
    if (!this.#plan.concernsLinks || migrateLinks.length === 0) return
    const gone = migrateLinks.map((link) => this.#link(link, ends))
    this.edits.removeItems(
      migrateLinks.map(({ span }) => span),
      (index) => gone[index] === true,
    )
  }

  /** Edits an annotation. True if it is removed. */
  #migrateAnnotation({ members, span }: Part, kind: SensorKind, ends: LinkEnds): boolean {
    const place = members.get("category_id")
    const category = readNumberAt(this.text, place)
    const plan = category === undefined ? undefined : this.#plan.of(category)
    if (this.#plan.concernsLinks) {
      const names = [
        readNumberAt(this.text, members.get("id")),
        readNumberAt(this.text, members.get("track_id")),
      ] as const
      ends.add(...names, plan)
      this.ends.add(...names, plan)
    }
    if (place === undefined || plan === undefined) return false
    for (const action of plan.actions) this.#note(action)
    if (plan.category === null) return true
    if (plan.category !== category) this.edits.replace(...place, String(plan.category))
    const object = { inside: span[0] + 1, empty: false }
    this.#migrateAttributes("attributes", members.get("attributes"), plan.objects, kind, object)
    this.#migrateJoints(members, plan)
    return false
  }

  /** Renames and removes joints of a skeleton, and the points of removed ones. */
  #migrateJoints(members: Part["members"], { joints }: CategoryPlan): void {
    const [shape, points] = [members.get("shape"), members.get("points")]
    if (joints.length === 0 || shape === undefined) return
    const edited = editJoints(this.text.slice(...shape), joints, (action) => this.#note(action))
    if (edited === undefined) return
    this.edits.replace(...shape, edited.shape)
    if (edited.points !== undefined && points !== undefined) this.edits.replace(...points, edited.points)
  }

  /** Edits a link. True if it is removed, which happens with either of its objects. */
  #link({ members, span }: Part, ends: LinkEnds): boolean {
    const from = ends.find(readNumberAt(this.text, members.get("from_id")))
    const to = ends.find(readNumberAt(this.text, members.get("to_id")))
    if (from?.gone === true || to?.gone === true) return true
    if (from?.plan === undefined) return false
    const link = { inside: span[0] + 1, empty: false }
    this.#migrateAttributes("attributes", members.get("attributes"), from.plan.links, null, link)
    return false
  }

  /** Edits attributes in place. Absent or null attributes are created when a value is filled in. */
  #migrateAttributes(
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

  /** Sets points of removed objects to 0, which stands for no object. */
  #forgetPoints(
    points: Span | undefined,
    annotations: ReadonlyArray<Part>,
    gone: ReadonlyArray<boolean>,
  ): void {
    if (points === undefined || this.text[points[0]] !== "[") return
    const ids = new Set<number | undefined>()
    for (const [index, { members }] of annotations.entries())
      if (gone[index] === true) ids.add(readNumberAt(this.text, members.get("id")))
    for (const [index, { members }] of annotations.entries())
      if (gone[index] === false) ids.delete(readNumberAt(this.text, members.get("id")))
    const items = this.text.slice(points[0] + 1, points[1] - 1).split(",")
    this.edits.replace(...points, `[${items.map((item) => (ids.has(Number(item)) ? "0" : item)).join(",")}]`)
  }

  #note(action: number): void {
    this.hits.set(action, (this.hits.get(action) ?? 0) + 1)
  }
}
