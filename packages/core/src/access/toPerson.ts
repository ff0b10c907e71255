import type { Person } from "../domain/Actor.ts"
import type { Scope } from "../domain/Scope.ts"
import type { ApiKey, User } from "../domain/User.ts"
import { readKeyScope } from "./makeApiKeyScopes.ts"

/**
 * The account as an actor, with the limits of the API key, if there is one. A model has the role of models at most, also on public
 * datasets and on those of its owner, and so none of the rights that concern accounts.
 */
export const toPerson = (
  { modelOf, siteAdmin, username }: Pick<User, "modelOf" | "siteAdmin" | "username">,
  apiKey: ApiKey | null = null,
): Person => {
  const scope = apiKey === null ? undefined : readKeyScope(apiKey)
  return {
    _tag: "Person",
    username,
    siteAdmin,
    credentialsExpireAt: apiKey?.expiresAt ?? null,
    apiKeyId: apiKey?.id,
    scope: modelOf === null ? scope : { ...(scope ?? unlimited), role: "model" },
  }
}

const unlimited: Scope = { readOnly: false, datasetId: null, role: null, webhooksOf: null }
