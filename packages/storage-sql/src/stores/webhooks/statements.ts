/** Parts that several statements on webhooks share. */
import { DatasetEventType } from "@annotary/core/effect"
import type { DialectWords } from "../../dialect/Dialect.ts"
import { spaced } from "../../rows/webhooks.ts"

/**
 * A condition: whether an endpoint `e` subscribes to an event type. `type` and `pattern` are expressions of texts between
 * spaces. An endpoint subscribes to the types and patterns that it names, or to the default types when it names none.
 */
export const subscribes = ({ position }: DialectWords, type: string, pattern: string): string =>
  `(CASE e.event_types WHEN '' THEN ${position}('${spaced(DatasetEventType.literals)}', ${type}) > 0
    ELSE ${position}(e.event_types, ${type}) > 0 OR ${position}(e.event_types, ${pattern}) > 0 END)`

/** The columns of `webhook_deliveries` that a new row fills. */
export const newDelivery = `dataset_id, event_id, endpoint_id, id, event_type, state, origin, priority, place, due_at, attempts`
