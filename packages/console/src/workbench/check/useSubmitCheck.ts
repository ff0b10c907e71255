/** Holds a submission back while mandatory values are missing, until the person goes on. */
import { useMemo, useState } from "react"
import type { Actions } from "../commands/makeActionCommands.ts"
import type { Finding } from "./Finding.ts"
import { listMissing } from "./groupFindings.ts"

export const useSubmitCheck = (actions: Actions, findings: ReadonlyArray<Finding>) => {
  const [isAsking, setAsking] = useState(false)
  const missing = useMemo(() => listMissing(findings), [findings])
  const hasMissing = missing.length > 0
  const checkedActions = useMemo((): Actions => {
    const { submit } = actions
    if (submit === undefined || !hasMissing) return actions
    return { ...actions, submit: () => setAsking(true) }
  }, [actions, hasMissing])
  return {
    actions: checkedActions,
    /** Empty while nothing is asked. */
    missing: isAsking ? missing : [],
    submit: () => {
      setAsking(false)
      actions.submit?.()
    },
    close: () => setAsking(false),
  }
}
