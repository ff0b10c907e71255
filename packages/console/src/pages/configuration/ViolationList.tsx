/** All faults and violations of the document; each leads to its place. */
import { Code } from "@mantine/core"
import { useTranslation } from "react-i18next"
import classes from "./configuration.module.css"
import type { Mark } from "./marks.ts"
import { countLine } from "./model/textTree.ts"

interface ViolationListProps {
  readonly text: string
  readonly marks: ReadonlyArray<Mark>
  readonly onOpen: (mark: Mark) => void
}

export const ViolationList = ({ marks, onOpen, text }: ViolationListProps) => {
  const { t } = useTranslation("configuration")
  if (marks.length === 0) return null
  return (
    <ul className={classes.violations} aria-label={t("violationList")}>
      {marks.map((mark) => (
        <li key={`${mark.from} ${mark.pointer} ${mark.message}`}>
          <button type="button" className={classes.violation} onClick={() => onOpen(mark)}>
            <span className={mark.severity === "error" ? classes.wrong : classes.hint}>
              {t("line", { line: countLine(text, mark.from) })}
            </span>{" "}
            {mark.pointer === undefined ? null : <Code>{mark.pointer === "" ? "/" : mark.pointer}</Code>}{" "}
            {mark.message}
          </button>
        </li>
      ))}
    </ul>
  )
}
