/** `EndpointUrlPolicy` with the rules that the sender follows. */
import { EndpointUrlPolicy } from "@annotary/core/effect"
import { Either, Layer } from "effect"
import type { AddressPolicy } from "./AddressPolicy.ts"
import { checkUrl } from "./checkUrl.ts"

export const layerEndpointUrlPolicy = (policy: AddressPolicy): Layer.Layer<EndpointUrlPolicy> =>
  Layer.succeed(EndpointUrlPolicy, {
    check: (url) => Either.map(checkUrl(url, policy), ({ text }) => text),
  })
