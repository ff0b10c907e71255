/** What the webhooks ask of storage. */
export * from "../domain/index.ts"
export * from "./claims.ts"
export * from "./DeliveryStore.ts"
export * from "./EndpointStore.ts"
export * from "./pages.ts"
export * from "./told.ts"
export * from "./views.ts"
export * from "./WebhookStorage.ts"
