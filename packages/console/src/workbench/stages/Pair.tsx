/** Two labels side by side, each with its letter; the edited one alone while none stands beside it. */
import { useTranslation } from "react-i18next"
import type { Beside } from "../panels/adjudication/useBeside.ts"
import { mergedLetter } from "../session/overlap.ts"
import { useWork } from "../Work.ts"
import classes from "./pair.module.css"

interface PairProps {
  /** The stage of the label that is edited. */
  readonly children: React.ReactNode
  /** The stage of the other label. */
  readonly beside: (beside: Beside) => React.ReactNode
}

export const Pair = ({ beside, children }: PairProps) => {
  const { adjudication } = useWork()
  if (adjudication === undefined) return children
  const shown = adjudication.beside
  return (
    <div className={classes.pair}>
      <div className={classes.half}>
        {children}
        {shown === undefined ? null : <Letter letter={adjudication.letter} />}
      </div>
      {shown === undefined ? null : (
        <div className={classes.half}>
          {beside(shown)}
          <Letter letter={shown.letter} />
        </div>
      )}
    </div>
  )
}

export const Letter = ({ letter }: { readonly letter: string }) => {
  const { t } = useTranslation("workbench")
  return <span className={classes.letter}>{letter === mergedLetter ? t("adjudication.merged") : letter}</span>
}
