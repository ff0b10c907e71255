import type { CategoryPlan } from "./Step.ts"

export interface LinkEnd {
  /** The plan of the first object of that name with a category. All objects of one name should have the same. */
  plan: CategoryPlan | undefined
  /** Whether all objects of that name are removed. */
  gone: boolean
}

/** The objects of a label by the names that links use (id, or track), with their plans. */
export class LinkEnds {
  readonly #byId = new Map<number, LinkEnd>()
  readonly #byTrack = new Map<number, LinkEnd>()

  add(id: number | undefined, track: number | undefined, plan: CategoryPlan | undefined): void {
    note(this.#byId, id, plan)
    note(this.#byTrack, track, plan)
  }

  find(name: number | undefined): LinkEnd | undefined {
    return name === undefined ? undefined : (this.#byId.get(name) ?? this.#byTrack.get(name))
  }
}

const note = (ends: Map<number, LinkEnd>, name: number | undefined, plan: CategoryPlan | undefined): void => {
  if (name === undefined) return
  const gone = plan?.category === null
  const end = ends.get(name)
  if (end === undefined) ends.set(name, { plan, gone })
  else {
    end.plan ??= plan
    end.gone &&= gone
  }
}
