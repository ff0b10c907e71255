import type { ConfigurationAction } from "./Action.ts"
import { type ActionContext, set } from "./ActionContext.ts"
import { getLastId, type ModelCategory } from "./Model.ts"

/** Validates actions on categories: each must exist at its turn, and end as in the new configuration. */
export class CategoryActions {
  constructor(readonly context: ActionContext) {}

  check(action: ConfigurationAction, index: number): undefined {
    const wrong = this.context.findErrorTarget(index)
    if ((action.scope ?? "object") !== "object") return wrong("scope", "must be object, for a category")
    for (const key of ["attribute", "value"] as const)
      if (set(action[key])) return wrong(key, "has no meaning for a category")
    const id = action.category_id
    if (!set(id)) return wrong("category_id", "is required")
    const category = this.context.model.find(id)
    if (category === undefined) return wrong("category_id", "must be the id of a category")
    if (action.op === "drop_category") return this.#drop(category, id, index)
    if (!set(action.to)) return wrong("to", "is required")
    if (action.op === "merge_category") return this.#merge(category, id, action.to, index)
    if (set(action.from) && action.from !== category.name)
      return wrong("from", "must be the name of the category")
    if (typeof action.to === "number") return this.#changeId(category, id, action.to, index)
    this.#name(category, id, action.to, index)
  }

  #drop(category: ModelCategory, id: number, index: number): undefined {
    this.context.model.remove(category)
    this.context.steps.push({ _tag: "Category", action: index, from: id, to: null })
    this.#checkIsFree(id, index)
  }

  #merge(category: ModelCategory, id: number, to: number | string, index: number): undefined {
    const wrong = this.context.findErrorTarget(index)
    if (typeof to !== "number" || to === id) return wrong("to", "must be the id of another category")
    const categoryAfter = this.context.categoriesAfter.get(to)
    const target =
      this.context.model.find(to) ??
      (categoryAfter === undefined ? undefined : this.context.model.add(categoryAfter))
    if (target === undefined) return wrong("to", "must be the id of a category")
    this.context.model.remove(category)
    category.into = target
    this.context.steps.push({ _tag: "Category", action: index, from: id, to })
    this.#checkIsFree(id, index)
    this.#checkRemains(category, "to", index)
  }

  #changeId(category: ModelCategory, id: number, to: number, index: number): undefined {
    if (to !== id && this.context.model.find(to) !== undefined)
      return this.context.findErrorTarget(index)(
        "to",
        "is the id of another category: merge_category joins them",
      )
    this.context.model.changeId(category, to)
    this.context.steps.push({ _tag: "Category", action: index, from: id, to })
    this.#checkRemains(category, "to", index)
  }

  #name(category: ModelCategory, id: number, name: string, index: number): undefined {
    category.name = name
    this.context.steps.push({ _tag: "Name", action: index, category: id })
    this.#checkRemains(category, "category_id", index)
    this.context.addCheck(() => {
      const last = category.id === null ? undefined : this.context.categoriesAfter.get(category.id)
      if (category.name === name && last !== undefined && last.name !== name)
        this.context.findErrorTarget(index)("to", "must be the name of the category in the new configuration")
    })
  }

  /** Reports the id if another category has it by now. */
  #checkIsFree(id: number, index: number): void {
    this.context.addCheck(() => {
      if (this.context.categoriesAfter.has(id) && this.context.model.find(id) === undefined)
        this.context.findErrorTarget(index)("category_id", "is still a category of the new configuration")
    })
  }

  #checkRemains(category: ModelCategory, key: "to" | "category_id", index: number): void {
    this.context.addCheck(() => {
      const id = getLastId(category)
      if (id !== null && !this.context.categoriesAfter.has(id))
        this.context.findErrorTarget(index)(key, "must be a category of the new configuration")
    })
  }
}
