/** A notice above the canvas about which the person must do something. */
import { Alert } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import classes from "../workbench.module.css"

interface AttentionNoticeProps {
  readonly title: string
  readonly children: React.ReactNode
  /** Whether it can be closed by who has read it. */
  readonly closes?: boolean
}

export const AttentionNotice = ({ children, closes = false, title }: AttentionNoticeProps) => {
  const close = useClosing(closes)
  return close.isClosed ? null : (
    <Alert
      color="orange"
      classNames={{ title: classes.noticeTitle }}
      title={title}
      role="alert"
      {...close.props}
    >
      {children}
    </Alert>
  )
}

/** Lets people close a notice that lies over their work. */
export const useClosing = (closes: boolean) => {
  const { t } = useTranslation("workbench")
  const [isClosed, setClosed] = useState(false)
  return {
    isClosed,
    props: {
      withCloseButton: closes,
      closeButtonLabel: t("session.hide"),
      onClose: () => setClosed(true),
    },
  }
}
