/** The labeling guide beside the work. It opens by itself until the person has confirmed the current version, or has closed it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useCallback, useMemo, useState } from "react"
import type { DatasetPath } from "../../api/dataset.ts"
import { acknowledgeGuide, makeGuideQuery } from "../../api/guide.ts"
import { useApi } from "../../app/Surroundings.ts"

export interface Guide {
  readonly text: string
  readonly isOpen: boolean
  /** Whether the person may confirm the version, and has not. */
  readonly isUnread: boolean
  readonly isSending: boolean
  readonly error: Error | null
  readonly toggle: () => void
  readonly acknowledge: () => void
}

/** Undefined until the guide is read, and for a dataset without one. */
export const useGuide = ({ dataset, owner }: DatasetPath, mayAcknowledge: boolean): Guide | undefined => {
  const api = useApi()
  const client = useQueryClient()
  const query = useMemo(() => makeGuideQuery(api, { owner, dataset }), [api, owner, dataset])
  const { data } = useQuery(query)
  // What the person chose for a version; another version opens by itself again.
  const [choice, setChoice] = useState<{ readonly version: string; readonly isOpen: boolean }>()
  const version = data?.version ?? undefined
  const isUnread = mayAcknowledge && data?.acknowledged_at === null
  const isOpen = choice !== undefined && choice.version === version ? choice.isOpen : isUnread
  const sending = useMutation({
    mutationFn: (read: string) => acknowledgeGuide(api, { owner, dataset }, read),
    onSuccess: (guide) => {
      client.setQueryData(query.queryKey, guide)
      if (guide.version !== null) setChoice({ version: guide.version, isOpen: false })
    },
    // Somebody has changed the guide meanwhile, and the new version is to be read.
    onError: () => client.invalidateQueries(query),
  })
  const toggle = useCallback(() => {
    if (version !== undefined) setChoice({ version, isOpen: !isOpen })
  }, [version, isOpen])
  if (data === undefined || version === undefined) return undefined
  return {
    text: data.guide,
    isOpen,
    isUnread,
    isSending: sending.isPending,
    error: sending.error,
    toggle,
    acknowledge: () => sending.mutate(version),
  }
}
