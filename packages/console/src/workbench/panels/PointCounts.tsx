/** The points of the objects in the panels: those of the selected one, of each category and of none, and the objects of other frames. */
import { Text, UnstyledButton } from "@mantine/core"
import { useId, useMemo } from "react"
import { useTranslation } from "react-i18next"
import { Visible } from "../../ui/Visible.tsx"
import type { PointDocument } from "../documents/points/PointDocument.ts"
import { countByCategory, countByObject, listObjectsElsewhere } from "../documents/points/targets.ts"
import { getLabel } from "../editor/EditorState.ts"
import { findAnnotation } from "../editor/label/frames.ts"
import { useEditor, useOptionalStore, useStore } from "../editor/useStore.ts"
import classes from "../stages/cloud/points.module.css"
import panels from "./panels.module.css"

const noCounts: ReadonlyMap<string, number> = new Map()
const none: ReadonlyMap<number, number> = new Map()

/** The number of points by object of the shown frame. */
export const usePointCounts = (
  points: PointDocument | undefined,
): ReadonlyMap<string, number> | undefined => {
  const turn = useOptionalStore(points)
  const state = points?.editor.state
  return useMemo(() => {
    if (points === undefined || state === undefined || turn === undefined) return undefined
    const pointState = points.getState(state.frame)
    return pointState.status === "ready"
      ? countByObject(getLabel(state), state.frame, pointState.frame.counts)
      : noCounts
  }, [points, state, turn])
}

interface PointCountsProps {
  readonly points: PointDocument
}

/** Stands below the list of objects. */
export const OtherPoints = ({ points }: PointCountsProps) => {
  const { i18n, t } = useTranslation("workbench")
  const { editor } = points
  const state = useEditor(editor)
  useStore(points)
  const label = getLabel(state)
  const elsewhere = useMemo(() => listObjectsElsewhere(label, state.frame), [label, state.frame])
  const pointState = points.getState(state.frame)
  const count = pointState.status === "ready" ? (pointState.frame.counts.get(0) ?? 0) : 0
  const byCategory =
    pointState.status === "ready" ? countByCategory(label, state.frame, pointState.frame.counts) : none
  const all = pointState.status === "ready" ? pointState.frame.ids.length : 0
  const categories = new Map(editor.setting.configuration.categories.map((one) => [one.id, one]))
  const titleId = useId()
  const findName = (categoryId: number) =>
    categories.get(categoryId)?.name ?? t("objects.unknown", { id: categoryId })
  return (
    <>
      {byCategory.size === 0 ? null : (
        <>
          <h3 className={classes.title} id={titleId}>
            {t("points.byCategory")}
          </h3>
          <table className={classes.categories} aria-labelledby={titleId}>
            <tbody>
              {[...byCategory].map(([categoryId, sum]) => (
                <tr key={categoryId} data-category={categoryId} data-sum={sum}>
                  <th scope="row">
                    <span className={classes.category}>
                      <Swatch color={categories.get(categoryId)?.color} />
                      <span className={panels.name}>
                        <Visible text={findName(categoryId)} />
                      </span>
                    </span>
                  </th>
                  <td>{t("points.of", { count: sum, shown: sum.toLocaleString(i18n.language) })}</td>
                  <td>{(sum / all).toLocaleString(i18n.language, { style: "percent" })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {pointState.status === "ready" ? (
        <p className={panels.hint} data-unassigned={count}>
          {t("points.none", { count, shown: count.toLocaleString(i18n.language) })}
        </p>
      ) : null}
      {elsewhere.length === 0 ? null : (
        <>
          <h3 className={classes.title}>{t("points.elsewhere")}</h3>
          <ul className={panels.list} aria-label={t("points.elsewhere")}>
            {elsewhere.map(({ categoryId, key }) => (
              <li key={key}>
                <UnstyledButton
                  className={panels.row}
                  aria-pressed={state.selected.has(key)}
                  onClick={() => editor.select(new Set([key]))}
                >
                  <Swatch color={categories.get(categoryId)?.color} />
                  <span className={panels.name}>
                    <Visible text={findName(categoryId)} />
                  </span>
                  <span className={panels.id}>{key}</span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const Swatch = ({ color = "gray" }: { readonly color: string | undefined }) => (
  <span className={panels.swatch} style={{ background: color }} aria-hidden="true" />
)

/** The points of the selected object, in place of the geometry of others. */
export const PointsOfSelected = ({ points }: PointCountsProps) => {
  const { i18n, t } = useTranslation("workbench")
  const state = useEditor(points.editor)
  const counts = usePointCounts(points)
  const [key] = state.selected
  if (key === undefined || findAnnotation(getLabel(state), state.frame, key) === undefined) return null
  const count = counts?.get(key) ?? 0
  return <Text size="sm">{t("points.of", { count, shown: count.toLocaleString(i18n.language) })}</Text>
}
