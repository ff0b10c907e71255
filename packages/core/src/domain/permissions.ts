/**
 * The permissions on a dataset as one table: for each operation the lowest role that may perform it. Roles are ordered, so
 * higher roles may too.
 */
import { Schema } from "effect"
import { type DatasetRole, roleOrder } from "./User.ts"

/** The operations on a dataset that need permission. */
export const Operation = Schema.Literal(
  "read",
  "clone",
  "prelabel",
  "label",
  "open_issue",
  "comment",
  "check",
  "review",
  "write_any_label",
  "prioritise",
  "manage_issues",
  "list_collaborators",
  "view_work",
  "move_roles",
  "export",
  "edit_samples",
  "edit_labelsets",
  "create_releases",
  "import",
  "configure",
  "edit_settings",
  "edit_collaborators",
  "read_audit",
  "archive",
  "delete_dataset",
  "transfer",
  "manage_webhooks",
).annotations({ identifier: "Operation" })
export type Operation = typeof Operation.Type

/** The lowest role for each operation. Only models may `prelabel`. `clone` concerns private datasets: everybody who reads a public dataset may clone it. */
export const lowestRole: { readonly [Name in Operation]: DatasetRole } = {
  read: "public",
  clone: "admin",
  prelabel: "model",
  label: "labeler",
  open_issue: "labeler",
  comment: "labeler",
  check: "labeler",
  review: "reviewer",
  write_any_label: "manager",
  prioritise: "manager",
  manage_issues: "manager",
  list_collaborators: "manager",
  view_work: "manager",
  move_roles: "manager",
  export: "manager",
  edit_samples: "admin",
  edit_labelsets: "admin",
  create_releases: "admin",
  import: "admin",
  configure: "admin",
  edit_settings: "admin",
  edit_collaborators: "admin",
  read_audit: "admin",
  archive: "admin",
  delete_dataset: "owner",
  transfer: "owner",
  manage_webhooks: "owner",
}

/** The fields of a dataset on which permissions depend. */
export interface Visibility {
  readonly public: boolean
}

/** Whether the role may perform the operation on the dataset. */
export const allows = (role: DatasetRole, operation: Operation, dataset: Visibility): boolean => {
  if (operation === "prelabel") return role === "model"
  const lowest = operation === "clone" && dataset.public ? "public" : lowestRole[operation]
  return roleOrder.indexOf(role) >= roleOrder.indexOf(lowest)
}

/** All operations that the role may perform, in the order of the table. */
export const listPermissions = (role: DatasetRole, dataset: Visibility): ReadonlyArray<Operation> =>
  Operation.literals.filter((operation) => allows(role, operation, dataset))
