/** Counts the effects of a change on the labels of a dataset: for each action, and for findings of no action. */
import type { SampleId } from "../../domain/Ids.ts"
import type { LabelsetName } from "../../domain/Names.ts"
import type { ActionOp, ActionScope } from "./Action.ts"
import { type Finding, type FindingKind, makeFindingsReader } from "./findings.ts"
import type { MigratedLabel } from "./migrateLabel.ts"
import type { PlannedChange } from "./planChange.ts"

/** A place where an effect is visible. */
export interface EffectExample {
  readonly sampleId: SampleId
  readonly labelset: LabelsetName
}

/** The effect of one action on the labels, or a finding of no action. */
export interface ConfigurationEffect {
  /** The index of the action; null for findings of no action. */
  readonly action: number | null
  readonly kind: ActionOp | FindingKind
  readonly scope: ActionScope
  readonly categoryId: number | null
  readonly attribute: string | null
  readonly value: unknown
  readonly labels: number
  /** The number of objects, images or links. */
  readonly annotations: number
  /** The first labels with this effect. */
  readonly examples: ReadonlyArray<EffectExample>
}

/** The effects of a configuration change on the labels of a dataset. */
export interface ConfigurationPreview {
  /** The number of labels in the dataset. */
  readonly labels: number
  /** The number of labels that get a new version. */
  readonly affected: number
  /** The effects of all actions in order, including those without effect, then findings of no action. */
  readonly effects: ReadonlyArray<ConfigurationEffect>
}

const mostExamples = 5

type Counted = { -readonly [Key in keyof ConfigurationEffect]: ConfigurationEffect[Key] } & {
  examples: Array<EffectExample>
}

/** Counts the effects of a configuration change over the labels that are added. */
export const makeEffectTally = (change: PlannedChange) => {
  const byAction = change.actions.map(
    (action, index): Counted => ({
      action: index,
      kind: action.op,
      scope: action.scope ?? "object",
      categoryId: action.category_id ?? null,
      attribute: action.attribute ?? (action.op === "rename_attribute" ? (action.from ?? null) : null),
      value:
        action.op === "set_default"
          ? action.value
          : action.op === "rename_value" || action.op === "rename_joint" || action.op === "drop_joint"
            ? (action.from ?? null)
            : null,
      ...makeEmptyCounts(),
    }),
  )
  const others = new Map<string, Counted>()
  const find = makeFindingsReader(change.before, change.after, change.plan)
  let labels = 0
  let affected = 0

  const getEffect = ({ attribute, category, kind, scope, value }: Finding): Counted => {
    const key = JSON.stringify([kind, scope, category, attribute, value])
    const presentEffect = others.get(key)
    if (presentEffect !== undefined) return presentEffect
    const made = { action: null, kind, scope, categoryId: category, attribute, value, ...makeEmptyCounts() }
    others.set(key, made)
    return made
  }

  return {
    /** Counts a label without attributes. */
    skip: () => {
      labels += 1
    },
    add: function* (
      before: string,
      { hits, text }: MigratedLabel,
      example: EffectExample,
    ): Generator<void, void> {
      labels += 1
      if (text !== before) affected += 1
      const inLabel = new Map<Counted, number>()
      for (const [action, count] of hits) {
        const effect = byAction[action]
        if (effect !== undefined) inLabel.set(effect, count)
      }
      yield* find(text, (finding) => {
        const effect = getEffect(finding)
        inLabel.set(effect, (inLabel.get(effect) ?? 0) + 1)
      })
      for (const [effect, count] of inLabel) {
        effect.labels += 1
        effect.annotations += count
        if (effect.examples.length < mostExamples) effect.examples.push(example)
      }
    },
    preview: (): ConfigurationPreview => ({ labels, affected, effects: [...byAction, ...others.values()] }),
  }
}

const makeEmptyCounts = () => ({ labels: 0, annotations: 0, examples: [] as Array<EffectExample> })
