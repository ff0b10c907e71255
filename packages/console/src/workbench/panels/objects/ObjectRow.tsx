/** One object of the list. */
import { UnstyledButton } from "@mantine/core"
import { memo } from "react"
import { useTranslation } from "react-i18next"
import { Visible } from "../../../ui/Visible.tsx"
import type { Editor } from "../../editor/Editor.ts"
import type { Annotation } from "../../editor/label/annotation.ts"
import classes from "../panels.module.css"
import type { TrackExtent } from "./listObjects.ts"
import { ObjectIcon } from "./ObjectIcon.tsx"
import type { PressKeys } from "./objectSelection.ts"
import { RowActions } from "./RowActions.tsx"

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
  /** The frames of its track, where those of all frames are listed. */
  readonly extent: TrackExtent | undefined
  readonly onPress: (key: string, keys: PressKeys) => void
}

export const ObjectRow = memo((props: ObjectRowProps) => {
  const { annotation, editor, extent, hidden, locked, onPress, points, warnings } = props
  const { i18n, t } = useTranslation("workbench")
  const id = annotation.key
  return (
    <li
      className={classes.withAction}
      data-hidden={hidden || undefined}
      data-locked={locked || undefined}
      aria-posinset={props.position}
      aria-setsize={props.count}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      <UnstyledButton
        className={classes.row}
        aria-pressed={props.selected}
        onClick={({ ctrlKey, metaKey, shiftKey }) =>
          onPress(id, { isRange: shiftKey, isToggle: ctrlKey || metaKey })
        }
      >
        <span className={classes.swatch} style={{ background: props.color }} aria-hidden="true" />
        <ObjectIcon source={annotation.source} />
        <span className={classes.name}>
          <Visible text={props.name} />
        </span>
        {extent === undefined ? (
          annotation.isKeyframe ? null : (
            <span className={classes.mark}>{t("objects.computed")}</span>
          )
        ) : (
          <span className={classes.mark}>
            {extent.first === extent.last
              ? extent.first + 1
              : t("objects.extent", { first: extent.first + 1, last: extent.last + 1 })}
          </span>
        )}
        {warnings === 0 ? null : (
          <span className={classes.warned}>{t("objects.warnings", { count: warnings })}</span>
        )}
        {points === undefined ? null : (
          <span className={classes.mark} data-points={points}>
            {t("points.of", { count: points, shown: points.toLocaleString(i18n.language) })}
          </span>
        )}
        <span className={classes.id}>{id}</span>
      </UnstyledButton>
      <RowActions
        editor={editor}
        keys={[id]}
        isHidden={hidden}
        isLocked={locked}
        lockText={t(locked ? "objects.unlockOf" : "objects.lockOf", { id })}
        eyeText={t(hidden ? "objects.showOf" : "objects.hideOf", { id })}
      />
    </li>
  )
})
ObjectRow.displayName = "ObjectRow"
