/** The pages of the console that show a queue session. */
import { Link, useParams } from "@tanstack/react-router"
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
  return <SessionPage owner={owner} dataset={dataset} queue={queue} home={home} />
}
