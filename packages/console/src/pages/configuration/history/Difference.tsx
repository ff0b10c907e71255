/** The lines in which two texts differ, with some that they share around them. */
import { structuredPatch } from "diff"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import classes from "../configuration.module.css"

interface DifferenceProps {
  readonly before: string
  readonly after: string
  readonly label: string
}

const linesAround = 3

export const Difference = ({ after, before, label }: DifferenceProps) => {
  const { t } = useTranslation("configuration")
  const hunks = useMemo(
    () =>
      structuredPatch("", "", before === "" ? "" : `${before}\n`, `${after}\n`, "", "", {
        context: linesAround,
      }).hunks,
    [before, after],
  )
  if (hunks.length === 0) return <p className={classes.hint}>{t("history.same")}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={classes.difference} aria-label={label} tabIndex={0}>
      {hunks.map(({ lines, newStart, oldStart }) => (
        <div key={oldStart}>
          <span className={`${classes.line} ${classes.hint}`}>{t("line", { line: newStart })}</span>
          {lines.map((line, index) => (
            <Line key={`${oldStart + index} ${line}`} line={line} />
          ))}
        </div>
      ))}
    </section>
  )
}

const Line = ({ line }: { readonly line: string }) => {
  if (line.startsWith("+")) return <ins className={`${classes.line} ${classes.inserted}`}>{line}</ins>
  if (line.startsWith("-")) return <del className={`${classes.line} ${classes.deleted}`}>{line}</del>
  return <span className={classes.line}>{line}</span>
}
