/** Shows the counts of drawn points: the number of points of the shown frame, and how many other frames are drawn around it. */
import { useTranslation } from "react-i18next"
import type { PreparedCloud } from "../model/prepared.ts"
import type { Neighbors } from "../worker/CloudCache.ts"
import classes from "./cloud.module.css"

interface CloudCountProps {
  readonly cloud: PreparedCloud
  readonly neighbors: Neighbors
}

export const CloudCount = ({ cloud, neighbors: { clouds, wanted } }: CloudCountProps) => {
  const { i18n, t } = useTranslation("workbench")
  return (
    <div className={classes.count}>
      {wanted === 0 ? null : (
        <p title={clouds.length < wanted ? t("cloud.neighbors.limit") : undefined}>
          {t("cloud.neighbors.shown", { shown: clouds.length, count: wanted })}
        </p>
      )}
      <p>{t("cloud.points", { count: cloud.count, shown: cloud.count.toLocaleString(i18n.language) })}</p>
    </div>
  )
}
