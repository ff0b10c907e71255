/** The panels beside the stage. */
import { lazy, Suspense } from "react"
import { useTranslation } from "react-i18next"
import { useWork } from "../Work.ts"
import classes from "../workbench.module.css"
import { AttributesPanel } from "./AttributesPanel.tsx"
import { IssuesPanel } from "./issues/IssuesPanel.tsx"
import { LinksPanel } from "./LinksPanel.tsx"
import { type FirstCommand, ObjectsPanel } from "./objects/ObjectsPanel.tsx"
import { ReviewPanel } from "./review/ReviewPanel.tsx"
import { ReviewReasons } from "./review/ReviewReasons.tsx"
import type { ReviewState } from "./review/useReview.ts"
import { WarningsPanel } from "./WarningsPanel.tsx"

const AdjudicationPanel = lazy(async () => {
  const { AdjudicationPanel } = await import("./adjudication/AdjudicationPanel.tsx")
  return { default: AdjudicationPanel }
})

interface PanelsProps {
  readonly draws: FirstCommand
  /** The points that differ from those of the reviewed version. */
  readonly changedPoints?: ReviewState["points"]
  /** Fields for the geometry of the selection. */
  readonly geometry?: React.ReactNode
  /** The number of points by object, where objects are sets of them. */
  readonly points?: ReadonlyMap<string, number> | undefined
  /** Stands above the panels. */
  readonly before?: React.ReactNode
  /** Stands below the objects. */
  readonly belowObjects?: React.ReactNode
}

export const Panels = ({ before, belowObjects, changedPoints, draws, geometry, points }: PanelsProps) => {
  const { t } = useTranslation("workbench")
  const { adjudication, review, reviewed, taskPanel, warnings } = useWork()
  return (
    <aside className={classes.panels} aria-label={t("panels")}>
      {before}
      {adjudication === undefined ? null : (
        <Suspense fallback={null}>
          <AdjudicationPanel state={adjudication} pixels={review.pixels} points={changedPoints} />
        </Suspense>
      )}
      {reviewed === undefined ? null : <ReviewReasons reviewed={reviewed} />}
      {taskPanel ?? (
        <ReviewPanel state={changedPoints === undefined ? review : { ...review, points: changedPoints }} />
      )}
      <ObjectsPanel draws={draws} points={points} below={belowObjects} />
      <AttributesPanel geometry={geometry} />
      <LinksPanel />
      {warnings.allowed ? <WarningsPanel /> : null}
      {taskPanel === undefined ? <IssuesPanel /> : null}
    </aside>
  )
}
