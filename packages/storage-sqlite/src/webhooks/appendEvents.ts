/**
 * Appends events on SQLite: one statement for the events and one for their deliveries. A trigger records the last places of FIFO
 * endpoints; reading them with RETURNING would take as long as the INSERT itself.
 */
import { toPattern } from "@annotary/core/effect"
import {
  type DeliveryOperations,
  type EventGroup,
  type InsertRows,
  joinWords,
  matchSubscription,
  newDelivery,
  noDataset,
  outboxEvents,
  type Statements,
  toDatasetWord,
} from "@annotary/storage-sql"
import { Effect } from "effect"
import { words } from "../dialect/words.ts"

export const appendEvents = (
  { execute }: Pick<Statements, "execute">,
  insert: InsertRows,
): DeliveryOperations["append"] => {
  const deliver = (events: EventGroup) => {
    const [{ datasetId, id, owner, type }] = events
    const dataset = datasetId ?? noDataset
    const match = [owner, toDatasetWord(datasetId)]
    if (events.length === 1)
      return execute(textOfOne, [
        dataset,
        id,
        id,
        type,
        ...match,
        ...Array(2).fill(joinWords([type])),
        joinWords([toPattern(type)]),
      ])
    const rows = events.map((event, n) => ({
      id: event.id,
      type: event.type,
      word: joinWords([event.type]),
      pattern: joinWords([toPattern(event.type)]),
      n: n + 1,
    }))
    return execute(textOfMany, [dataset, JSON.stringify(rows), ...match])
  }
  return (events) =>
    Effect.zipRight(
      insert({ table: "outbox", rows: events.map(outboxEvents.encode) }),
      Effect.asVoid(deliver(events)),
    )
}

interface EventSource {
  readonly id: string
  readonly type: string
  /** The type between spaces. */
  readonly word: string
  /** Its pattern between spaces. */
  readonly pattern: string
  /** The number of the event in its group, from 1. */
  readonly n: string
  readonly from: string
}

const appendText = ({
  from,
  id,
  n,
  pattern,
  type,
  word,
}: EventSource): string => `INSERT INTO webhook_deliveries (${newDelivery})
  SELECT ?, ${id}, e.id, substr(${id}, 1, 24) || ${words.randomHex}, ${type},
    CASE e.enabled WHEN 1 THEN 'pending' ELSE 'held' END, 'live', 0,
    CASE e.fifo WHEN 1 THEN max(e.last_place, clock.now) + ${n} ELSE clock.now END, clock.now, 0
  FROM (SELECT ${words.nowMillis} AS now) AS clock CROSS JOIN webhook_endpoints e ${from}
  WHERE e.owner = ? AND (e.datasets IS NULL OR instr(e.datasets, ?) > 0)
    AND (SELECT u.webhooks_enabled FROM users u WHERE u.username = e.owner) = 1
    AND ${matchSubscription(words, word, pattern)}`

const textOfOne = appendText({ id: "?", type: "?", word: "?", pattern: "?", n: "1", from: "" })

const textOfMany = appendText({
  id: "v.id",
  type: "v.type",
  word: "v.word",
  pattern: "v.pattern",
  n: "v.n",
  from: `CROSS JOIN ${words.jsonRows({ id: "text", type: "text", word: "text", pattern: "text", n: "bigint" })}`,
})
