/** Carries out a bulk change: its progress, and a way to stop it between two portions. */
import { useEffect, useRef, useState } from "react"
import { type DatasetPath, makeSamplesKey } from "../../api/dataset.ts"
import { useChange } from "../../ui/useChange.ts"

interface Portions {
  readonly signal: AbortSignal
  readonly onProgress: (count: number) => void
}

export const useBulk = <Input>(
  path: DatasetPath,
  run: (input: Input, portions: Portions) => Promise<number>,
) => {
  const [done, setDone] = useState(0)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const mutation = useChange(
    (input: Input) => {
      setDone(0)
      abort.current = new AbortController()
      return run(input, { signal: abort.current.signal, onProgress: setDone })
    },
    // What was changed before a failure stays changed.
    { stale: [makeSamplesKey(path)], reloadsAfterErrors: true },
  )
  const { error, isPending, mutate } = mutation
  return {
    mutate,
    isPending,
    done,
    // Whoever stops a change knows it.
    error: error?.name === "AbortError" ? null : error,
    stop: () => abort.current?.abort(),
  }
}
