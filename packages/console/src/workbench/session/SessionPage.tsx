/** The pages of the queue sessions: one sample after the other, to label or to review. */
import { Alert, Loader } from "@mantine/core"
import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { useEffect, useMemo, useSyncExternalStore } from "react"
import { useTranslation } from "react-i18next"
import { sessionQuery } from "../../api/session.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import type { JsonObject } from "../model/json/value.ts"
import classes from "../view/workbench.module.css"
import { makeDraftStore } from "./DraftStore.ts"
import { EmptyQueue } from "./EmptyQueue.tsx"
import { familyOfDataset } from "./openEditor.ts"
import { prefetchNext } from "./prefetch.ts"
import { QueueSession } from "./QueueSession.ts"
import { SessionWorkbench } from "./SessionWorkbench.tsx"
import { claimNext, type DatasetName, finish, type QueueName, readDataset, renew } from "./work.ts"

export const LabelPage = () => <SessionPage queue="labeling" />
export const ReviewPage = () => <SessionPage queue="reviewing" />

const drafts = makeDraftStore()

const SessionPage = ({ queue }: { readonly queue: QueueName }) => {
  const { t } = useTranslation("workbench")
  const { dataset = "", owner = "" } = useParams({ strict: false })
  const title = queue === "labeling" ? t("labeling") : t("reviewing")
  useEffect(() => {
    document.title = `${title} ${owner}/${dataset} · Annotary`
  }, [title, owner, dataset])
  const record = useQuery({
    queryKey: ["workbench", owner, dataset],
    queryFn: ({ signal }) => readDataset({ owner, dataset }, signal),
    // A new configuration must not replace the editor below somebody's hand.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <main className={classes.frame}>
      <h1 className={classes.live}>{`${title} ${owner}/${dataset}`}</h1>
      {record.isError ? (
        <div className={classes.centered}>
          <ProblemPanel error={record.error} onRetry={() => record.refetch()} />
        </div>
      ) : null}
      {record.data === undefined ? null : (
        <Session
          key={`${owner}/${dataset} ${queue}`}
          name={{ owner, dataset }}
          queue={queue}
          dataset={record.data}
        />
      )}
    </main>
  )
}

interface SessionProps {
  readonly name: DatasetName
  readonly queue: QueueName
  readonly dataset: JsonObject
}

const Session = ({ dataset, name, queue }: SessionProps) => {
  const { t } = useTranslation("workbench")
  const { data: session } = useSuspenseQuery(sessionQuery)
  const user = session?.user ?? ""
  const family = familyOfDataset(dataset)
  const queueSession = useMemo(
    () =>
      family === undefined || family.bitmap
        ? undefined
        : new QueueSession(
            { user, dataset, family },
            {
              claim: async () => {
                const work = await claimNext({ ...name, queue })
                // A prefetch that fails has saved no time, and nothing else is lost.
                if (work !== undefined)
                  prefetchNext({ ...name, queue, current: work.sample.uuid }).catch(() => {})
                return work
              },
              renew,
              finish,
              drafts,
              now: () => Date.now(),
            },
          ),
    // A new object for the name comes with each drawing; the parent's key changes with its texts.
    [user, dataset, family, queue, name.owner, name.dataset],
  )
  if (queueSession === undefined)
    return (
      <div className={classes.centered}>
        <Alert>{t("session.unsupported", { type: String(dataset.task_type) })}</Alert>
      </div>
    )
  return <RunningSession session={queueSession} queue={queue} dataset={dataset} />
}

interface RunningSessionProps {
  readonly session: QueueSession
  readonly queue: QueueName
  readonly dataset: JsonObject
}

const RunningSession = ({ dataset, queue, session }: RunningSessionProps) => {
  const { t } = useTranslation("workbench")
  const phase = useSyncExternalStore(session.subscribe, session.snapshot)
  useEffect(() => {
    session.next()
    const keep = () => {
      // Fails only where the browser stores nothing, which the session has shown by then.
      session.keepDraft().catch(() => {})
    }
    addEventListener("pagehide", keep)
    return () => {
      removeEventListener("pagehide", keep)
      keep()
      session.leave()
    }
  }, [session])
  switch (phase.kind) {
    case "loading":
      return (
        <div className={classes.centered} role="status" aria-label={t("session.loading")}>
          <Loader size="sm" />
        </div>
      )
    case "empty":
      return <EmptyQueue queue={queue} sent={session.sent} onAgain={() => session.next()} />
    case "failed":
      return (
        <div className={classes.centered}>
          <ProblemPanel error={phase.error} onRetry={() => session.next()} />
        </div>
      )
    case "working":
      return <SessionWorkbench session={session} working={phase} queue={queue} dataset={dataset} />
  }
}
