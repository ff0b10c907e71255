/** The pages of the queue sessions: one sample after the other, to label or to review. */
import { Alert, Loader } from "@mantine/core"
import { usePrefetchQuery, useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { makeUserQuery } from "../../api/session.ts"
import { useApi, useSurroundings, useTitle } from "../../app/Surroundings.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import type { JsonObject } from "../editor/json/value.ts"
import { useStore } from "../editor/useStore.ts"
import { useGuide } from "../guide/useGuide.ts"
import classes from "../workbench.module.css"
import { openMasks, storeBitmap } from "./bitmaps.ts"
import { makeDraftStore } from "./drafts/DraftStore.ts"
import { EmptyQueue } from "./EmptyQueue.tsx"
import { GoldNotice } from "./GoldNotice.tsx"
import { makeFirstClaim } from "./makeFirstClaim.ts"
import { findDatasetFamily, loadPoints } from "./openEditor.ts"
import { addOverlap } from "./overlap.ts"
import type { SessionEvent } from "./phases.ts"
import { prefetchNext } from "./prefetch.ts"
import { QueueSession } from "./QueueSession.ts"
import { claimSample, findLoss } from "./reclaim.ts"
import { SamplePlaceholder } from "./SamplePlaceholder.tsx"
import { SessionWorkbench } from "./SessionWorkbench.tsx"
import { UndoNotice } from "./UndoNotice.tsx"
import { makeWorkTimesStore } from "./WorkTimesStore.ts"
import {
  claimNext,
  type DatasetName,
  finish,
  type QueueName,
  readDataset,
  renew,
  undo,
  type Work,
} from "./work.ts"

const drafts = makeDraftStore()
const workTimes = makeWorkTimesStore(() => localStorage)

/** A sample that is claimed before those of the queue. */
export interface FirstSample {
  readonly sample: string
  /** Called where the sample cannot be claimed. */
  readonly onRefused: () => void
}

interface SessionPageProps extends DatasetName {
  readonly queue: QueueName
  /** The way back, in front of the name of the sample. */
  readonly home?: ReactNode
  readonly first?: FirstSample | undefined
  readonly onEvent?: ((event: SessionEvent) => void) | undefined
}

export const SessionPage = ({ dataset, first, home, onEvent, owner, queue }: SessionPageProps) => {
  const { t } = useTranslation("workbench")
  const { api, embedded } = useSurroundings()
  const title = `${queue === "labeling" ? t("labeling") : t("reviewing")} ${owner}/${dataset}`
  useTitle(title)
  usePrefetchQuery(makeUserQuery(api))
  const record = useQuery({
    queryKey: ["workbench", owner, dataset],
    queryFn: ({ signal }) => readDataset(api, { owner, dataset }, signal),
    // A new configuration must not replace the editor below somebody's hand.
    staleTime: Number.POSITIVE_INFINITY,
  })
  // The session that is open, which learns what the person does on its page.
  const open = useRef<QueueSession>(undefined)
  const noteActivity = () => open.current?.noteActivity()
  const [Frame, Heading] = embedded ? (["section", "h2"] as const) : (["main", "h1"] as const)
  return (
    <Frame
      className={classes.frame}
      aria-label={embedded ? title : undefined}
      onKeyDownCapture={noteActivity}
      onPointerDownCapture={noteActivity}
      onWheelCapture={noteActivity}
    >
      <Heading className={classes.live}>{title}</Heading>
      {record.isError ? (
        <SamplePlaceholder home={home}>
          <ProblemPanel error={record.error} onRetry={() => record.refetch()} />
        </SamplePlaceholder>
      ) : null}
      {record.data === undefined ? null : (
        <Session
          key={`${owner}/${dataset} ${queue}`}
          name={{ owner, dataset }}
          queue={queue}
          dataset={record.data}
          home={home}
          first={first}
          open={open}
          onEvent={onEvent}
        />
      )}
    </Frame>
  )
}

interface SessionProps {
  readonly name: DatasetName
  readonly queue: QueueName
  readonly dataset: JsonObject
  readonly home: ReactNode
  readonly first: FirstSample | undefined
  readonly open: RefObject<QueueSession | undefined>
  readonly onEvent: ((event: SessionEvent) => void) | undefined
}

const Session = ({ dataset, first, home, name, onEvent, open, queue }: SessionProps) => {
  const { t } = useTranslation("workbench")
  const api = useApi()
  const { data } = useSuspenseQuery(makeUserQuery(api))
  const user = data.username
  const report = useLatest(onEvent)
  const chosen = useLatest(first)
  // The sample of the address when the page was opened: later claims are those of the queue.
  const [claimFirst] = useState(() =>
    makeFirstClaim(first?.sample, (sample) => claimSample(api, { ...name, queue }, sample)),
  )
  const family = findDatasetFamily(dataset)
  // A new object for the name comes with each drawing; the parent's key changes with its texts.
  const { dataset: datasetName, owner } = name
  const queueSession = useMemo(() => {
    if (family === undefined) return undefined
    const queuePath = { owner, dataset: datasetName, queue }
    let { uses_overlap: usesOverlap } = dataset
    const addLabels = async (work: Work) =>
      queue === "reviewing" ? addOverlap(api, work, usesOverlap === true) : work
    return new QueueSession(
      { user, dataset, family, queue },
      {
        claim: async () => {
          const firstWork = await claimFirst()
          if (firstWork === "refused") {
            chosen.current?.onRefused()
            return undefined
          }
          if (firstWork !== "none") return addLabels(firstWork)
          const work = await claimNext(api, queuePath)
          if (work === undefined) return undefined
          // A prefetch that fails has saved no time, and nothing else is lost.
          prefetchNext(api, { ...queuePath, family, current: work.sample.uuid }).catch(() => {})
          return addLabels(work)
        },
        claimAgain: async ({ sample: { uuid } }) => {
          const work = await claimSample(api, queuePath, uuid)
          return typeof work === "string" ? work : addLabels(work)
        },
        findLoss: (work) => findLoss(api, queuePath, work),
        readDataset: async () => {
          const latest = await readDataset(api, queuePath)
          usesOverlap = latest.uses_overlap
          return latest
        },
        renew: (claim) => renew(api, claim),
        finish: (claim, action, done) => finish(api, claim, action, done),
        undo: (claim) => undo(api, claim),
        drafts,
        openMasks,
        loadPoints,
        storeBitmap: (name, file) => storeBitmap(api, name, file),
        workTimes,
        now: () => Date.now(),
        report: (event) => report.current?.(event),
      },
    )
  }, [api, user, dataset, datasetName, family, owner, queue, report, claimFirst, chosen])
  if (queueSession === undefined)
    return (
      <SamplePlaceholder home={home}>
        <Alert>{t("session.unsupported", { type: String(dataset.task_type) })}</Alert>
      </SamplePlaceholder>
    )
  const timeZone = String(dataset.time_zone)
  return <RunningSession {...{ name, timeZone, queue, home, open }} session={queueSession} />
}

/** The newest value, for callbacks that outlive a drawing. */
const useLatest = <A,>(value: A) => {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  return latest
}

interface RunningSessionProps {
  readonly name: DatasetName
  readonly timeZone: string
  readonly session: QueueSession
  readonly queue: QueueName
  readonly home: ReactNode
  readonly open: RefObject<QueueSession | undefined>
}

const RunningSession = ({ home, name, open, queue, session, timeZone }: RunningSessionProps) => {
  const { t } = useTranslation("workbench")
  const phase = useStore(session)
  // A claim is the work of somebody who may label.
  const guide = useGuide(name, true)
  useEffect(() => {
    open.current = session
    session.openNext()
    const keep = () => {
      // Fails only where the browser stores nothing, which the session has shown by then.
      session.keepDraft().catch(() => {})
    }
    addEventListener("pagehide", keep)
    return () => {
      removeEventListener("pagehide", keep)
      keep()
      session.leave()
      open.current = undefined
    }
  }, [open, session])
  switch (phase.kind) {
    case "loading":
      return (
        <SamplePlaceholder home={home}>
          <div role="status" aria-label={t("session.loading")}>
            <Loader size="sm" />
          </div>
        </SamplePlaceholder>
      )
    case "empty":
      return (
        <SamplePlaceholder home={home}>
          <EmptyQueue {...{ name, timeZone, queue }} sent={session.sent} onAgain={() => session.openNext()}>
            <UndoNotice workUndo={session.workUndo} />
            <GoldNotice session={session} />
          </EmptyQueue>
        </SamplePlaceholder>
      )
    case "failed":
      return (
        <SamplePlaceholder home={home}>
          <ProblemPanel error={phase.error} onRetry={() => session.openNext()} />
          <GoldNotice session={session} />
        </SamplePlaceholder>
      )
    case "working":
      return <SessionWorkbench session={session} working={phase} queue={queue} home={home} guide={guide} />
  }
}
