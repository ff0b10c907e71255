/** One object of the list. */
import { UnstyledButton } from "@mantine/core"
import { memo } from "react"
import { useTranslation } from "react-i18next"
import { Visible } from "../../ui/Visible.tsx"
import type { Editor } from "../editor/Editor.ts"
import { toggleHidden } from "../editor/EditorState.ts"
import type { Annotation } from "../editor/label/annotation.ts"
import type { PressKeys } from "./objectSelection.ts"
import classes from "./panels.module.css"

interface ObjectRowProps {
  readonly annotation: Annotation
  readonly editor: Editor
  readonly name: string
  readonly color: string
  /** The number of the row among all of them. */
  readonly position: number
  readonly count: number
  /** The place of the row in the list, in pixels. */
  readonly top: number
  readonly selected: boolean
  readonly locked: boolean
  readonly hidden: boolean
  readonly warnings: number
  readonly points: number | undefined
  readonly onPress: (key: string, keys: PressKeys) => void
}

export const ObjectRow = memo((props: ObjectRowProps) => {
  const { annotation, editor, hidden, onPress, points, warnings } = props
  const { i18n, t } = useTranslation("workbench")
  return (
    <li
      className={classes.withAction}
      data-hidden={hidden || undefined}
      aria-posinset={props.position}
      aria-setsize={props.count}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      <UnstyledButton
        className={classes.row}
        aria-pressed={props.selected}
        onClick={({ ctrlKey, metaKey, shiftKey }) =>
          onPress(annotation.key, { isRange: shiftKey, isToggle: ctrlKey || metaKey })
        }
      >
        <span className={classes.swatch} style={{ background: props.color }} aria-hidden="true" />
        <span className={classes.name}>
          <Visible text={props.name} />
        </span>
        {props.locked ? <span className={classes.mark}>{t("objects.locked")}</span> : null}
        {annotation.isKeyframe ? null : <span className={classes.mark}>{t("objects.computed")}</span>}
        {warnings === 0 ? null : (
          <span className={classes.warned}>{t("objects.warnings", { count: warnings })}</span>
        )}
        {points === undefined ? null : (
          <span className={classes.mark} data-points={points}>
            {t("points.of", { count: points, shown: points.toLocaleString(i18n.language) })}
          </span>
        )}
        <span className={classes.id}>{annotation.key}</span>
      </UnstyledButton>
      <UnstyledButton
        className={classes.visibility}
        aria-label={t(hidden ? "objects.showOf" : "objects.hideOf", { id: annotation.key })}
        onClick={() => editor.update((state) => toggleHidden(state, [annotation.key]))}
      >
        {t(hidden ? "objects.show" : "objects.hide")}
      </UnstyledButton>
    </li>
  )
})
ObjectRow.displayName = "ObjectRow"
