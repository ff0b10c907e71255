import { Effect, Option } from "effect"
import { CurrentActor } from "../domain/Actor.ts"
import { NotFound, PermissionDenied } from "../domain/errors.ts"
import { QuotaLimits, type ShownQuota } from "../domain/Quota.ts"
import { decodeInput } from "../domain/violations.ts"
import { traced } from "../kernel/traced.ts"
import { Transaction } from "../storage/Transaction.ts"
import { findUsername } from "./Access.ts"
import { AuditLog } from "./AuditLog.ts"
import { isSiteAdmin, requireSiteAdmin } from "./actors.ts"
import { QuotaStore } from "./QuotaStore.ts"
import { UserStore } from "./UserStore.ts"

/** Limits to change. Absent limits stay unchanged; null removes one. */
export interface QuotaChange {
  readonly samples?: number | null | undefined
  /** Of files: assets that the datasets name, releases and exports. */
  readonly bytes?: number | null | undefined
  readonly requestsPerMinute?: number | null | undefined
}

const decode = decodeInput(QuotaLimits)

/** Quotas of organizations: set by site admins, read by members. */
export class Quotas extends Effect.Service<Quotas>()("@annotary/core/Quotas", {
  effect: Effect.gen(function* () {
    const store = yield* QuotaStore
    const users = yield* UserStore
    const transaction = yield* Transaction
    const audit = yield* AuditLog

    /** Returns the limits of an organization and their use. Requires a member or a site admin. */
    const get = traced("Quotas.get")(function* (name: string) {
      const { username } = yield* find(name)
      const person = findUsername(yield* CurrentActor)
      const isMember = person !== null && Option.isSome(yield* users.member(username, person))
      if (!isMember && !(yield* isSiteAdmin)) return yield* new PermissionDenied()
      return Option.getOrElse(
        yield* store.get(username),
        (): ShownQuota => ({
          organization: username,
          samples: null,
          bytes: null,
          requestsPerMinute: null,
          samplesUsed: null,
          bytesUsed: null,
        }),
      )
    })

    /** Changes limits of an organization. Requires a site admin. Existing samples and files stay when there are more than the limit. */
    const changeQuota = traced("Quotas.change")(function* (name: string, input: QuotaChange) {
      yield* requireSiteAdmin
      const attempt = Effect.gen(function* () {
        const { username } = yield* find(name)
        // Locked, so that two changes at once do not mix.
        yield* users.findForUpdate([username])
        const before = Option.getOrUndefined(yield* store.get(username))
        const limits = yield* decode({
          samples: input.samples === undefined ? (before?.samples ?? null) : input.samples,
          bytes: input.bytes === undefined ? (before?.bytes ?? null) : input.bytes,
          requestsPerMinute:
            input.requestsPerMinute === undefined
              ? (before?.requestsPerMinute ?? null)
              : input.requestsPerMinute,
        })
        yield* store.set(username, limits)
        yield* store.recount(username)
        yield* audit.record({
          action: "quota.changed",
          account: username,
          details: {
            samples: limits.samples,
            bytes: limits.bytes,
            requests_per_minute: limits.requestsPerMinute,
          },
        })
        const after = yield* store.get(username)
        return Option.getOrElse(
          after,
          (): ShownQuota => ({ organization: username, ...limits, samplesUsed: null, bytesUsed: null }),
        )
      })
      return yield* transaction.run(attempt)
    })

    const find = (name: string) =>
      Effect.flatMap(users.byName(name), (found) =>
        Option.isSome(found) && found.value.isOrganization
          ? Effect.succeed(found.value)
          : new NotFound({ resource: "organization" }),
      )

    return { get, change: changeQuota }
  }),
}) {
  static readonly dependencies = [AuditLog] as const
}
