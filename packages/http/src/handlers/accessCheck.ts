/**
 * The access check before a stored response is replayed: the caller must still be allowed to make the request. The
 * endpoint's annotation names the permission, its path the dataset.
 */
import {
  Access,
  type Actor,
  canActAsSiteAdmin,
  type DatasetRef,
  IssueId,
  Models,
  Organizations,
  PermissionDenied,
  SampleId,
} from "@annotary/core/effect"
import { Context, Effect, Schema } from "effect"
import { AnnotaryApi } from "../api/Api.ts"
import { listEndpoints } from "../api/listEndpoints.ts"
import { Permission, type Rule } from "../api/permission.ts"
import { makeLazy } from "../transport/lazy.ts"
import { makeRouter, type Routed } from "../transport/routing/router.ts"

type Params = Readonly<Record<string, string | undefined>>

interface Ruled extends Routed {
  readonly rule: Rule | "undeclared"
}

export const makeAccessCheck = Effect.gen(function* () {
  const access = yield* Access
  const organizations = yield* Organizations
  const models = yield* Models
  /** Models belong to organizations and to people, and are named by themselves or by their owner. */
  const requireManager = ({ model, organization, username }: Params) =>
    Effect.gen(function* () {
      if (model !== undefined) yield* models.get(model)
      else if (username !== undefined) yield* models.list(username, { limit: 1 })
      else yield* organizations.requireManager(organization ?? "")
    })
  return (method: string, path: string, actor: Actor) =>
    Effect.gen(function* () {
      const match = router()(method, path)
      if (match._tag !== "Found") return
      const { params, route } = match
      switch (route.rule) {
        case "undeclared":
        case "anyone":
        case "person":
        // Only reads, which are not replayed.
        case "organization_member":
          return
        case "site_admin":
          return yield* canActAsSiteAdmin(actor) ? Effect.void : new PermissionDenied()
        case "organization_admin":
          return yield* requireManager(params)
        default: {
          const ref = findDatasetRef(params)
          // Models may do the same in their queue that people do in theirs.
          const rule = params.queue === "prelabeling" ? "prelabel" : route.rule
          if (ref !== undefined) yield* access.require(ref, rule)
        }
      }
    })
})

/** Made when the first response is replayed. */
const router = makeLazy(() => makeRouter(listRules()))

const listRules = (): ReadonlyArray<Ruled> =>
  listEndpoints(AnnotaryApi).map(({ endpoint, mergedAnnotations }) => ({
    method: endpoint.method,
    pattern: endpoint.path,
    rule: Context.get(mergedAnnotations, Permission),
  }))

/** The dataset that a path names, directly or by one of its resources. */
const findDatasetRef = (params: Params): DatasetRef | undefined => {
  const { dataset, issue, owner, sample } = params
  if (owner !== undefined && dataset !== undefined) return { _tag: "Name", owner, name: dataset }
  if (isSample(sample)) return { _tag: "Sample", id: sample }
  return isIssue(issue) ? { _tag: "Issue", id: issue } : undefined
}

const isSample = Schema.is(SampleId)
const isIssue = Schema.is(IssueId)
