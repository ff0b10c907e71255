/** The heading of a group of objects, which folds it, and locks and hides all of its objects. */
import { UnstyledButton } from "@mantine/core"
import IconChevronDown from "@tabler/icons-react/icons/IconChevronDown"
import IconChevronRight from "@tabler/icons-react/icons/IconChevronRight"
import { useTranslation } from "react-i18next"
import { Visible } from "../../../ui/Visible.tsx"
import { toVisibleText } from "../../../ui/visibleText.ts"
import type { Editor } from "../../editor/Editor.ts"
import panels from "../panels.module.css"
import classes from "./objects.module.css"
import { RowActions } from "./RowActions.tsx"

interface GroupRowProps {
  readonly editor: Editor
  readonly name: string
  /** The color of a category; undefined for other groups. */
  readonly color: string | undefined
  readonly keys: ReadonlyArray<string>
  /** The place of the row in the list, in pixels. */
  readonly top: number
  readonly isCollapsed: boolean
  readonly isHidden: boolean
  readonly isLocked: boolean
  readonly onToggle: () => void
}

export const GroupRow = (props: GroupRowProps) => {
  const { color, editor, isCollapsed, isHidden, isLocked, keys, onToggle, top } = props
  const { i18n, t } = useTranslation("workbench")
  const name = toVisibleText(props.name)
  return (
    <li
      className={panels.withAction}
      data-group={name}
      data-hidden={isHidden || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <UnstyledButton
        className={`${panels.row} ${classes.group}`}
        aria-expanded={!isCollapsed}
        onClick={onToggle}
      >
        {isCollapsed ? <IconChevronRight /> : <IconChevronDown />}
        {color === undefined ? null : (
          <span className={panels.swatch} style={{ background: color }} aria-hidden="true" />
        )}
        <span className={panels.name}>
          <Visible text={props.name} />{" "}
          <span className={panels.count}>{keys.length.toLocaleString(i18n.language)}</span>
        </span>
      </UnstyledButton>
      <RowActions
        editor={editor}
        keys={keys}
        isHidden={isHidden}
        isLocked={isLocked}
        lockText={t(isLocked ? "objects.unlockGroup" : "objects.lockGroup", { name })}
        eyeText={t(isHidden ? "objects.showGroup" : "objects.hideGroup", { name })}
      />
    </li>
  )
}
