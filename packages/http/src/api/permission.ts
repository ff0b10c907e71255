/**
 * The minimum permission of an endpoint, as an annotation: an operation of the permission matrix, or one of the rules
 * here. Handlers may require more for some requests, such as a status or another user's issue. The transport ignores it;
 * the check of repeated requests and the test of the matrix use it.
 */
import type { Operation } from "@annotary/core/effect"
import { Context } from "effect"

/** Rules besides the operations of the permission matrix. */
export type Rule =
  | Operation
  /** Needs no key, or carries its own token. */
  | "anyone"
  /** Any user with a key, for their own account or data that only they can see. */
  | "person"
  | "site_admin"
  /** Any member, and site admins. */
  | "organization_member"
  | "organization_admin"

/** The annotation with the minimum permission of an endpoint. */
export class Permission extends Context.Reference<Permission>()("@annotary/http/Permission", {
  defaultValue: (): Rule | "undeclared" => "undeclared",
}) {}

/** The description of an endpoint that needs a recent sign-in in a session. */
export const recentSignIn =
  "A browser session must have signed in within the last 10 minutes. Otherwise the response is 403 with the code `sign_in_required`: sign in again with `POST /console/session`, then repeat the request. API keys are not affected."
