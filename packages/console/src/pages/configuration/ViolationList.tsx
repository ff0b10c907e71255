/** All faults and violations of the document; each leads to its place. */
import { useTranslation } from "react-i18next"
import { Visible } from "../../ui/Visible.tsx"
import type { Json } from "../../workbench/editor/json/value.ts"
import classes from "./configuration.module.css"
import type { Mark } from "./marks.ts"
import { countLine, parsePointer } from "./model/textTree.ts"
import { formatPlace, translateViolation } from "./violationWords.ts"

interface ViolationListProps {
  readonly text: string
  readonly marks: ReadonlyArray<Mark>
  /** The document while its form is shown: places are then fields and not lines. */
  readonly root: Json | undefined
  readonly onOpen: (mark: Mark) => void
}

export const ViolationList = ({ marks, onOpen, root, text }: ViolationListProps) => {
  const { t } = useTranslation("configuration")
  if (marks.length === 0) return null
  const findPlace = ({ from, pointer }: Mark): string =>
    root === undefined || pointer === undefined
      ? t("line", { line: countLine(text, from) })
      : formatPlace(t, root, parsePointer(pointer)) || t("title")
  return (
    <ul className={classes.violations} aria-label={t("violationList")}>
      {marks.map((mark) => (
        <li key={`${mark.from} ${mark.pointer} ${mark.message}`}>
          <button type="button" className={classes.violation} onClick={() => onOpen(mark)}>
            <span className={mark.severity === "error" ? classes.wrong : classes.hint}>
              <Visible text={`${findPlace(mark)}:`} />
            </span>{" "}
            {mark.pointer === undefined ? mark.message : translateViolation(t, mark.message)}
          </button>
        </li>
      ))}
    </ul>
  )
}
