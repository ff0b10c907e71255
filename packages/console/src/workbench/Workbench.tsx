/** The workbench of one sample: slots for tools, stage and panels around an editor, with what all of them share. */
import { useCallback, useMemo, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSurroundings } from "../app/Surroundings.ts"
import { countByKey, listFrames } from "./check/Finding.ts"
import type { Checks } from "./check/LiveCheck.ts"
import type { SubmitPolicies } from "./check/submitRemarks.ts"
import { useSubmitCheck } from "./check/useSubmitCheck.ts"
import { useWarnings } from "./check/useWarnings.ts"
import { type CommandSet, runCommand } from "./commands/Command.ts"
import { CommandContext } from "./commands/CommandContext.ts"
import type { CommandName } from "./commands/commands.ts"
import { type Actions, makeActionCommands } from "./commands/makeActionCommands.ts"
import { makeEditorCommands } from "./commands/makeEditorCommands.ts"
import { makeDisplayCommands } from "./display/makeDisplayCommands.ts"
import { usePersonalSettings } from "./display/usePersonalSettings.ts"
import type { MaskDocument } from "./documents/bitmap/MaskDocument.ts"
import type { Editor } from "./editor/Editor.ts"
import { getLabel, getWholeLabel } from "./editor/EditorState.ts"
import type { Category } from "./editor/label/attributes/configuration.ts"
import { findAnnotation, isSequence } from "./editor/label/frames.ts"
import { useEditor } from "./editor/useStore.ts"
import { GuidePanel } from "./guide/GuidePanel.tsx"
import type { Guide } from "./guide/useGuide.ts"
import type { KeyScope } from "./input/keys/Binding.ts"
import { KeysDialog } from "./input/keys/KeySettings.tsx"
import { useKeymap, useKeys } from "./input/keys/useKeymap.ts"
import { type AdjudicationSource, useAdjudication } from "./panels/adjudication/useAdjudication.ts"
import { useAdjudicationCommands } from "./panels/adjudication/useAdjudicationCommands.ts"
import { CategoryStrip } from "./panels/CategoryStrip.tsx"
import { listFramesWithIssues } from "./panels/issues/Issue.ts"
import { useIssues } from "./panels/issues/useIssues.ts"
import { listShownKeys, useObjectListing } from "./panels/objects/useObjectListing.ts"
import type { ReviewedLabel } from "./panels/review/listReviewReasons.ts"
import { type ReviewSource, useReview } from "./panels/review/useReview.ts"
import { Timeline } from "./panels/Timeline.tsx"
import type { Dismissals } from "./session/check.ts"
import type { IssueCalls } from "./session/issues.ts"
import { SubmitNotice } from "./session/SubmitNotice.tsx"
import type { Places } from "./stages/image/Places.ts"
import { WorkContext } from "./Work.ts"
import classes from "./workbench.module.css"

/** The sample and the calls of its session, whatever is labeled. */
export interface WorkbenchProps {
  readonly editor: Editor
  readonly actions: Actions
  /** Check the label while somebody works on it; absent for people who may not. */
  readonly checks: Checks | undefined
  /** The id of the warning to whose place the page leads. */
  readonly firstWarning?: string | undefined
  /** Dismisses warnings; absent where nobody may. */
  readonly dismissals?: Dismissals | undefined
  /** Says whether remarks on Submit and Accept warn, ask or refuse; absent where the label is neither submitted nor accepted. */
  readonly submitPolicies?: SubmitPolicies | undefined
  /** Whether the label is accepted by a reviewer. */
  readonly isReview?: boolean | undefined
  /** Says why the label waits for its review; absent where every label is reviewed. */
  readonly reviewed?: ReviewedLabel | undefined
  /** Stands above the canvas: the sample, its claim and the buttons. */
  readonly header: React.ReactNode
  /** Lies over the stage, which does not move: what happened to the sample and its claim. */
  readonly notice?: React.ReactNode
  /** Lies over the lower left corner of the stage. */
  readonly corner?: React.ReactNode
  /** The labeling guide; undefined where there is none. */
  readonly guide?: Guide | undefined
  /** The calls of the sample's issues. */
  readonly issues: IssueCalls
  /** Reads the last review of the label. */
  readonly review: ReviewSource
  /** The labels of several people, between which a reviewer decides. */
  readonly adjudication?: AdjudicationSource | undefined
  /** Work on the sample beside its label. */
  readonly task?: WorkbenchTask | undefined
}

/** Work on a sample beside its label, such as to name its errors: the commands with the scope of their keys, and a panel. */
export interface WorkbenchTask {
  readonly scope: KeyScope
  readonly makeCommands: (places: Places) => CommandSet
  /** Stands first, in the place of the panels of reviews and issues, which name people. */
  readonly panel: React.ReactNode
}

interface WorkbenchSlots {
  readonly places: Places
  /** The bitmap of the shown frame, where objects are areas. */
  readonly mask?: MaskDocument | undefined
  /** The commands of the tools and of the stage, which come before those of the editor. */
  readonly commands: ReadonlyArray<CommandSet>
  readonly scopes: ReadonlySet<KeyScope>
  /** Whether the file of the sample was shown: nobody submits a label of what nobody saw. */
  readonly isShown: boolean
  /** Prepares a new issue. */
  readonly onIssue?: () => void
  readonly tools: React.ReactNode
  readonly stage: React.ReactNode
  readonly panels: React.ReactNode
}

export const Workbench = (props: WorkbenchProps & WorkbenchSlots) => {
  const { actions, commands, editor, isShown, onIssue, places } = props
  const [showsKeys, setShowsKeys] = useState(false)
  const [isDisplayOpen, setDisplayOpen] = useState(false)
  const [playing, setPlaying] = useState(false)
  const keymap = useKeymap()
  const decides = props.adjudication !== undefined
  const taskScope = props.task?.scope
  const scopes = useMemo(
    () =>
      new Set<KeyScope>([
        ...props.scopes,
        ...(decides ? (["labels"] as const) : []),
        ...(taskScope === undefined ? [] : [taskScope]),
      ]),
    [decides, taskScope, props.scopes],
  )
  const frame = useRef<HTMLDivElement>(null)
  const { embedded } = useSurroundings()
  usePersonalSettings()
  const state = useEditor(editor)
  const warnings = useWarnings(editor, places, props.checks, props.firstWarning)
  const issues = useIssues(editor, places, props.issues)
  const adjudication = useAdjudication(editor, places, props.adjudication)
  const review = useReview(editor, props.review, issues.list, props.mask, adjudication?.compared)
  const { findings } = warnings.state
  const counts = useMemo(
    () => countByKey(findings, state.frame, state.sensor?.name),
    [findings, state.frame, state.sensor],
  )
  const objects = useObjectListing(editor, counts)
  const listed = useRef(objects)
  listed.current = objects
  const warned = useMemo(() => new Set(counts.keys()), [counts])
  const warnedFrames = useMemo(() => listFrames(findings), [findings])
  const work = {
    editor,
    focusStage: () =>
      frame.current?.querySelector<HTMLElement>("[role=application]")?.focus({ preventScroll: true }),
    dismissals: props.dismissals,
    warnings,
    findings,
    counts,
    warned,
    warnedFrames,
    objects,
    issues,
    review,
    reviewed: props.reviewed,
    adjudication,
    taskPanel: props.task?.panel,
    isShown,
    display: { isOpen: isDisplayOpen, setOpen: setDisplayOpen },
  }
  const sequence = isSequence(getLabel(state))
  const { jump, step } = warnings
  const submission = useSubmitCheck(actions, {
    label: getWholeLabel(state),
    findings,
    issues: issues.list,
    policies: props.submitPolicies,
  })
  const { choose, readOnly, setWrites } = issues
  const { toggle } = review
  const labelCommands = useAdjudicationCommands(adjudication)
  const makeTaskCommands = props.task?.makeCommands
  const taskCommands = useMemo(() => makeTaskCommands?.(places), [makeTaskCommands, places])
  const toggleGuide = props.guide?.toggle
  const sets = useMemo(
    () => [
      ...commands,
      labelCommands,
      ...(taskCommands === undefined ? [] : [taskCommands]),
      makeEditorCommands(editor, () => listShownKeys(listed.current.rows, editor.state.frame)),
      makeDisplayCommands(() => setDisplayOpen((now) => !now)),
      makeActionCommands({
        ...submission.actions,
        ...(isShown ? {} : { submit: undefined }),
        filterObjects: () => frame.current?.querySelector<HTMLElement>("[data-object-filter]")?.focus(),
        nextWarning: () => step(1),
        previousWarning: () => step(-1),
        compare: toggle,
        guide: toggleGuide,
        issue: () => {
          if (readOnly) return
          onIssue?.()
          setWrites(true)
        },
        keys: () => setShowsKeys(true),
        ...(sequence ? { play: () => setPlaying((now) => !now) } : {}),
      }),
    ],
    [
      commands,
      labelCommands,
      taskCommands,
      editor,
      submission.actions,
      isShown,
      onIssue,
      sequence,
      step,
      toggle,
      toggleGuide,
      readOnly,
      setWrites,
    ],
  )
  const run = useCallback((name: CommandName) => runCommand(name, sets), [sets])
  useKeys(keymap, scopes, run, embedded ? frame : undefined)
  return (
    <CommandContext value={run}>
      <WorkContext value={work}>
        <div ref={frame} className={classes.workbench}>
          {props.header}
          <div className={classes.middle}>
            {props.tools}
            <div className={classes.stage}>
              <CategoryStrip editor={editor} />
              <div className={classes.view}>
                <div className={classes.notices}>
                  <SubmitNotice
                    remarks={submission.remarks}
                    isReview={props.isReview === true}
                    onGo={({ first }) => {
                      submission.close()
                      if ("finding" in first) jump(first.finding)
                      else choose(first)
                    }}
                    onSubmit={submission.submit}
                    onClose={submission.close}
                  />
                  {props.notice}
                </div>
                {props.stage}
                <div className={classes.corner}>{props.corner}</div>
              </div>
            </div>
            {props.guide?.isOpen === true ? <GuidePanel guide={props.guide} /> : null}
            {props.panels}
          </div>
          {sequence ? (
            <Timeline
              editor={editor}
              playing={playing}
              onPlay={() => setPlaying((now) => !now)}
              warned={warnedFrames}
              issues={listFramesWithIssues(issues.list)}
            />
          ) : null}
          <LiveRegion editor={editor} />
          {showsKeys ? (
            <KeysDialog keymap={keymap} scopes={scopes} onClose={() => setShowsKeys(false)} />
          ) : null}
        </div>
      </WorkContext>
    </CommandContext>
  )
}

/** The selection for screen readers. */
const LiveRegion = ({ editor }: { readonly editor: Editor }) => {
  const { t } = useTranslation("workbench")
  const state = useEditor(editor)
  const { selected } = state
  const names = new Map(editor.setting.configuration.categories.map(({ id, name }: Category) => [id, name]))
  const keys = [...selected]
  const only = keys.length === 1 ? keys[0] : undefined
  const annotation = only === undefined ? undefined : findAnnotation(getLabel(state), state.frame, only)
  return (
    <div className={classes.live} aria-live="polite">
      {annotation === undefined
        ? keys.length === 0
          ? ""
          : t("live.many", { count: keys.length })
        : t("live.one", {
            id: annotation.key,
            category: names.get(annotation.categoryId) ?? annotation.categoryId,
          })}
    </div>
  )
}
