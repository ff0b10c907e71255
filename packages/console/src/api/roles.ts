/** The roles that people can be given in a dataset or an organization, from the least to the most. */
import type { Wire } from "./client.ts"

export type Role = Wire<"Role">

export const roles: ReadonlyArray<Role> = ["labeler", "reviewer", "manager", "admin"]

/** The role that a field of a form names; the least for anything else. */
export const toRole = (value: string): Role => roles.find((one) => one === value) ?? "labeler"
