/** Ids of endpoints, deliveries, attempts and recoveries: UUIDv7 in lower case, as all ids of the engine. */
import { Schema } from "effect"
import { isId } from "../Ids.ts"

const uuid = <const Name extends string>(name: Name) =>
  Schema.String.pipe(
    Schema.filter((text) => isId(text) || "must be a UUID in lower case", { jsonSchema: { format: "uuid" } }),
    Schema.brand(name),
    Schema.annotations({ identifier: name }),
  )

export const EndpointId = uuid("EndpointId")
export type EndpointId = typeof EndpointId.Type

/** The id of a delivery. Its time is that of the event. */
export const DeliveryId = uuid("DeliveryId")
export type DeliveryId = typeof DeliveryId.Type

export const AttemptId = uuid("AttemptId")
export type AttemptId = typeof AttemptId.Type

export const RecoveryId = uuid("RecoveryId")
export type RecoveryId = typeof RecoveryId.Type
