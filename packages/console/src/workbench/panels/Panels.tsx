/** The panels beside the stage. */
import { useTranslation } from "react-i18next"
import type { Editor } from "../editor/Editor.ts"
import { getLabel } from "../editor/EditorState.ts"
import { isSequence } from "../editor/label/frames.ts"
import type { Dismissals } from "../session/check.ts"
import type { Work } from "../Workbench.tsx"
import classes from "../workbench.module.css"
import { AttributesPanel } from "./AttributesPanel.tsx"
import { IssuesPanel } from "./issues/IssuesPanel.tsx"
import { LinksPanel } from "./LinksPanel.tsx"
import { type FirstCommand, ObjectsPanel } from "./ObjectsPanel.tsx"
import { ReviewPanel } from "./review/ReviewPanel.tsx"
import { WarningsPanel } from "./WarningsPanel.tsx"

interface PanelsProps {
  readonly editor: Editor
  readonly work: Work
  readonly draws: FirstCommand
  readonly dismissals: Dismissals | undefined
  /** Fields for the geometry of the selection. */
  readonly geometry?: React.ReactNode
  /** The number of points by object, where objects are sets of them. */
  readonly points?: ReadonlyMap<string, number> | undefined
  /** Stands above the panels. */
  readonly before?: React.ReactNode
  /** Stands below the objects. */
  readonly belowObjects?: React.ReactNode
}

export const Panels = (props: PanelsProps) => {
  const { before, belowObjects, dismissals, draws, editor, geometry, points, work } = props
  const { t } = useTranslation("workbench")
  return (
    <aside className={classes.panels} aria-label={t("panels")}>
      {before}
      <ReviewPanel state={work.review} />
      <ObjectsPanel
        editor={editor}
        warnings={work.counts}
        draws={draws}
        points={points}
        below={belowObjects}
      />
      <AttributesPanel editor={editor} geometry={geometry} />
      <LinksPanel editor={editor} />
      {work.warnings.allowed ? (
        <WarningsPanel
          warnings={work.warnings}
          dismissals={dismissals}
          sequence={isSequence(getLabel(editor.state))}
          sensors={editor.state.sensors.length > 0}
        />
      ) : null}
      <IssuesPanel editor={editor} issues={work.issues} />
    </aside>
  )
}
