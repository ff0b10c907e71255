/** Holds a submission back while there is something to look at, until the person goes on. */
import { useMemo, useState } from "react"
import type { Actions } from "../commands/makeActionCommands.ts"
import type { JsonObject } from "../editor/json/value.ts"
import type { Issue } from "../panels/issues/Issue.ts"
import type { Finding } from "./Finding.ts"
import { listSubmitRemarks, type SubmitPolicies, type SubmitRemark } from "./submitRemarks.ts"

interface Checked {
  readonly label: JsonObject
  readonly findings: ReadonlyArray<Finding>
  readonly issues: ReadonlyArray<Issue>
  /** Absent where nothing is submitted. */
  readonly policies: SubmitPolicies | undefined
}

const nothing: ReadonlyArray<SubmitRemark> = []

export const useSubmitCheck = (actions: Actions, { findings, issues, label, policies }: Checked) => {
  const [isAsking, setAsking] = useState(false)
  const remarks = useMemo(
    () => (policies === undefined ? nothing : listSubmitRemarks({ label, findings, issues }, policies)),
    [label, findings, issues, policies],
  )
  const hasRemarks = remarks.length > 0
  // What was asked is answered. Remarks that come later are not shown before the next submission.
  if (isAsking && !hasRemarks) setAsking(false)
  const checkedActions = useMemo((): Actions => {
    const { submit } = actions
    if (submit === undefined || !hasRemarks) return actions
    return { ...actions, submit: () => setAsking(true) }
  }, [actions, hasRemarks])
  return {
    actions: checkedActions,
    /** Empty while nothing is asked. */
    remarks: isAsking ? remarks : nothing,
    submit: () => {
      setAsking(false)
      actions.submit?.()
    },
    close: () => setAsking(false),
  }
}
