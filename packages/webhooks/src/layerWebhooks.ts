/** The services of webhooks with the address checks and the cryptography of this package, for composition roots. */
import { layerWebhookServices } from "@annotary/core/effect"
import { Layer } from "effect"
import { layerEndpointSecrets } from "./signing/endpointSecrets.ts"
import { Sealer } from "./signing/Sealer.ts"
import { type AddressPolicy, makeAddressPolicy } from "./ssrf/AddressPolicy.ts"
import { layerEndpointUrlPolicy } from "./ssrf/endpointUrlPolicy.ts"

/** The services over an engine whose storage has the ports of webhooks. By default endpoints have public addresses only. */
export const layerWebhooks = (policy: AddressPolicy = makeAddressPolicy()) =>
  layerWebhookServices.pipe(
    Layer.provide(layerEndpointUrlPolicy(policy)),
    Layer.provide(layerEndpointSecrets),
    Layer.provide(Sealer.Default),
  )
