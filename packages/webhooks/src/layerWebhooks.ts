/** The webhook services with the address checks and the cryptography of this package, for composition roots. */
import { EndpointUrlPolicy, layerWebhookServices } from "@annotary/core/effect"
import { Either, Layer } from "effect"
import { layerEndpointSecrets } from "./signing/endpointSecrets.ts"
import { Sealer } from "./signing/Sealer.ts"
import { type AddressPolicy, makeAddressPolicy } from "./ssrf/AddressPolicy.ts"
import { checkUrl } from "./ssrf/checkUrl.ts"

/** The webhook services, for an engine whose storage has the webhook ports. By default endpoints must have public addresses. */
export const layerWebhooks = (policy: AddressPolicy = makeAddressPolicy()) =>
  layerWebhookServices.pipe(
    Layer.provide(makeUrlPolicyLayer(policy)),
    Layer.provide(layerEndpointSecrets),
    Layer.provide(Sealer.Default),
  )

/** Endpoints are checked with the same rules when they are written as when they are sent to. */
const makeUrlPolicyLayer = (policy: AddressPolicy): Layer.Layer<EndpointUrlPolicy> =>
  Layer.succeed(EndpointUrlPolicy, {
    check: (url) => Either.map(checkUrl(url, policy), ({ text }) => text),
  })
