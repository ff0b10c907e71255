/** The workbench of a claimed sample, with what ends the work on it. */
import { type ReactNode, type RefCallback, useCallback, useMemo, useState } from "react"
import { useApi } from "../../app/Surroundings.ts"
import { AnyWorkbench } from "../AnyWorkbench.tsx"
import { makeChecks } from "../check/SampleChecks.ts"
import { readSubmitPolicies } from "../check/submitRemarks.ts"
import type { Actions } from "../commands/makeActionCommands.ts"
import type { Editor } from "../editor/Editor.ts"
import { isObject, type JsonObject, toNumber } from "../editor/json/value.ts"
import { GuideButton } from "../guide/GuideButton.tsx"
import type { Guide } from "../guide/useGuide.ts"
import type { AdjudicationSource } from "../panels/adjudication/useAdjudication.ts"
import { readReviewRules } from "../panels/review/listReviewReasons.ts"
import { makeDismissals, makeServerCheck } from "./check.ts"
import { ConfirmDialog, RejectDialog } from "./dialogs.tsx"
import { GoldNotice } from "./GoldNotice.tsx"
import { isFocusFree } from "./isFocusFree.ts"
import { makeIssueCalls } from "./issues.ts"
import { findOpenLabel, listChoices } from "./overlap.ts"
import { Progress } from "./Progress.tsx"
import { canAccept, isReady, type Working } from "./phases.ts"
import type { QueueSession } from "./QueueSession.ts"
import { makeReview } from "./review.ts"
import { RatingField, SessionHeader } from "./SessionHeader.tsx"
import { SessionNotice } from "./SessionNotice.tsx"
import { UndoNotice } from "./UndoNotice.tsx"
import { canRate, type QueueName, type WorkAction } from "./work.ts"

interface SessionWorkbenchProps {
  readonly session: QueueSession
  readonly working: Working
  readonly queue: QueueName
  readonly home: ReactNode
  readonly guide: Guide | undefined
}

export const SessionWorkbench = ({ guide, home, queue, session, working }: SessionWorkbenchProps) => {
  const api = useApi()
  const [dialog, setDialog] = useState<"reject" | "submit">()
  const { dataset, editor, work } = working
  const rates = canRate(dataset, queue)
  const confirms = dataset.enable_confirm_on_submit === true
  const isOverlap = work.overlap !== undefined
  const actions = useMemo(() => listActions(dataset, queue, isOverlap), [dataset, queue, isOverlap])
  const act = useMemo(
    () => (action: WorkAction) => {
      const { state } = session
      if (action === "accept" && state.kind === "working" && !canAccept(state)) return
      if (action === "reject" || (action === "submit" && confirms)) setDialog(action)
      else void session.finish(action)
    },
    [session, confirms],
  )
  const commands = useMemo(() => makeActions(actions, act), [actions, act])
  const submitPolicies = useMemo(() => readSubmitPolicies(dataset), [dataset])
  const dismissals = useMemo(() => makeDismissals(api, work.sample.uuid), [api, work.sample.uuid])
  const issues = useMemo(() => makeIssueCalls(api, work.sample.uuid), [api, work.sample.uuid])
  const review = useMemo(() => makeReview(api, work.sample.uuid), [api, work.sample.uuid])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same ones after a save, so that the list of warnings stays
  const checks = useMemo(
    () => makeChecks(api, { uuid: work.sample.uuid, dataset, isStored: work.label !== null && !isOverlap }),
    [api, work.sample.uuid, work.claimId, dataset.config_version],
  )
  const adjudication = useAdjudicationSource(session, working)
  const attributes = work.label?.attributes ?? null
  const reviewed = useMemo(() => {
    const rules = queue === "reviewing" && !isOverlap ? readReviewRules(dataset) : undefined
    if (rules === undefined) return undefined
    const check = makeServerCheck(api, work.sample.uuid)
    return {
      rules,
      claim: work.claimId,
      label: attributes,
      checkWarnings: async () => attributes !== null && (await check(attributes)).findings.length > 0,
    }
  }, [api, queue, isOverlap, dataset, attributes, work.claimId, work.sample.uuid])
  const header = useFocusOnCanvas(`${work.claimId} ${working.isClaiming}`)
  return (
    <>
      <AnyWorkbench
        // A draft that replaces the label has a separate editor; another configuration has other tools.
        key={`${work.claimId} ${numberEditor(editor)} ${dataset.config_version}`}
        editor={editor}
        masks={working.masks}
        points={working.points}
        dataset={dataset}
        sample={work.sample.attributes}
        actions={commands}
        checks={checks}
        dismissals={isOverlap ? undefined : dismissals}
        guide={guide}
        issues={issues}
        review={review}
        adjudication={adjudication}
        submitPolicies={submitPolicies}
        isReview={queue === "reviewing"}
        reviewed={reviewed}
        notice={<SessionNotice working={working} session={session} />}
        corner={
          <>
            <UndoNotice workUndo={session.workUndo} isDisabled={!isReady(working)} />
            <GoldNotice session={session} />
          </>
        }
        header={
          <SessionHeader ref={header} home={home} working={working} actions={actions} onAction={act}>
            <GuideButton guide={guide} />
            <Progress key={work.claimId} dataset={dataset} queue={queue} />
            {rates ? (
              <RatingField
                value={working.rating === undefined ? (work.label?.rating ?? null) : working.rating}
                disabled={
                  working.lost !== undefined ||
                  (working.sending !== undefined && working.sending !== "save") ||
                  working.conflict !== undefined ||
                  working.isSwitching
                }
                onChange={session.rate}
              />
            ) : null}
          </SessionHeader>
        }
      />
      {dialog === "reject" ? (
        <RejectDialog
          initial={working.comment}
          onClose={() => setDialog(undefined)}
          onReject={(comment) => {
            setDialog(undefined)
            session.finish("reject", { comment })
          }}
        />
      ) : null}
      {dialog === "submit" ? (
        <ConfirmDialog
          onClose={() => setDialog(undefined)}
          onConfirm={() => {
            setDialog(undefined)
            session.finish("submit")
          }}
        />
      ) : null}
    </>
  )
}

/** The labels between which the reviewer decides; undefined where one person labeled the sample. */
const useAdjudicationSource = (
  session: QueueSession,
  { dataset, edits, masks, points, work }: Working,
): AdjudicationSource | undefined => {
  const { overlap } = work
  const comparesInPage = masks === undefined && points === undefined
  const { task_attributes: configuration } = dataset
  const letter = findOpenLabel(work)?.letter
  return useMemo(() => {
    if (overlap === undefined || letter === undefined) return undefined
    const edited = listChoices(overlap).filter(({ label }) =>
      edits.some(({ etag, isUnedited }) => etag === label.version && isUnedited !== true),
    )
    return {
      overlap,
      configuration: isObject(configuration) ? configuration : {},
      comparesInPage,
      decision: readDecision(dataset),
      letter,
      edited: new Set(edited.map((label) => label.letter)),
      choose: session.chooseLabel,
    }
  }, [session, overlap, dataset, configuration, comparesInPage, letter, edits])
}

const readDecision = (dataset: JsonObject): AdjudicationSource["decision"] => ({
  merges: dataset.overlap_decision === "merge" || dataset.overlap_decision === "one_more",
  threshold: toNumber(dataset.overlap_threshold),
})

const editorNumbers = new WeakMap<Editor, number>()
let editorCount = 0

const numberEditor = (editor: Editor): number => {
  const number = editorNumbers.get(editor) ?? ++editorCount
  editorNumbers.set(editor, number)
  return number
}

/**
 * The actions of a queue, without those that the dataset switches off. The first is the main one. A decision between labels is neither saved
 * nor rejected.
 */
const listActions = (
  dataset: JsonObject,
  queue: QueueName,
  isOverlap: boolean,
): ReadonlyArray<WorkAction> => {
  const saves: ReadonlyArray<WorkAction> = dataset.enable_save_button === true ? ["save"] : []
  const flag = queue === "labeling" ? dataset.enable_skip_labeling : dataset.enable_skip_reviewing
  const skips: ReadonlyArray<WorkAction> = flag === true ? ["skip"] : []
  if (isOverlap) return ["accept", ...skips]
  return queue === "labeling" ? ["submit", ...saves, ...skips] : ["accept", "reject", ...saves, ...skips]
}

const makeActions = (actions: ReadonlyArray<WorkAction>, act: (action: WorkAction) => void): Actions => {
  const find = (action: WorkAction) => (actions.includes(action) ? () => act(action) : undefined)
  return {
    submit: find("submit") ?? find("accept"),
    reject: find("reject"),
    save: find("save"),
    skip: find("skip"),
  }
}

/**
 * Each sample begins with the focus on the canvas, so that the keys of the tools act at once. It gets the focus again when a claim is
 * begun or done, if the button that was pressed is not there any more, and nobody uses anything else.
 */
const useFocusOnCanvas = (claim: string): RefCallback<HTMLElement> =>
  useCallback(
    (header: HTMLElement | null) => {
      // Of this workbench: an application may show several, and none of them is seen from its document.
      const canvas = header?.parentElement?.querySelector<HTMLElement>("[role=application]")
      if (claim !== "" && header !== null && isFocusFree(header)) canvas?.focus({ preventScroll: true })
    },
    [claim],
  )
