/** What all people of a week share: the dataset, the clock, the labels, and the log that is kept outside of the server. */
import type { WorkEntry } from "@annotary/test-support/workLog"
import type { Clock } from "./Clock.ts"
import type { EngineServer } from "./engineServer.ts"
import { applyEdits, type Category, countEdits, type Edits, type WeekLabel } from "./Labels.ts"

/** The longest gap that is work, in seconds. */
export const pauseSeconds = 120

export interface Piece {
  readonly person: string
  readonly queue: "labeling" | "reviewing"
  readonly action: "submit" | "save" | "skip" | "accept" | "reject"
  readonly sample: string
  readonly edits: Edits
  readonly time: number
  readonly paused: number
}

export class Week {
  readonly log: Array<WorkEntry> = []
  readonly dataset = "owner/week"
  readonly names: ReadonlyArray<string> = ["car", "person", "sign"]
  private readonly labels = new Map<string, WeekLabel>()
  private categories: ReadonlyArray<Category> = [1, 2, 3]

  constructor(
    readonly server: EngineServer,
    readonly clock: Clock,
    /** From 0 to 1. */
    readonly random: () => number,
  ) {}

  get path(): string {
    return `/datasets/${this.dataset}`
  }

  /** The names of the categories that the dataset has now. */
  get categoryNames(): ReadonlyMap<number, string> {
    return new Map(this.categories.map((category) => [category, this.nameCategory(category)]))
  }

  nameCategory(category: Category): string {
    return this.names[category - 1] ?? ""
  }

  get configuration() {
    const categories = [...this.categoryNames].map(([id, name]) => ({ id, name }))
    return { format_version: "0.1", categories }
  }

  pickCategory(): Category {
    return this.pick(this.categories)
  }

  /** Takes a category out of the configuration. Labels keep its objects. */
  async removeCategory(category: Category): Promise<void> {
    this.categories = this.categories.filter((other) => other !== category)
    await this.server.call("PATCH", `${this.path}/`, { task_attributes: this.configuration })
  }

  findLabel(sample: string): WeekLabel {
    return this.labels.get(sample) ?? { objects: [], labeler: null, wasReviewed: false }
  }

  /** Writes a piece of work to the log. */
  note({ action, edits, paused, person, queue, sample, time }: Piece): void {
    const before = this.findLabel(sample)
    const isReview = action === "accept" || action === "reject"
    this.log.push({
      at: this.clock.now,
      person,
      workType: queue === "labeling" ? "label" : "review",
      action,
      time,
      paused,
      objects: countEdits(before.objects, edits),
      labeler: isReview ? before.labeler : null,
      wasReviewed: before.wasReviewed,
    })
    this.labels.set(sample, {
      objects: applyEdits(before.objects, edits),
      labeler: queue === "labeling" && action !== "skip" ? person : before.labeler,
      wasReviewed: before.wasReviewed || isReview,
    })
  }

  /** Writes a direct write of a label to the log. */
  noteWrite(person: string, sample: string, edits: Edits): void {
    const before = this.findLabel(sample)
    this.log.push({
      at: this.clock.now,
      person,
      workType: "normal",
      action: "write",
      time: 0,
      paused: 0,
      objects: countEdits(before.objects, edits),
      labeler: null,
      wasReviewed: before.wasReviewed,
    })
    this.labels.set(sample, { ...before, objects: applyEdits(before.objects, edits) })
  }

  /** Some edits of a label: it is drawn, and of what was there one object is changed or deleted at times. */
  pickEdits(sample: string, drawn = 1 + this.below(2)): Edits {
    const { objects } = this.findLabel(sample)
    const position = objects.length === 0 ? -1 : this.below(objects.length)
    const die = this.random()
    const category = this.pickCategory()
    return {
      created: Array.from({ length: drawn }, () => this.pickCategory()),
      removed: position >= 0 && die < 0.4 ? [position] : [],
      changed:
        position >= 0 && die > 0.6 && objects[position] !== category ? [[position, category] as const] : [],
    }
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit)
  }

  pick<A>(list: ReadonlyArray<A>): A {
    // Cast: the lists are not empty.
    return list[this.below(list.length)] as A
  }
}
