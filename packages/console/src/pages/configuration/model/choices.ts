/** Decides what is to become of the labels at each change, and the actions of the API that do it. */
import type { Json } from "../../../workbench/editor/json/value.ts"
import { isSet } from "../../../workbench/editor/label/attributes/problem.ts"
import type { Action, Effect, Preview } from "../calls.ts"
import { type Change, formatChangeKey } from "./changes.ts"

export type Choice =
  /** Labels stay as they are, and hold what the configuration does not know. */
  | { readonly take: "keep" }
  | { readonly take: "drop" }
  | { readonly take: "merge"; readonly to: number }
  | { readonly take: "rename"; readonly to: string }
  | { readonly take: "default"; readonly value: Json }

export type Choices = ReadonlyMap<string, Choice>

const keep: Choice = { take: "keep" }

/** The choice at a change. Until somebody chooses, labels stay as they are. */
export const getChoice = (choices: Choices, change: Change): Choice =>
  choices.get(formatChangeKey(change)) ?? keep

export interface Planned {
  readonly change: Change
  readonly action: Action
}

/** The phases: each action names its attribute and category as they are called when its turn comes. */
const phases: ReadonlyArray<ReadonlyArray<Change["kind"]>> = [
  ["value-removed"],
  ["attribute-removed"],
  ["now-mandatory"],
  ["category-removed", "category-renamed"],
]

/** The actions of all choices, in the order in which they are to be carried out. */
export const planChanges = (changes: ReadonlyArray<Change>, choices: Choices): ReadonlyArray<Planned> =>
  phases.flatMap((kinds) =>
    changes
      .filter(({ kind }) => kinds.includes(kind))
      .flatMap((change) => {
        const action = toAction(change, getChoice(choices, change))
        return action === undefined ? [] : [{ change, action }]
      }),
  )

const toAction = (change: Change, choice: Choice): Action | undefined => {
  switch (change.kind) {
    case "category-renamed":
      return { op: "rename_category", category_id: change.id, from: change.from, to: change.to }
    case "category-removed":
      if (choice.take === "drop") return { op: "drop_category", category_id: change.id }
      if (choice.take === "merge") return { op: "merge_category", category_id: change.id, to: choice.to }
      return undefined
    case "attribute-removed":
      if (choice.take === "drop") return { op: "drop_attribute", ...toSubject(change) }
      if (choice.take === "rename") return { op: "rename_attribute", ...toSubject(change), to: choice.to }
      return undefined
    case "value-removed":
      return choice.take === "rename"
        ? { op: "rename_value", ...toSubject(change), from: change.value, to: choice.to }
        : undefined
    case "now-mandatory":
      return choice.take === "default" && isSet(choice.value)
        ? { op: "set_default", ...toSubject(change), value: choice.value }
        : undefined
  }
}

type InAttribute = Extract<Change, { readonly attribute: string }>

const toSubject = ({ attribute, category, scope }: InAttribute) => ({
  scope,
  attribute,
  ...(category === null ? {} : { category_id: category }),
})

const findings = {
  "category-renamed": undefined,
  "category-removed": "unknown_category",
  "attribute-removed": "unknown_attribute",
  "value-removed": "unknown_value",
  "now-mandatory": "missing_value",
} as const

/** Returns what the preview counted for a change: of its action, or of what stays without one. */
export const findEffect = (
  { effects }: Preview,
  change: Change,
  planned: ReadonlyArray<Planned>,
): Effect | undefined => {
  const index = planned.findIndex((one) => one.change === change)
  if (index >= 0) return effects.find(({ action }) => action === index)
  return effects.find(
    (effect) =>
      effect.action === null &&
      effect.kind === findings[change.kind] &&
      ("attribute" in change
        ? effect.scope === change.scope &&
          effect.category_id === change.category &&
          effect.attribute === change.attribute &&
          (change.kind !== "value-removed" || effect.value === change.value)
        : effect.category_id === change.id),
  )
}
