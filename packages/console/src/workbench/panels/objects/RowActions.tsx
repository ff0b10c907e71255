/** The lock and the eye of a row: they act on one object, or on those of a group. */
import { UnstyledButton } from "@mantine/core"
import IconEye from "@tabler/icons-react/icons/IconEye"
import IconEyeOff from "@tabler/icons-react/icons/IconEyeOff"
import IconLock from "@tabler/icons-react/icons/IconLock"
import IconLockOpen from "@tabler/icons-react/icons/IconLockOpen"
import type { Editor } from "../../editor/Editor.ts"
import { toggleHidden, toggleLocked } from "../../editor/EditorState.ts"
import classes from "./objects.module.css"

interface RowActionsProps {
  readonly editor: Editor
  readonly keys: ReadonlyArray<string>
  readonly isHidden: boolean
  readonly isLocked: boolean
  /** The texts of the buttons, which say what a press does. */
  readonly lockText: string
  readonly eyeText: string
}

export const RowActions = ({ editor, eyeText, isHidden, isLocked, keys, lockText }: RowActionsProps) => (
  <span className={classes.actions}>
    <UnstyledButton
      className={classes.action}
      aria-label={lockText}
      title={lockText}
      data-on={isLocked || undefined}
      onClick={() => editor.update((state) => toggleLocked(state, keys))}
    >
      {isLocked ? <IconLock /> : <IconLockOpen />}
    </UnstyledButton>
    <UnstyledButton
      className={classes.action}
      aria-label={eyeText}
      title={eyeText}
      data-on={isHidden || undefined}
      onClick={() => editor.update((state) => toggleHidden(state, keys))}
    >
      {isHidden ? <IconEyeOff /> : <IconEye />}
    </UnstyledButton>
  </span>
)
