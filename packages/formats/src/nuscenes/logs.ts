/** The tables of logs and maps: what they say has no place. Exports of ours say nothing in them. */
import { posix } from "node:path"
import type { Losses } from "../carry/Losses.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { forEachRow } from "./rows.ts"

/** The tools load one map at least. Ours is one black pixel. */
export const emptyMapPath = "maps/none.png"

const logFields = ["vehicle", "date_captured", "location"]

/** A table that cannot be read is counted: scenes need none of them. */
export const countLogs = async (source: Source, folder: string, losses: Losses): Promise<void> => {
  const [logs, maps] = [`${folder}log.json`, `${folder}map.json`]
  const parts = new PartReader(losses)
  if (source.has(logs))
    await parts.readLater(() =>
      forEachRow(source, logs, (row) => {
        for (const field of logFields)
          if ((row.at(field).value ?? "") !== "") losses.add("unknown", `${row.place}/${field}`)
      }),
    )
  if (!source.has(maps)) return
  let hasEmptyMap = false
  await parts.readLater(() =>
    forEachRow(source, maps, (row) => {
      hasEmptyMap ||= row.at("filename").value === emptyMapPath
    }),
  )
  const path = posix.join(folder, "..", emptyMapPath)
  // A map that is read is not counted as a file that nothing reads.
  if (hasEmptyMap && source.has(path)) await source.bytes(path)
}
