/** The issues of the open sample in React, and the way from an issue to its place. */
import { type UseMutationResult, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useCallback, useEffect, useState } from "react"
import type { Editor } from "../../editor/Editor.ts"
import type { IssueCalls } from "../../session/issues.ts"
import type { Places } from "../../stages/image/Places.ts"
import { type Issue, type Place, toAnchor } from "./Issue.ts"
import { findAnnotationAt, goTo } from "./where.ts"

/** A change of the issues, which the server makes. */
type IssueChange =
  | { readonly kind: "open"; readonly description: string; readonly place: Place }
  | { readonly kind: "reply"; readonly issue: string; readonly text: string }
  | { readonly kind: "setOpen"; readonly issue: string; readonly open: boolean }

export interface Issues {
  readonly list: ReadonlyArray<Issue>
  /** Why they could not be read. */
  readonly error: unknown
  readonly retry: () => void
  readonly change: UseMutationResult<unknown, Error, IssueChange>
  readonly readOnly: boolean
  /** The one that is shown with its replies. */
  readonly chosen: string | undefined
  /** Shows an issue and its place. Choosing it again closes it. */
  readonly choose: (issue: Issue) => void
  /** Whether the form of a new issue is shown. */
  readonly writes: boolean
  readonly setWrites: (writes: boolean) => void
}

/** The key of the issues of a sample in the cache. */
const makeIssuesKey = (sample: string) => ["issues", sample] as const

export const useIssues = (editor: Editor, places: Places, calls: IssueCalls): Issues => {
  const [chosen, setChosen] = useState<string>()
  const [writes, setWrites] = useState(false)
  const client = useQueryClient()
  const queryKey = makeIssuesKey(calls.sample)
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => calls.list(signal),
    staleTime: 0,
  })
  const { changes } = calls
  const change = useMutation({
    mutationFn: async (wanted: IssueChange) => {
      if (changes === undefined) return
      switch (wanted.kind) {
        case "open":
          return changes.open(wanted.description, toAnchor(wanted.place, findId(editor, wanted.place)))
        case "reply":
          return changes.reply(wanted.issue, wanted.text)
        case "setOpen":
          return changes.setOpen(wanted.issue, wanted.open)
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey }),
  })
  const choose = useCallback(
    (issue: Issue) => {
      setChosen((now) => (now === issue.uuid ? undefined : issue.uuid))
      showPlace(editor, places, issue.place)
    },
    [editor, places],
  )
  const first = data?.find(({ uuid }) => uuid === calls.first)
  const [led, setLed] = useState(false)
  useEffect(() => {
    if (first === undefined || led) return
    setLed(true)
    choose(first)
  }, [first, led, choose])
  return {
    list: data ?? [],
    error: error ?? undefined,
    retry: refetch,
    change,
    readOnly: changes === undefined,
    chosen,
    choose,
    writes,
    setWrites,
  }
}

/** The number of an object, with all of its digits. */
const findId = (editor: Editor, place: Place) => {
  if (place.kind !== "object") return undefined
  const annotation = findAnnotationAt(editor.state, place)
  return annotation?.trackId ?? annotation?.id
}

/** Shows the place of an issue: its sensor, its frame, its object, its point. */
const showPlace = (editor: Editor, places: Places, place: Place): void => {
  if (!goTo(editor, place)) return
  if (place.kind === "object") places.showObjects([place.key])
  if (place.kind === "point") places.showPoint(place.at)
  if (place.kind === "space") places.showSpace(place.at)
}
