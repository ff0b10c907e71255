/** Actions made ready for the texts of labels: what has been checked, in the order in which it is carried out. */
import type { ActionScope } from "./Action.ts"

/** What is done to the attributes of one object, image or link. Values are JSON text. */
export type AttributeEdit =
  | { readonly _tag: "Rename"; readonly name: string; readonly to: string }
  | { readonly _tag: "Drop"; readonly name: string }
  | { readonly _tag: "Value"; readonly name: string; readonly from: string; readonly to: string }
  | {
      readonly _tag: "Fill"
      readonly name: string
      readonly value: string
      /** Where the attribute applies, in labels of several sensors. */
      readonly sensors: "2D" | "3D" | "all"
    }

export type Step =
  /** The category's objects get another category; null: they go, and their links with them. */
  | { readonly _tag: "Category"; readonly action: number; readonly from: number; readonly to: number | null }
  /** Only the category's name changes, which no label holds. */
  | { readonly _tag: "Name"; readonly action: number; readonly category: number }
  | {
      readonly _tag: "Attribute"
      readonly action: number
      readonly scope: ActionScope
      /** Null for image attributes. */
      readonly category: number | null
      readonly edit: AttributeEdit
    }

/** An edit, and which action it is a part of. */
export interface PlannedEdit {
  readonly action: number
  readonly edit: AttributeEdit
}

/** What becomes of all objects that have one category at first. */
export interface CategoryPlan {
  /** Their category at the end; null: they go. */
  readonly category: number | null
  /** Actions that speak of the category itself. */
  readonly actions: ReadonlyArray<number>
  readonly objects: ReadonlyArray<PlannedEdit>
  readonly links: ReadonlyArray<PlannedEdit>
}

export interface Plan {
  readonly of: (category: number) => CategoryPlan
  readonly images: ReadonlyArray<PlannedEdit>
  /** Whether it matters which objects a link connects. */
  readonly concernsLinks: boolean
}

export const planOf = (steps: ReadonlyArray<Step>): Plan => {
  const plans = new Map<number, CategoryPlan>()
  const of = (category: number): CategoryPlan => {
    const known = plans.get(category)
    if (known !== undefined) return known
    const plan = followed(steps, category)
    plans.set(category, plan)
    return plan
  }
  return {
    of,
    images: steps.flatMap((step) =>
      step._tag === "Attribute" && step.scope === "image" ? [{ action: step.action, edit: step.edit }] : [],
    ),
    concernsLinks: steps.some(
      (step) =>
        (step._tag === "Category" && step.to === null) ||
        (step._tag === "Attribute" && step.scope === "link"),
    ),
  }
}

const followed = (steps: ReadonlyArray<Step>, first: number): CategoryPlan => {
  let category: number | null = first
  const actions: Array<number> = []
  const objects: Array<PlannedEdit> = []
  const links: Array<PlannedEdit> = []
  for (const step of steps) {
    if (category === null) break
    if (step._tag === "Name" && step.category === category) actions.push(step.action)
    if (step._tag === "Category" && step.from === category) {
      actions.push(step.action)
      category = step.to
    }
    if (step._tag === "Attribute" && step.category === category) {
      if (step.scope === "object") objects.push(step)
      if (step.scope === "link") links.push(step)
    }
  }
  return { category, actions, objects, links }
}
