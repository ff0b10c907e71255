/** The pages of the console that show a queue session. */
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import classes from "../workbench.module.css"
import { SessionPage } from "./SessionPage.tsx"
import type { QueueName } from "./work.ts"

export const LabelPage = () => <QueuePage queue="labeling" />
export const ReviewPage = () => <QueuePage queue="reviewing" />

const QueuePage = ({ queue }: { readonly queue: QueueName }) => {
  const { t } = useTranslation("workbench")
  const { dataset = "", owner = "" } = useParams({ strict: false })
  const home = (
    <Link to="/" className={classes.home}>
      {t("session.home")}
    </Link>
  )
  const search = useSearch({ strict: false })
  // The address of the labeling page has no sample, whatever stands in it.
  const sample = queue === "reviewing" ? search.sample : undefined
  const navigate = useNavigate()
  const first =
    sample === undefined
      ? undefined
      : {
          sample,
          // Somebody else has decided meanwhile, or is about to.
          onRefused: () =>
            void navigate({
              to: "/d/$owner/$dataset/samples/$uuid",
              params: { owner, dataset, uuid: sample },
              replace: true,
            }),
        }
  return (
    <SessionPage
      owner={owner}
      dataset={dataset}
      queue={queue}
      home={home}
      first={first}
      onEvent={({ kind }) => {
        // A reload goes on with the queue.
        if (kind === "done" && sample !== undefined)
          void navigate({ to: "/d/$owner/$dataset/review", params: { owner, dataset }, replace: true })
      }}
    />
  )
}
