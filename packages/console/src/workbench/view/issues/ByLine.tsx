/** Says who wrote something, and when; further facts follow. */
import { When } from "../../../ui/When.tsx"
import classes from "./issues.module.css"

interface ByLineProps {
  readonly by: string
  readonly at: string
  readonly children?: React.ReactNode
}

export const ByLine = ({ at, by, children }: ByLineProps) => (
  <span className={classes.by}>
    <span>{by}</span>
    <When at={at} />
    {children}
  </span>
)
