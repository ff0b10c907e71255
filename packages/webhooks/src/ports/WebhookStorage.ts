/** The ports of the webhooks together: what a storage adapter provides beside those of the engine. */
import type { DeliveryStore } from "./DeliveryStore.ts"
import type { EndpointStore } from "./EndpointStore.ts"

export type WebhookStorage = EndpointStore | DeliveryStore
