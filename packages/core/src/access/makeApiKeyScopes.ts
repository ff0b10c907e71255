import { Effect, Option } from "effect"
import { CurrentActor } from "../domain/Actor.ts"
import { InvalidInput } from "../domain/errors.ts"
import type { DatasetId } from "../domain/Ids.ts"
import { noDataset, type Scope } from "../domain/Scope.ts"
import type { ApiKey, User } from "../domain/User.ts"
import { Access } from "./Access.ts"
import type { AuditedChange } from "./AuditLog.ts"

/** An API key as lists show it. */
export interface ShownApiKey extends ApiKey {
  /** The dataset of the key, as `owner/name`. Null without one, and when it is deleted. */
  readonly dataset: string | null
}

/** The datasets in the scopes of API keys: names to ids and back. */
export const makeApiKeyScopes = Effect.gen(function* () {
  const access = yield* Access

  /** The id of the dataset of a new key, which its user must see. Null without one. */
  const findVisibleDatasetId = Effect.fnUntraced(function* (
    user: User,
    fullName: string | null,
    pointer = "/scope/dataset",
  ) {
    if (fullName === null) return null
    const [owner = "", name = "", rest] = fullName.split("/")
    const permitted = yield* access.find({ _tag: "Name", owner, name }).pipe(
      Effect.provideService(CurrentActor, {
        _tag: "Person",
        username: user.username,
        siteAdmin: false,
        credentialsExpireAt: null,
      }),
      Effect.asSome,
      Effect.catchTag("NotFound", () => Effect.succeedNone),
    )
    if (Option.isNone(permitted) || rest !== undefined)
      return yield* InvalidInput.at(
        pointer,
        "must be a dataset that the user of the key can see, as owner/name",
      )
    return permitted.value.dataset.id
  })

  /** The keys with the names of their datasets. */
  const addDatasetNames = Effect.fnUntraced(function* (keys: ReadonlyArray<ApiKey>) {
    const names = new Map<DatasetId, string>()
    for (const id of new Set(keys.flatMap(({ datasetId }) => datasetId ?? []))) {
      const permitted = yield* Effect.option(access.findAsSystem({ _tag: "Id", id }))
      if (Option.isSome(permitted))
        names.set(id, `${permitted.value.dataset.owner}/${permitted.value.dataset.name}`)
    }
    return keys.map(
      (key): ShownApiKey => ({
        ...key,
        dataset: key.datasetId === null ? null : (names.get(key.datasetId) ?? null),
      }),
    )
  })

  return { findVisibleDatasetId, addDatasetNames }
})

/** The limits of a key; undefined without limits. */
export const readKeyScope = (key: ApiKey): Scope | undefined => {
  const { datasetId, embedded, embedGrants, maxRole: role, readOnly, webhooksOf } = key
  const own = embedded ? { embedded, embedGrants } : {}
  if (webhooksOf !== null) return { readOnly, datasetId: noDataset, role, webhooksOf, ...own }
  return readOnly || datasetId !== null || role !== null
    ? { readOnly, datasetId, role, webhooksOf, ...own }
    : undefined
}

/** The limits of a key in the audit log. */
export const toAuditedScope = (key: ApiKey): NonNullable<AuditedChange["details"]> => ({
  ...(key.readOnly ? { read_only: true } : {}),
  ...(key.datasetId === null || key.datasetId === noDataset ? {} : { dataset: key.datasetId }),
  ...(key.maxRole === null ? {} : { role: key.maxRole }),
  ...(key.webhooksOf === null ? {} : { webhooks: key.webhooksOf }),
  ...(key.embedGrants.length === 0 ? {} : { grants: key.embedGrants.join(" ") }),
})
