/** The pixels or points that differ from those of another label, in the colors in which they are marked. */
import { Button, Group } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { useRunCommand } from "../../commands/CommandContext.ts"
import { useKeyTitle } from "../../input/keys/useKeyTitle.ts"
import { listChoices, mergedLetter } from "../../session/overlap.ts"
import panel from "../panels.module.css"
import review from "../review/review.module.css"
import type { ReviewState } from "../review/useReview.ts"
import type { Adjudication } from "./useAdjudication.ts"

interface ElementDifferencesProps {
  readonly state: Adjudication
  /** That of the compared label. */
  readonly letter: string
  readonly pixels: ReviewState["pixels"]
  readonly points: ReviewState["points"]
}

export const ElementDifferences = ({ letter, pixels, points, state }: ElementDifferencesProps) => {
  const { i18n, t } = useTranslation("workbench")
  const keyTitle = useKeyTitle()
  const run = useRunCommand()
  const formatLetter = (one: string) => (one === mergedLetter ? t("adjudication.merged") : one)
  const title = t("adjudication.comparedWith", { letter: formatLetter(letter) })
  const numbers = new Intl.NumberFormat(i18n.language)
  const counts = points ?? (pixels?.status === "counted" ? pixels.changes : undefined)
  return (
    <>
      <Group gap="xs" justify="space-between">
        <span className={panel.hint}>{title}</span>
        {listChoices(state.overlap).length < 3 ? null : (
          <Button
            size="compact-xs"
            variant="subtle"
            title={keyTitle("nextBeside")}
            onClick={() => run("nextBeside")}
          >
            {t("adjudication.otherLabel")}
          </Button>
        )}
      </Group>
      {counts === undefined ? null : (
        <ul className={review.pixels} aria-label={title}>
          <li data-change="added">
            {t("adjudication.onlyIn", {
              number: numbers.format(counts.added),
              letter: formatLetter(state.letter),
            })}
          </li>
          <li data-change="removed">
            {t("adjudication.onlyIn", {
              number: numbers.format(counts.removed),
              letter: formatLetter(letter),
            })}
          </li>
          <li data-change="changed">
            {t("adjudication.ofOtherObject", { number: numbers.format(counts.changed) })}
          </li>
        </ul>
      )}
      {pixels?.status === "failed" ? (
        <p className={panel.hint} role="alert">
          {t("review.noPixels", { reason: pixels.reason })}
        </p>
      ) : null}
    </>
  )
}
