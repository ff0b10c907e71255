/** Shows what stands over a cloud whose points are objects: the outline of the tool, and why points cannot be edited. */
import { Alert, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { toVisibleText } from "../../../ui/visibleText.ts"
import { readPointId } from "../../documents/points/targets.ts"
import { getLabel } from "../../editor/EditorState.ts"
import { listAnnotations } from "../../editor/label/frames.ts"
import { useEditor, useStore } from "../../editor/useStore.ts"
import { usePointCounts } from "../../panels/PointCounts.tsx"
import type { PointPainter } from "../../tools/points/PointPainter.ts"
import classes from "./points.module.css"

export const PointsOverlay = ({ painter }: { readonly painter: PointPainter }) => {
  const { t } = useTranslation("workbench")
  useEditor(painter.points.editor)
  return (
    <>
      <OutlineOfTool painter={painter} />
      {painter.tool === undefined ? (
        <Hovered painter={painter} />
      ) : (
        <p className={classes.note}>{t("points.hint")}</p>
      )}
      <PointsNotice painter={painter} />
    </>
  )
}

const OutlineOfTool = ({ painter }: { readonly painter: PointPainter }) => {
  const outline = useStore(painter.outline)
  const { width } = useStore(painter.brush)
  if (outline === undefined || painter.tool === undefined) return null
  return (
    <svg className={classes.outline} aria-hidden="true" data-outline={outline.kind}>
      {["shadow", "line"].map((name) =>
        outline.kind === "brush" ? (
          <circle key={name} className={classes[name]} cx={outline.at[0]} cy={outline.at[1]} r={width / 2} />
        ) : (
          <polygon
            key={name}
            className={classes[name]}
            points={outline.places.map((place) => place.join(",")).join(" ")}
          />
        ),
      )}
    </svg>
  )
}

/** Whose point is under the pointer. */
const Hovered = ({ painter }: { readonly painter: PointPainter }) => {
  const { i18n, t } = useTranslation("workbench")
  const id = useStore(painter.hovered)
  const { editor } = painter.points
  const state = useEditor(editor)
  const counts = usePointCounts(painter.points)
  if (id === undefined || id === 0) return null
  const object = listAnnotations(getLabel(state), state.frame).find((one) => readPointId(one) === id)
  if (object === undefined) return null
  const { categories } = editor.setting.configuration
  const name = categories.find((one) => one.id === object.categoryId)?.name
  const count = counts?.get(object.key) ?? 0
  return (
    <p className={classes.note} data-hovered={object.key}>
      {t("points.hovered", {
        category: toVisibleText(name ?? t("objects.unknown", { id: object.categoryId })),
        id: object.key,
        points: t("points.of", { count, shown: count.toLocaleString(i18n.language) }),
      })}
    </p>
  )
}

const PointsNotice = ({ painter }: { readonly painter: PointPainter }) => {
  const { i18n, t } = useTranslation("workbench")
  const { points } = painter
  useStore(points)
  const state = points.getState(points.editor.state.frame)
  if (state.status === "ready" || state.status === "waiting") return null
  const formatCount = (count: number) => count.toLocaleString(i18n.language)
  return (
    <Alert
      className={classes.notice}
      color="orange"
      role="alert"
      title={t(state.status === "misfit" ? "points.misfit" : "points.unreadable")}
    >
      <Text size="sm">
        {state.status === "misfit"
          ? t("points.misfitHint", { ids: formatCount(state.ids), points: formatCount(state.points) })
          : t("points.unreadableHint")}
      </Text>
    </Alert>
  )
}
