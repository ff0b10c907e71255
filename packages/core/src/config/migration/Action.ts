/** The actions of a configuration change on the labels, performed in order. */
import { Schema } from "effect"

/** The kinds of actions. */
export const ActionOp = Schema.Literal(
  "rename_category",
  "merge_category",
  "drop_category",
  "rename_attribute",
  "drop_attribute",
  "rename_value",
  "set_default",
  "rename_joint",
  "drop_joint",
)
export type ActionOp = typeof ActionOp.Type

/** The owner of an attribute: objects, the image or frame, or links (by the category on their "from" side). */
export const ActionScope = Schema.Literal("object", "image", "link")
export type ActionScope = typeof ActionScope.Type

const makeMember = <A, I>(schema: Schema.Schema<A, I>, description: string) =>
  Schema.optional(Schema.NullOr(schema)).annotations({ description })

/** One action of a configuration change on the labels. */
export const ConfigurationAction = Schema.Struct({
  op: ActionOp,
  scope: makeMember(ActionScope, "whose attributes; object when absent"),
  category_id: makeMember(
    Schema.Int,
    "the category as it is called when the action's turn comes; none for image",
  ),
  attribute: makeMember(Schema.String, "the attribute, for everything that is done to one"),
  from: makeMember(Schema.String, "the old name or value; the joint for rename_joint and drop_joint"),
  to: makeMember(
    Schema.Union(Schema.String, Schema.Int),
    "the new name or value; a category's id for merge_category and for a category that gets another id",
  ),
  value: Schema.optional(Schema.Unknown).annotations({ description: "what set_default fills in" }),
}).annotations({
  identifier: "ConfigurationAction",
  description: "One step of a change: what becomes of the labels. Steps are carried out in their order.",
})
export interface ConfigurationAction extends Schema.Schema.Type<typeof ConfigurationAction> {}

/** The maximum number of actions in a change. */
export const mostActions = 10_000

/** The actions of a change, in order. */
export const ConfigurationActions = Schema.Array(ConfigurationAction).pipe(Schema.maxItems(mostActions))
