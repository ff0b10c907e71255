/** The services of people as a separate layer: a program that manages accounts starts without the rest of the engine. */
import type { Layer } from "effect"
import { ApiKeys } from "../access/ApiKeys.ts"
import { Quotas } from "../access/Quotas.ts"
import { Users } from "../accounts/Users.ts"
import { composeServices } from "../kernel/composeServices.ts"
import type { AccountStorage } from "./Storage.ts"

/** People, organizations, their API keys and quotas, as `layerEngine` provides them. */
export const layerAccounts = composeServices(ApiKeys, Quotas, Users)

/** The services of `layerAccounts`. */
export type AccountServices = Layer.Layer.Success<typeof layerAccounts>

/** The layer requires the ports of people alone. This line does not compile when it requires more. */
layerAccounts satisfies Layer.Layer<AccountServices, never, AccountStorage>
