/**
 * The least that an endpoint asks of its caller, as an annotation: an operation of the matrix, or one of the rules beside
 * it. What the request says may ask for more: a status to write, whose issue it is.
 * The transport does not read it; handlers of repeatable requests and the test that walks the matrix do.
 */
import type { Operation } from "@annotary/core/effect"
import { Context } from "effect"

export type Rule =
  | Operation
  /** Needs no key, or carries a token of its own. */
  | "anyone"
  /** Any person with a key: their own account, or what only they can see. */
  | "person"
  | "site_admin"
  | "organization_admin"

export class Permission extends Context.Reference<Permission>()("@annotary/http/Permission", {
  defaultValue: (): Rule | "undeclared" => "undeclared",
}) {}
