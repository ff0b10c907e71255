/** The objects of the shown frame: the readable twin of the canvas. */
import { useTranslation } from "react-i18next"
import { useEditor } from "../../editor/useStore.ts"
import { formatCommandKey } from "../../input/keys/keyText.ts"
import { useKeymap } from "../../input/keys/useKeymap.ts"
import type { Tool } from "../../tools/tools.ts"
import { useWork } from "../../Work.ts"
import classes from "../panels.module.css"
import { ObjectList } from "./ObjectList.tsx"
import { ObjectTools } from "./ObjectTools.tsx"

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
  const { editor, objects } = useWork()
  const { i18n, t } = useTranslation("workbench")
  const { readOnly } = useEditor(editor)
  const keymap = useKeymap()
  return (
    <section className={classes.panel} aria-label={t("objects.title")}>
      <h2 className={classes.title}>
        {t("objects.title")}{" "}
        <span className={classes.count}>{objects.total.toLocaleString(i18n.language)}</span>
      </h2>
      {objects.total === 0 ? (
        <p className={classes.hint}>
          {t("objects.empty")}{" "}
          {readOnly ? "" : t(`objects.draw.${draws}`, { key: formatCommandKey(keymap, draws, t) })}
        </p>
      ) : (
        <>
          <ObjectTools />
          <ObjectList points={points} />
        </>
      )}
      {below}
    </section>
  )
}
