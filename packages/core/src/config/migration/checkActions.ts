import type { Configuration } from "../../domain/Configuration.ts"
import type { Violation } from "../../domain/errors.ts"
import type { ConfigurationAction } from "./Action.ts"
import { ActionContext } from "./ActionContext.ts"
import { AttributeActions } from "./AttributeActions.ts"
import { CategoryActions } from "./CategoryActions.ts"
import { JointActions } from "./JointActions.ts"
import type { Step } from "./Step.ts"

export interface CheckedActions {
  readonly errors: ReadonlyArray<Violation>
  readonly steps: ReadonlyArray<Step>
}

/**
 * Validates the actions of a change: each subject must exist at its turn, and together they must lead to the new
 * configuration. Valid actions are returned as steps.
 */
export const checkActions = (
  before: Configuration,
  after: Configuration,
  actions: ReadonlyArray<ConfigurationAction>,
): CheckedActions => {
  const context = new ActionContext(before, after)
  const categories = new CategoryActions(context)
  const attributes = new AttributeActions(context)
  const joints = new JointActions(context)
  for (const [index, action] of actions.entries()) {
    if (isOfCategory(action)) categories.check(action, index)
    else if (action.op === "rename_joint" || action.op === "drop_joint") joints.check(action, index)
    else attributes.check(action, index)
  }
  context.end()
  return { errors: context.errors, steps: context.steps }
}

const isOfCategory = ({ op }: ConfigurationAction): boolean =>
  op === "rename_category" || op === "merge_category" || op === "drop_category"
