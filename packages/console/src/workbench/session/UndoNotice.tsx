/** Offers to take back what was sent last. It covers the stage, which does not move, and goes after a minute. */
import { Button, CloseButton, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { ApiError } from "../../api/problem.ts"
import { Visible } from "../../ui/Visible.tsx"
import { toVisibleText } from "../../ui/visibleText.ts"
import { useStore } from "../editor/useStore.ts"
import classes from "../workbench.module.css"
import { readUndoRefusal } from "./readUndoRefusal.ts"
import type { UndoableWork, WorkUndo } from "./WorkUndo.ts"

interface UndoNoticeProps {
  readonly workUndo: WorkUndo
  /** Whether the work on the screen cannot be left now. */
  readonly isDisabled?: boolean
}

export const UndoNotice = ({ isDisabled = false, workUndo }: UndoNoticeProps) => {
  const { t } = useTranslation("workbench")
  const last = useStore(workUndo.last)
  if (last === undefined) return null
  const refusal = readUndoRefusal(last.error)
  return (
    <div className={classes.undoNotice} role="status">
      <Text size="sm" className={classes.undoText}>
        <Visible text={last.sample.name} /> <UndoText last={last} />
      </Text>
      {refusal === undefined ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={last.isSending}
          disabled={isDisabled && !last.isSending}
          onClick={() => void workUndo.undo()}
        >
          {t("session.undo.action")}
        </Button>
      ) : null}
      <CloseButton
        size="sm"
        aria-label={t("session.undo.close")}
        disabled={last.isSending}
        onClick={workUndo.forget}
      />
    </div>
  )
}

const UndoText = ({ last: { action, error, undone } }: { readonly last: UndoableWork }) => {
  const { t } = useTranslation("workbench")
  if (error === undefined) return t(`session.undo.${action}`)
  if (undone !== undefined) return t("session.undo.notStored")
  const refusal = readUndoRefusal(error)
  if (refusal === undefined) return t("session.undo.failed")
  const detail = error instanceof ApiError ? error.problem.detail : ""
  return t(`session.undo.${refusal}`, { detail: toVisibleText(detail) })
}
