/** Which samples are selected: some, or all that match the filters. */
import { useState } from "react"

export interface Selection {
  readonly isAll: boolean
  readonly uuids: ReadonlySet<string>
  readonly has: (uuid: string) => boolean
  /** Adds or removes samples. */
  readonly set: (uuids: ReadonlyArray<string>, on: boolean) => void
  readonly selectAll: () => void
  readonly clear: () => void
}

const none: ReadonlySet<string> = new Set()

/** Other filters end the selection of all, which would mean others; samples stay selected one by one. */
export const useSelection = (filters: string): Selection => {
  const [all, setAll] = useState<string | null>(null)
  const [uuids, setUuids] = useState(none)
  const isAll = all === filters
  return {
    isAll,
    uuids,
    has: (uuid) => isAll || uuids.has(uuid),
    set: (changed, on) =>
      setUuids((before) => {
        const after = new Set(before)
        for (const uuid of changed) on ? after.add(uuid) : after.delete(uuid)
        return after
      }),
    selectAll: () => {
      setAll(filters)
      setUuids(none)
    },
    clear: () => {
      setAll(null)
      setUuids(none)
    },
  }
}
