import type { ActionScope } from "./Action.ts"

/** An edit of the attributes of one object, image or link. Values are JSON text. */
export type AttributeEdit =
  | { readonly _tag: "Rename"; readonly name: string; readonly to: string }
  | { readonly _tag: "Drop"; readonly name: string }
  | { readonly _tag: "Value"; readonly name: string; readonly from: string; readonly to: string }
  | {
      readonly _tag: "Fill"
      readonly name: string
      readonly value: string
      /** The sensors that the attribute applies to, in labels of several sensors. */
      readonly sensors: "2D" | "3D" | "all"
    }

/** Validated actions in the form in which they are applied to labels, in order. */
export type Step =
  /** Changes the category of the category's objects; null removes them and their links. */
  | { readonly _tag: "Category"; readonly action: number; readonly from: number; readonly to: number | null }
  /** Changes the name of the category, which labels do not contain. */
  | { readonly _tag: "Name"; readonly action: number; readonly category: number }
  | {
      readonly _tag: "Attribute"
      readonly action: number
      readonly scope: ActionScope
      /** Null for image attributes. */
      readonly category: number | null
      readonly edit: AttributeEdit
    }
  | ({ readonly _tag: "Joint"; readonly category: number } & PlannedJointEdit)

/** A new name of a joint, or null for a joint that is removed. */
export interface PlannedJointEdit {
  readonly action: number
  readonly from: string
  readonly to: string | null
}

/** An edit with the action that it belongs to. */
export interface PlannedEdit {
  readonly action: number
  readonly edit: AttributeEdit
}

/** The plan for all objects that have one category initially. */
export interface CategoryPlan {
  /** The final category; null if the objects are removed. */
  readonly category: number | null
  /** Actions on the category itself. */
  readonly actions: ReadonlyArray<number>
  readonly objects: ReadonlyArray<PlannedEdit>
  readonly links: ReadonlyArray<PlannedEdit>
  readonly joints: ReadonlyArray<PlannedJointEdit>
}

export interface Plan {
  readonly of: (category: number) => CategoryPlan
  readonly images: ReadonlyArray<PlannedEdit>
  /** Whether any step depends on the objects that a link connects. */
  readonly concernsLinks: boolean
}

export const makePlan = (steps: ReadonlyArray<Step>): Plan => {
  const plans = new Map<number, CategoryPlan>()
  const getCategoryPlan = (category: number): CategoryPlan => {
    const cachedPlan = plans.get(category)
    if (cachedPlan !== undefined) return cachedPlan
    const plan = followSteps(steps, category)
    plans.set(category, plan)
    return plan
  }
  return {
    of: getCategoryPlan,
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

const followSteps = (steps: ReadonlyArray<Step>, first: number): CategoryPlan => {
  let category: number | null = first
  const actions: Array<number> = []
  const objects: Array<PlannedEdit> = []
  const links: Array<PlannedEdit> = []
  const joints: Array<PlannedJointEdit> = []
  for (const step of steps) {
    if (category === null) break
    if (step._tag === "Name" && step.category === category) actions.push(step.action)
    if (step._tag === "Category" && step.from === category) {
      actions.push(step.action)
      category = step.to
    }
    if (step._tag === "Joint" && step.category === category) joints.push(step)
    if (step._tag === "Attribute" && step.category === category) {
      if (step.scope === "object") objects.push(step)
      if (step.scope === "link") links.push(step)
    }
  }
  return { category, actions, objects, links, joints }
}
