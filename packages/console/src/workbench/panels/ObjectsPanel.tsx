/** The objects of the shown frame: the readable twin of the canvas. */
import { UnstyledButton } from "@mantine/core"
import { memo } from "react"
import { useTranslation } from "react-i18next"
import { Visible } from "../../ui/Visible.tsx"
import type { Editor } from "../editor/Editor.ts"
import { getLabel, toggleHidden } from "../editor/EditorState.ts"
import type { Annotation } from "../editor/label/annotation.ts"
import { listAnnotations } from "../editor/label/frames.ts"
import { useEditor } from "../editor/useStore.ts"
import { formatCommandKey } from "../input/keys/keyText.ts"
import { useKeymap } from "../input/keys/useKeymap.ts"
import type { Tool } from "../tools/tools.ts"
import { useWork } from "../Work.ts"
import classes from "./panels.module.css"

interface ObjectsPanelProps {
  readonly draws: FirstCommand
  /** The number of points by object, where objects are sets of them. */
  readonly points?: ReadonlyMap<string, number> | undefined
  /** The content below the list. */
  readonly below?: React.ReactNode
}

/** The command that draws the first object of a label. */
export type FirstCommand = "box" | "brush" | "cuboid" | "point" | "spacePolygon"

/** The first command of the tools that a task type offers. */
export const findFirstCommand = (offered: ReadonlySet<Tool>): FirstCommand =>
  offered.has("bbox") ? "box" : offered.has("brush") ? "brush" : "point"

export const ObjectsPanel = ({ below, draws, points }: ObjectsPanelProps) => {
  const { counts: warnings, editor } = useWork()
  const { t } = useTranslation("workbench")
  const state = useEditor(editor)
  const keymap = useKeymap()
  const annotations = listAnnotations(getLabel(state), state.frame)
  const categories = new Map(editor.setting.configuration.categories.map((one) => [one.id, one]))
  return (
    <section className={classes.panel} aria-label={t("objects.title")}>
      <h2 className={classes.title}>
        {t("objects.title")} <span className={classes.count}>{annotations.length}</span>
      </h2>
      {annotations.length === 0 ? (
        <p className={classes.hint}>
          {t("objects.empty")}{" "}
          {state.readOnly ? "" : t(`objects.draw.${draws}`, { key: formatCommandKey(keymap, draws, t) })}
        </p>
      ) : null}
      <ul className={classes.list}>
        {annotations.map((annotation) => (
          <ObjectRow
            key={annotation.key}
            annotation={annotation}
            editor={editor}
            name={
              categories.get(annotation.categoryId)?.name ??
              t("objects.unknown", { id: annotation.categoryId })
            }
            color={categories.get(annotation.categoryId)?.color ?? "gray"}
            selected={state.selected.has(annotation.key)}
            locked={state.locked.has(annotation.key)}
            hidden={state.hidden.has(annotation.key)}
            warnings={warnings.get(annotation.key) ?? 0}
            points={points?.get(annotation.key)}
          />
        ))}
      </ul>
      {below}
    </section>
  )
}

interface ObjectRowProps {
  readonly annotation: Annotation
  readonly editor: Editor
  readonly name: string
  readonly color: string
  readonly selected: boolean
  readonly locked: boolean
  readonly hidden: boolean
  readonly warnings: number
  readonly points: number | undefined
}

const ObjectRow = memo(
  ({ annotation, color, editor, hidden, locked, name, points, selected, warnings }: ObjectRowProps) => {
    const { i18n, t } = useTranslation("workbench")
    return (
      <li className={classes.withAction} data-hidden={hidden || undefined}>
        <UnstyledButton
          className={classes.row}
          aria-pressed={selected}
          onClick={(event) => {
            const others = event.shiftKey ? editor.state.selected : []
            editor.select(new Set([...others, annotation.key]))
          }}
        >
          <span className={classes.swatch} style={{ background: color }} aria-hidden="true" />
          <span className={classes.name}>
            <Visible text={name} />
          </span>
          {locked ? <span className={classes.mark}>{t("objects.locked")}</span> : null}
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
  },
)
ObjectRow.displayName = "ObjectRow"
