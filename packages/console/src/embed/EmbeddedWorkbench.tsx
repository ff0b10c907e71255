/** The workbench of a queue, in an application. */
import { useMemo } from "react"
import type { SessionEvent } from "../workbench/session/phases.ts"
import { SessionPage } from "../workbench/session/SessionPage.tsx"
import { Embedded } from "./Embedded.tsx"
import { toFailure } from "./failure.ts"
import type { Frame } from "./shadow.ts"
import type { WorkbenchOptions, WorkEvent } from "./types.ts"

interface EmbeddedWorkbenchProps {
  readonly frame: Frame
  readonly options: WorkbenchOptions
}

const EmbeddedWorkbench = ({ frame, options }: EmbeddedWorkbenchProps) => {
  const { dataset: fullName, step = "labeling" } = options
  const [owner = "", dataset = ""] = useMemo(() => fullName.split("/", 2), [fullName])
  return (
    <Embedded frame={frame} options={options}>
      <SessionPage owner={owner} dataset={dataset} queue={step} onEvent={(event) => report(options, event)} />
    </Embedded>
  )
}

const report = (options: WorkbenchOptions, event: SessionEvent): void => {
  switch (event.kind) {
    case "empty":
      options.onQueueEmpty?.({ sent: event.sent })
      break
    case "undone":
      options.onUndone?.({ action: event.action, sample: event.sample })
      break
    case "failed":
      options.onError?.(toFailure(event.error))
      break
    case "done":
      reportDone(options, { action: event.action, sample: event.sample })
  }
}

const reportDone = ({ onSaved, onSkipped, onSubmitted }: WorkbenchOptions, event: WorkEvent): void => {
  if (event.action === "save") onSaved?.(event)
  else if (event.action === "skip") onSkipped?.(event)
  else onSubmitted?.(event)
}

export default EmbeddedWorkbench
