/** The workbench of one sample: tools, canvas, panels and frames around an editor. */
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react"
import { useTranslation } from "react-i18next"
import { useSurroundings } from "../../app/Surroundings.ts"
import type { Masks } from "../bitmap/Masks.ts"
import type { Category } from "../model/attributes/configuration.ts"
import { annotationIn, isSequence } from "../model/document/frames.ts"
import type { Editor } from "../model/editor/Editor.ts"
import { labelOf } from "../model/editor/EditorState.ts"
import { framesWithIssues } from "../model/issues/Issue.ts"
import type { CommandName } from "../model/keys/commands.ts"
import type { Tool } from "../model/tools/Gesture.ts"
import { countsByKey, framesOf } from "../model/warnings/Finding.ts"
import type { Checks } from "../model/warnings/LiveCheck.ts"
import type { Dismissals } from "../session/check.ts"
import type { IssueCalls } from "../session/issues.ts"
import { BrushBar } from "./bitmap/BrushBar.tsx"
import { Canvas } from "./canvas/Canvas.tsx"
import { ViewportStore } from "./canvas/ViewportStore.ts"
import { IssuePins } from "./issues/IssuePins.tsx"
import { IssuesPanel } from "./issues/IssuesPanel.tsx"
import { type Issues, useIssues } from "./issues/useIssues.ts"
import { KeyboardCross } from "./keys/KeyboardCross.ts"
import { KeysDialog } from "./keys/KeysDialog.tsx"
import { runCommand } from "./keys/runCommand.ts"
import type { Verbs } from "./keys/runShared.ts"
import { useKeymap } from "./keys/useKeymap.ts"
import { useKeys } from "./keys/useKeys.ts"
import { useScopes } from "./keys/useScopes.ts"
import { imagePlaces } from "./Places.ts"
import { AttributesPanel } from "./panels/AttributesPanel.tsx"
import { CategoryStrip } from "./panels/CategoryStrip.tsx"
import { LinksPanel } from "./panels/LinksPanel.tsx"
import { type FirstCommand, firstCommand, ObjectsPanel } from "./panels/ObjectsPanel.tsx"
import { Timeline } from "./panels/Timeline.tsx"
import { WarningsPanel } from "./panels/WarningsPanel.tsx"
import { CompareLayer } from "./review/CompareLayer.tsx"
import { ReviewPanel } from "./review/ReviewPanel.tsx"
import { type ReviewSource, type ReviewState, useReview } from "./review/useReview.ts"
import { ToolStrip } from "./tools/ToolStrip.tsx"
import { useEditor } from "./useEditor.ts"
import { useWarnings, type Warnings } from "./useWarnings.ts"
import classes from "./workbench.module.css"

export interface WorkbenchProps {
  readonly editor: Editor
  /** The bitmaps, where objects are areas. */
  readonly masks?: Masks | undefined
  /** Addresses of the images by frame. */
  readonly urls: ReadonlyArray<string | undefined>
  /** The tools that the task type permits. */
  readonly offered: ReadonlySet<Tool>
  readonly verbs: Verbs
  /** Check the label while somebody works on it; absent for people who may not. */
  readonly checks: Checks | undefined
  /** The id of the warning to whose place the page leads. */
  readonly firstWarning?: string | undefined
  /** Dismisses warnings; absent where nobody may. */
  readonly dismissals?: Dismissals | undefined
  /** What stands above the canvas: the sample, its claim and the buttons. */
  readonly header: React.ReactNode
  /** The calls of the sample's issues. */
  readonly issues: IssueCalls
  /** Where the last review of the label is read. */
  readonly review: ReviewSource
}

export const Workbench = ({
  checks,
  dismissals,
  editor,
  firstWarning,
  header,
  issues: calls,
  masks,
  offered,
  review: source,
  urls,
  verbs,
}: WorkbenchProps) => {
  const [viewport] = useState(() => new ViewportStore())
  const cross = useMemo(() => new KeyboardCross(editor, viewport), [editor, viewport])
  const crossAt = useSyncExternalStore(cross.subscribe, cross.snapshot)
  const [showsKeys, setShowsKeys] = useState(false)
  const [playing, setPlaying] = useState(false)
  const keymap = useKeymap()
  const frame = useRef<HTMLDivElement>(null)
  const { embedded } = useSurroundings()
  const state = useEditor(editor)
  const places = useMemo(() => imagePlaces(editor, viewport), [editor, viewport])
  const warnings = useWarnings(editor, places, checks, firstWarning)
  const issues = useIssues(editor, places, calls)
  const mask = masks?.at(state.frame)
  const review = useReview(editor, source, issues.list, mask)
  const { findings } = warnings.state
  const counts = useMemo(() => countsByKey(findings, state.frame), [findings, state.frame])
  const warned = useMemo(() => new Set(counts.keys()), [counts])
  const sequence = isSequence(labelOf(state))
  const scopes = useScopes(masks, sequence)
  const { step } = warnings
  const { readOnly, setWrites } = issues
  const { toggle } = review
  const all = useMemo(
    () => ({
      ...verbs,
      nextWarning: () => step(1),
      previousWarning: () => step(-1),
      compare: toggle,
      issue: () => {
        if (readOnly) return
        // Without a selection the issue is about a place, which the next press chooses.
        if (editor.state.selected.size === 0) editor.choose("pin")
        setWrites(true)
      },
      keys: () => setShowsKeys(true),
      ...(sequence ? { play: () => setPlaying((now) => !now) } : {}),
    }),
    [editor, verbs, sequence, step, toggle, readOnly, setWrites],
  )
  const target = useMemo(
    () => ({ editor, viewport, cross, masks, offered, verbs: all }),
    [editor, viewport, cross, masks, offered, all],
  )
  const run = useCallback((name: CommandName) => runCommand(name, target), [target])
  useKeys(keymap, scopes, run, embedded ? frame : undefined)
  useEffect(() => {
    if (state.tool === "edit") cross.hide()
  }, [state.tool, cross])
  return (
    <div ref={frame} className={classes.workbench}>
      {header}
      <div className={classes.middle}>
        <ToolStrip editor={editor} keymap={keymap} offered={offered} />
        <div className={classes.stage}>
          <CategoryStrip editor={editor} />
          {masks === undefined ? null : <BrushBar keymap={keymap} masks={masks} />}
          <Canvas
            editor={editor}
            viewport={viewport}
            mask={mask}
            url={urls[state.frame]}
            warned={warned}
            cross={state.tool === "edit" ? undefined : crossAt}
            over={review.comparison === undefined ? null : <CompareLayer comparison={review.comparison} />}
          >
            <IssuePins editor={editor} issues={issues} viewport={viewport} />
          </Canvas>
        </div>
        <Panels
          dismissals={dismissals}
          editor={editor}
          counts={counts}
          draws={firstCommand(offered)}
          warnings={warnings}
          issues={issues}
          review={review}
        />
      </div>
      {sequence ? (
        <Timeline
          editor={editor}
          playing={playing}
          onPlay={() => setPlaying((now) => !now)}
          warned={framesOf(findings)}
          issues={framesWithIssues(issues.list)}
        />
      ) : null}
      <LiveRegion editor={editor} />
      {showsKeys ? <KeysDialog keymap={keymap} scopes={scopes} onClose={() => setShowsKeys(false)} /> : null}
    </div>
  )
}

interface PanelsProps {
  readonly editor: Editor
  readonly counts: ReadonlyMap<string, number>
  readonly draws: FirstCommand
  readonly warnings: Warnings
  readonly dismissals: Dismissals | undefined
  readonly issues: Issues
  readonly review: ReviewState
  /** Fields for the geometry of what is selected. */
  readonly geometry?: React.ReactNode
  /** The number of points by object, where objects are sets of them. */
  readonly points?: ReadonlyMap<string, number> | undefined
  /** What stands above the panels. */
  readonly before?: React.ReactNode
  /** What stands below the objects. */
  readonly belowObjects?: React.ReactNode
}

export const Panels = ({
  before,
  belowObjects,
  counts,
  dismissals,
  draws,
  editor,
  geometry,
  issues,
  points,
  review,
  warnings,
}: PanelsProps) => {
  const { t } = useTranslation("workbench")
  return (
    <aside className={classes.panels} aria-label={t("panels")}>
      {before}
      <ReviewPanel state={review} />
      <ObjectsPanel editor={editor} warnings={counts} draws={draws} points={points} below={belowObjects} />
      <AttributesPanel editor={editor} geometry={geometry} />
      <LinksPanel editor={editor} />
      {warnings.allowed ? (
        <WarningsPanel
          warnings={warnings}
          dismissals={dismissals}
          sequence={isSequence(labelOf(editor.state))}
          sensors={editor.state.sensors.length > 0}
        />
      ) : null}
      <IssuesPanel editor={editor} issues={issues} />
    </aside>
  )
}

/** Says what is selected to people who do not see it. */
export const LiveRegion = ({ editor }: { readonly editor: Editor }) => {
  const { t } = useTranslation("workbench")
  const state = useEditor(editor)
  const { selected } = state
  const names = new Map(editor.setting.configuration.categories.map(({ id, name }: Category) => [id, name]))
  const keys = [...selected]
  const only = keys.length === 1 ? keys[0] : undefined
  const found = only === undefined ? undefined : annotationIn(labelOf(state), state.frame, only)
  return (
    <div className={classes.live} aria-live="polite">
      {found === undefined
        ? keys.length === 0
          ? ""
          : t("live.many", { count: keys.length })
        : t("live.one", { id: found.key, category: names.get(found.categoryId) ?? found.categoryId })}
    </div>
  )
}
