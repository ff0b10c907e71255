/** A notice above the canvas about which the person must do something. */
import { Alert } from "@mantine/core"
import classes from "../workbench.module.css"

interface AttentionNoticeProps {
  readonly title: string
  readonly children: React.ReactNode
}

export const AttentionNotice = ({ children, title }: AttentionNoticeProps) => (
  <Alert color="orange" classNames={{ title: classes.noticeTitle }} title={title} role="alert">
    {children}
  </Alert>
)
