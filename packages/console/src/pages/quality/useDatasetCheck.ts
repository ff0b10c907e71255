/** The check of all labels of a dataset, while somebody watches it. */
import { useThrottledCallback } from "@mantine/hooks"
import { useQueryClient } from "@tanstack/react-query"
import { useCallback, useEffect, useRef, useState } from "react"
import { api, readBody } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { makeTotalsKey } from "./calls.ts"
import { type Findings, nothingFound, withLines } from "./findings.ts"
import { readLines } from "./lines.ts"

export interface DatasetCheck {
  /** Undefined before the first check. */
  readonly findings: Findings | undefined
  readonly running: boolean
  readonly error: unknown
  readonly start: () => void
  /** Ends the check, and keeps what it has found. */
  readonly stop: () => void
}

const shownEveryMillis = 100

export const useDatasetCheck = (path: DatasetPath): DatasetCheck => {
  const client = useQueryClient()
  const [state, setState] = useState<Pick<DatasetCheck, "error" | "findings" | "running">>({
    findings: undefined,
    running: false,
    error: undefined,
  })
  // An answer comes in more pieces than anybody can see.
  const show = useThrottledCallback(setState, shownEveryMillis)
  const control = useRef<AbortController>(undefined)
  const stop = useCallback(() => control.current?.abort(), [])
  useEffect(() => stop, [stop])
  const { dataset, owner } = path
  const start = useCallback(async () => {
    stop()
    const own = new AbortController()
    control.current = own
    const { signal } = own
    const set = (next: Pick<DatasetCheck, "error" | "findings" | "running">) => {
      if (control.current === own) show(next)
    }
    let findings = nothingFound
    set({ findings, running: true, error: undefined })
    try {
      const body = await readBody(
        api.POST("/datasets/{owner}/{dataset}/check/", {
          params: { path: { owner, dataset } },
          body: {},
          parseAs: "stream",
          signal,
        }),
      )
      for await (const lines of readLines(body)) {
        findings = withLines(findings, lines)
        set({ findings, running: true, error: undefined })
      }
      set({ findings, running: false, error: undefined })
    } catch (error) {
      set({ findings, running: false, error: signal.aborted ? undefined : error })
    }
    await client.invalidateQueries({ queryKey: makeTotalsKey({ owner, dataset }) })
  }, [stop, show, client, owner, dataset])
  return { ...state, start, stop }
}
