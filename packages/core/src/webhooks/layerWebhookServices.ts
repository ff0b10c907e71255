/** The services of webhooks, for composition roots. */
import { Layer } from "effect"
import { composeServices } from "../kernel/composeServices.ts"
import { AccountFeed } from "./AccountFeed.ts"
import { AccountFinder } from "./AccountFinder.ts"
import { Deliveries } from "./Deliveries.ts"
import { EndpointDatasets } from "./EndpointDatasets.ts"
import { EndpointFinder } from "./EndpointFinder.ts"
import { Endpoints } from "./Endpoints.ts"
import { EndpointViews } from "./EndpointViews.ts"
import { KeySets } from "./KeySets.ts"
import { layerEndpointArchive } from "./layerEndpointArchive.ts"

/**
 * The services of webhooks, over an engine whose storage has the ports of webhooks, with the settings of
 * `WebhookSettings`.
 */
export const layerWebhookServices = Layer.merge(
  composeServices(
    AccountFeed,
    AccountFinder,
    Deliveries,
    EndpointDatasets,
    EndpointFinder,
    Endpoints,
    EndpointViews,
    KeySets,
  ),
  layerEndpointArchive,
)
