/** Says how the label that was sent last agrees with the known one. It covers the stage, as the offer to take work back does. */
import { CloseButton, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { Visible } from "../../ui/Visible.tsx"
import { useStore } from "../editor/useStore.ts"
import classes from "../workbench.module.css"
import type { QueueSession } from "./QueueSession.ts"
import type { GoldResult } from "./work.ts"

export const GoldNotice = ({ session }: { readonly session: QueueSession }) => {
  const { t } = useTranslation("workbench")
  const result = useStore(session.goldResult)
  if (result === undefined) return null
  return (
    <div className={classes.undoNotice} role="status">
      <Text size="sm" className={classes.undoText}>
        <Visible text={result.sample.name} /> <GoldText result={result} />
      </Text>
      <CloseButton
        size="sm"
        aria-label={t("session.undo.close")}
        onClick={() => session.goldResult.set(undefined)}
      />
    </div>
  )
}

const GoldText = ({ result: { passed, score } }: { readonly result: GoldResult }) => {
  const { i18n, t } = useTranslation("workbench")
  if (passed === null) return t("session.gold.notCompared")
  if (score === null) return t("session.gold.skipped")
  // Rounded down: a score just below the limit must not read as the limit.
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 2 })
  const shown = percent.format(Math.floor(score * 1e4 + 1e-6) / 1e4)
  return t(passed ? "session.gold.passed" : "session.gold.failed", { score: shown })
}
