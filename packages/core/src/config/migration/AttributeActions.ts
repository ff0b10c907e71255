import { explainDefault } from "../attributeRules.ts"
import { readAttribute } from "../loose.ts"
import type { ConfigurationAction } from "./Action.ts"
import { type ActionContext, type AttributeType, listIn, set } from "./ActionContext.ts"
import { type AttributeList, getLastId, type ModelAttribute, type ModelCategory } from "./Model.ts"
import type { AttributeEdit } from "./Step.ts"

/** The attribute that an action names, with its list. */
interface Subject {
  readonly list: AttributeList
  readonly attribute: ModelAttribute
  readonly category: ModelCategory | null
}

/**
 * Validates actions on attributes and values: their subjects must exist, and the result must be the new
 * configuration.
 */
export class AttributeActions {
  /** Renamed values, to detect chains of renames. */
  readonly #values: Array<{
    readonly index: number
    readonly attribute: ModelAttribute
    readonly from: string
  }> = []

  constructor(readonly context: ActionContext) {}

  check(action: ConfigurationAction, index: number): void {
    const subject = this.#findSubject(action, index)
    if (subject === undefined) return
    const edit = this.#edit(action, subject, index)
    if (edit === undefined) return
    const { scope, category_id: category } = action
    this.context.steps.push({
      _tag: "Attribute",
      action: index,
      scope: scope ?? "object",
      category: category ?? null,
      edit,
    })
  }

  #findSubject(action: ConfigurationAction, index: number): Subject | undefined {
    const wrong = this.context.findErrorTarget(index)
    const scope = action.scope ?? "object"
    const id = action.category_id
    const named = action.attribute ?? (action.op === "rename_attribute" ? action.from : undefined)
    if (!set(named)) return wrong("attribute", "is required")
    if (scope === "image" && set(id)) return wrong("category_id", "must be left out: images have no category")
    if (scope !== "image" && !set(id)) return wrong("category_id", "is required")
    const category = set(id) ? this.context.model.find(id) : null
    if (category === undefined) return wrong("category_id", "must be the id of a category")
    const list =
      category === null ? this.context.model.images : scope === "link" ? category.links : category.objects
    const attribute = list.find(named) ?? (action.op === "set_default" ? list.add(named) : undefined)
    if (attribute === undefined)
      return wrong(set(action.attribute) ? "attribute" : "from", "must be the name of an attribute")
    return { list, attribute, category }
  }

  #edit(action: ConfigurationAction, subject: Subject, index: number): AttributeEdit | undefined {
    switch (action.op) {
      case "rename_attribute":
        return this.#rename(action, subject, index)
      case "drop_attribute":
        return this.#dropAttribute(action, subject, index)
      case "rename_value":
        return this.#renameValue(action, subject, index)
      default:
        return this.#fill(action, subject, index)
    }
  }

  #rename(action: ConfigurationAction, subject: Subject, index: number): AttributeEdit | undefined {
    const wrong = this.context.findErrorTarget(index)
    const { attribute, list } = subject
    const { name } = attribute
    if (set(action.from) && action.from !== name) return wrong("from", "must be the attribute's name")
    if (set(action.value)) return wrong("value", "has no meaning here")
    if (typeof action.to !== "string") return wrong("to", set(action.to) ? "must be a string" : "is required")
    const to = action.to
    if (to !== name && list.find(to) !== undefined) return wrong("to", "is the name of another attribute")
    list.rename(attribute, to)
    this.context.addCheck(() => {
      if (attribute.name === to && this.#isMissing(subject, action))
        wrong("to", "must be an attribute of the new configuration")
    })
    return { _tag: "Rename", name, to }
  }

  #dropAttribute(action: ConfigurationAction, subject: Subject, index: number): AttributeEdit | undefined {
    const wrong = this.context.findErrorTarget(index)
    for (const key of ["from", "to", "value"] as const)
      if (set(action[key])) return wrong(key, "has no meaning here")
    const { attribute, list } = subject
    const { name } = attribute
    list.drop(attribute)
    this.context.addCheck(() => {
      const last = this.#listAfter(subject, action)
      if (last?.some((one) => one.name === name) === true && list.find(name) === undefined)
        wrong("attribute", "is still an attribute of the new configuration")
    })
    return { _tag: "Drop", name }
  }

  #renameValue(action: ConfigurationAction, subject: Subject, index: number): AttributeEdit | undefined {
    const wrong = this.context.findErrorTarget(index)
    const { from, to } = action
    if (set(action.value)) return wrong("value", "has no meaning here")
    if (!set(from)) return wrong("from", "is required")
    if (typeof to !== "string") return wrong("to", set(to) ? "must be a string" : "is required")
    const { attribute } = subject
    const { name } = attribute
    this.#values.push({ index, attribute, from })
    this.context.addCheck(() => {
      const last = this.#findAttributeAfter(subject, action, index)
      if (last === undefined) return
      if (!["select", "multiselect", "text"].includes(last.input_type))
        wrong("op", "is for attributes whose values are text")
      else if (
        last.input_type !== "text" &&
        !(last.values ?? []).includes(to) &&
        !this.#hasRename(subject, to, index)
      )
        wrong("to", "must be one of the values in the new configuration")
    })
    return { _tag: "Value", name, from, to: JSON.stringify(to) }
  }

  /** Whether a later action renames that value of the same attribute. */
  #hasRename({ attribute }: Subject, value: string, index: number): boolean {
    return this.#values.some((one) => one.index > index && one.from === value && one.attribute === attribute)
  }

  #fill(action: ConfigurationAction, subject: Subject, index: number): AttributeEdit | undefined {
    const wrong = this.context.findErrorTarget(index)
    for (const key of ["from", "to"] as const) if (set(action[key])) return wrong(key, "has no meaning here")
    const { value } = action
    if (!set(value) || value === "") return wrong("value", "is required")
    if (!isExact(value)) return wrong("value", "holds a number that cannot be kept digit for digit")
    const { name } = subject.attribute
    this.context.addCheck(() => {
      const last = this.#findAttributeAfter(subject, action, index)
      const loose = last === undefined ? undefined : readAttribute({ ...last, default_value: value })
      const message = loose === undefined ? undefined : explainDefault(loose)
      if (message !== undefined) wrong("value", message)
    })
    const sensors = this.#findSensors(name, action)
    return { _tag: "Fill", name, value: JSON.stringify(value), sensors }
  }

  /** The sensors that the attribute applies to in the new configuration, under the category's final id. */
  #findSensors(name: string, { category_id, scope }: ConfigurationAction): "2D" | "3D" | "all" {
    const attribute = listIn(this.context.after, category_id ?? null, scope ?? "object")?.find(
      (one) => one.name === name,
    )
    return attribute?.sensors ?? attribute?.sensor_filter ?? "all"
  }

  /** Whether neither the attribute nor its successor is in the new configuration, although its category is. */
  #isMissing(subject: Subject, action: ConfigurationAction): boolean {
    if (subject.attribute.dropped || (subject.category !== null && getLastId(subject.category) === null))
      return false
    return this.#listAfter(subject, action)?.some(({ name }) => name === subject.attribute.name) !== true
  }

  #findAttributeAfter(
    subject: Subject,
    action: ConfigurationAction,
    index: number,
  ): AttributeType | undefined {
    if (this.#isMissing(subject, action)) {
      this.context.findErrorTarget(index)("attribute", "must be an attribute of the new configuration")
      return undefined
    }
    return this.#listAfter(subject, action)?.find(({ name }) => name === subject.attribute.name)
  }

  #listAfter(
    { category }: Subject,
    { scope }: ConfigurationAction,
  ): ReadonlyArray<AttributeType> | undefined {
    return listIn(this.context.after, category === null ? null : getLastId(category), scope ?? "object")
  }
}

/** Whether the text of the value survives parsing unchanged. */
const isExact = (value: unknown): boolean => {
  if (typeof value === "number") return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER
  if (typeof value === "object" && value !== null) return Object.values(value).every(isExact)
  return true
}
