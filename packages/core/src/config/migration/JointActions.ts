import type { ConfigurationAction } from "./Action.ts"
import { type ActionContext, set } from "./ActionContext.ts"
import { getLastId, type ModelCategory } from "./Model.ts"

/** Validates actions on joints of skeletons: each must exist at its turn, and end as in the new configuration. */
export class JointActions {
  constructor(readonly context: ActionContext) {}

  check(action: ConfigurationAction, index: number): undefined {
    const wrong = this.context.findErrorTarget(index)
    const { category_id: id, from, op, to } = action
    if ((action.scope ?? "object") !== "object") return wrong("scope", "must be object, for a joint")
    for (const key of ["attribute", "value"] as const)
      if (set(action[key])) return wrong(key, "has no meaning for a joint")
    if (!set(id)) return wrong("category_id", "is required")
    const category = this.context.model.find(id)
    if (category === undefined) return wrong("category_id", "must be the id of a category")
    if (!set(from)) return wrong("from", "is required")
    const joint = category.joints.find(from)
    if (joint === undefined) return wrong("from", "must be the name of a joint")
    if (op === "drop_joint") {
      if (set(to)) return wrong("to", "has no meaning here")
      category.joints.drop(joint)
    } else {
      if (typeof to !== "string") return wrong("to", set(to) ? "must be a string" : "is required")
      if (to !== from && category.joints.find(to) !== undefined)
        return wrong("to", "is the name of another joint")
      category.joints.rename(joint, to)
    }
    const name = op === "drop_joint" ? null : String(to)
    this.context.steps.push({ _tag: "Joint", action: index, category: id, from, to: name })
    this.#checkEnds(category, from, name, index)
  }

  /** Reports a renamed joint that the new configuration lacks, and a dropped one that it still has. */
  #checkEnds(category: ModelCategory, from: string, to: string | null, index: number): void {
    this.context.addCheck(() => {
      const id = getLastId(category)
      const after = id === null ? undefined : this.context.categoriesAfter.get(id)
      if (after === undefined) return
      const has = (name: string) => after.skeleton?.joints.some((joint) => joint.name === name) === true
      if (to !== null && category.joints.find(to) !== undefined && !has(to))
        this.context.findErrorTarget(index)("to", "must be a joint of the new configuration")
      if (to === null && category.joints.find(from) === undefined && has(from))
        this.context.findErrorTarget(index)("from", "is still a joint of the new configuration")
    })
  }
}
