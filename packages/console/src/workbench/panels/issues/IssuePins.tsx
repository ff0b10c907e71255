/** The pins of issues on the image. They keep their size at every zoom, and let the wheel through to the canvas. */
import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { type EditorState, getLabel } from "../../editor/EditorState.ts"
import { findAnnotation } from "../../editor/label/frames.ts"
import { useEditor } from "../../editor/useStore.ts"
import { computeBounds } from "../../geometry/outline.ts"
import type { Point } from "../../geometry/point.ts"
import { toScreen } from "../../geometry/viewport.ts"
import type { ViewportStore } from "../../stages/image/ViewportStore.ts"
import { useWork } from "../../Work.ts"
import type { Issue } from "./Issue.ts"
import classes from "./issues.module.css"

interface IssuePinsProps {
  readonly viewport: ViewportStore
}

export const IssuePins = ({ viewport }: IssuePinsProps) => {
  const { t } = useTranslation("workbench")
  const { editor, issues } = useWork()
  const state = useEditor(editor)
  return (
    <div className={classes.pins}>
      {issues.list.map((issue) => {
        const at = issue.open || issue.uuid === issues.chosen ? findPin(state, issue) : undefined
        return at === undefined ? null : (
          <Pinned key={issue.uuid} at={at} viewport={viewport}>
            <button
              type="button"
              className={classes.pin}
              aria-label={t("issues.pinned", { text: issue.description })}
              aria-pressed={issue.uuid === issues.chosen}
              title={issue.description}
              data-open={issue.open || undefined}
              onClick={() => issues.choose(issue)}
            />
          </Pinned>
        )
      })}
      {state.pin?.frame !== state.frame || state.pin.sensor !== state.sensor?.name ? null : (
        <Pinned at={state.pin.at} viewport={viewport}>
          <span className={classes.pin} data-new="" aria-hidden="true" />
        </Pinned>
      )}
    </div>
  )
}

/** Finds where an issue is pinned in the shown frame. */
const findPin = (state: EditorState, { place }: Issue): Point | undefined => {
  if (place.frame !== undefined && place.frame !== state.frame) return undefined
  if (place.sensor !== undefined && place.sensor !== state.sensor?.name) return undefined
  if (place.kind === "point") return place.at
  if (place.kind !== "object") return undefined
  const points = findAnnotation(getLabel(state), state.frame, place.key)?.points ?? []
  if (points.length === 0) return undefined
  const { right, top } = computeBounds(points)
  return [right, top]
}

interface PinnedProps {
  readonly at: Point
  readonly viewport: ViewportStore
  readonly children: React.ReactNode
}

/** Keeps what it holds at a place of the image, without React. */
const Pinned = ({ at, children, viewport }: PinnedProps) => {
  const ref = useRef<HTMLDivElement>(null)
  const [x, y] = at
  useEffect(() => {
    const place = () => {
      const [left, top] = toScreen(viewport.state, [x, y])
      if (ref.current !== null) ref.current.style.transform = `translate(${left}px, ${top}px)`
    }
    place()
    return viewport.subscribe(place)
  }, [viewport, x, y])
  return (
    <div ref={ref} className={classes.pinned}>
      {children}
    </div>
  )
}
