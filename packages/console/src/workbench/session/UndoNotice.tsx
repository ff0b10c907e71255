/** Offers to take back what was sent last. It covers the stage, which does not move, and goes after a minute. */
import { Button, CloseButton, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { hasStatus } from "../../api/problem.ts"
import { Visible } from "../../ui/Visible.tsx"
import { useStore } from "../editor/useStore.ts"
import classes from "../workbench.module.css"
import type { UndoneWork } from "./UndoneWork.ts"

interface UndoNoticeProps {
  readonly undone: UndoneWork
  /** Whether the work on the screen cannot be left now. */
  readonly isDisabled?: boolean
}

export const UndoNotice = ({ isDisabled = false, undone }: UndoNoticeProps) => {
  const { t } = useTranslation("workbench")
  const last = useStore(undone.last)
  if (last === undefined) return null
  const isGone = hasStatus(last.error, 403, 404, 409)
  return (
    <div className={classes.undoNotice} role="status">
      <Text size="sm" className={classes.undoText}>
        <Visible text={last.sample.name} />{" "}
        {isGone
          ? t("session.undo.gone")
          : last.error === undefined
            ? t(`session.undo.${last.action}`)
            : t("session.undo.failed")}
      </Text>
      {isGone ? null : (
        <Button
          size="compact-sm"
          variant="default"
          loading={last.isSending}
          disabled={isDisabled}
          onClick={() => void undone.undo()}
        >
          {t("session.undo.action")}
        </Button>
      )}
      <CloseButton size="sm" aria-label={t("session.undo.close")} onClick={undone.forget} />
    </div>
  )
}
