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
  scope: makeMember(ActionScope, "The kind of attributes; `object` by default"),
  category_id: makeMember(
    Schema.Int,
    "The id of the category at the time of this step; absent for the scope `image`",
  ),
  attribute: makeMember(Schema.String, "The name of the attribute, for actions on attributes"),
  from: makeMember(Schema.String, "The old name or value; for `rename_joint` and `drop_joint` the joint"),
  to: makeMember(
    Schema.Union(Schema.String, Schema.Int),
    "The new name or value; for `merge_category` and a change of the id, the id of a category",
  ),
  value: Schema.optional(Schema.Unknown).annotations({ description: "The value that `set_default` sets" }),
}).annotations({
  identifier: "ConfigurationAction",
  description: "One step of the migration of labels. Steps are carried out in the given order.",
})
export interface ConfigurationAction extends Schema.Schema.Type<typeof ConfigurationAction> {}

/** The maximum number of actions in a change. */
export const mostActions = 10_000

/** The actions of a change, in order. */
export const ConfigurationActions = Schema.Array(ConfigurationAction).pipe(Schema.maxItems(mostActions))
