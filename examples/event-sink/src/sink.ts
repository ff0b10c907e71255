/** A sink of events: files of JSON lines, one file a day, in the folder `EVENTS_FOLDER`. */
import { mkdir, open } from "node:fs/promises"
import { join } from "node:path"
import type { EventSink, SinkEvent } from "@annotary/core"

export default async ({
  env,
}: {
  readonly env: Readonly<Record<string, string | undefined>>
}): Promise<EventSink> => {
  const folder = env.EVENTS_FOLDER
  if (folder === undefined) throw new Error("EVENTS_FOLDER must name a folder.")
  await mkdir(folder, { recursive: true })
  return {
    name: "json-lines",
    publish: async (events, signal) => {
      for (const [day, lines] of groupByDay(events)) {
        signal.throwIfAborted()
        const file = await open(join(folder, `${day}.jsonl`), "a")
        try {
          // A new line first ends a line that a crash has cut.
          await file.appendFile(`\n${lines.join("\n")}\n`)
          await file.datasync()
        } finally {
          await file.close()
        }
      }
    },
  }
}

/** The lines of each day, in their order. */
const groupByDay = (events: ReadonlyArray<SinkEvent>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const days = new Map<string, Array<string>>()
  for (const { attributes, data } of events) {
    const day = attributes.time.slice(0, 10)
    const lines = days.get(day) ?? []
    // The payload is JSON text already; it stays as it is, digit for digit.
    lines.push(`${JSON.stringify(attributes).slice(0, -1)},"data":${data}}`)
    days.set(day, lines)
  }
  return days
}
