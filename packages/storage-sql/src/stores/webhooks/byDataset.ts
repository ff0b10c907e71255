/** The events of one append by their dataset: nearly always they are of one. */
import type { OutboxEvent } from "@annotary/core/effect"
import type { EventGroup } from "../../dialect/DeliveryOperations.ts"

export const byDataset = (events: ReadonlyArray<OutboxEvent>): ReadonlyArray<EventGroup> => {
  const groups = new Map<string, [OutboxEvent, ...Array<OutboxEvent>]>()
  for (const event of events) {
    const key = `${event.owner}/${event.datasetId}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [event])
    else group.push(event)
  }
  return [...groups.values()]
}
