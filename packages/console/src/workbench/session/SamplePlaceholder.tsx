/** Stands in the place of a sample: a message in the middle, below the way back, which stays where it is. */
import type { ReactNode } from "react"
import classes from "../workbench.module.css"

interface SamplePlaceholderProps {
  /** Absent in an application, which has a way back itself. */
  readonly home: ReactNode
  readonly children: ReactNode
}

export const SamplePlaceholder = ({ children, home }: SamplePlaceholderProps) => (
  <>
    {home === undefined ? null : <header className={classes.header}>{home}</header>}
    <div className={classes.centered}>{children}</div>
  </>
)
