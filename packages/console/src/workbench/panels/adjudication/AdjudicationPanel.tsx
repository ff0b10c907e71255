/** The labels of several people, between which a reviewer decides: a letter each, and the way through their differences. */
import { Switch } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { Visible } from "../../../ui/Visible.tsx"
import { When } from "../../../ui/When.tsx"
import { useRunCommand } from "../../commands/CommandContext.ts"
import { TakeRefusal } from "../../editor/edits/takeObject.ts"
import { useKeyTitle } from "../../input/keys/useKeyTitle.ts"
import { countObjects } from "../../session/drafts/draftLabel.ts"
import { isSkipped, listChoices, mergedLetter } from "../../session/overlap.ts"
import type { MergeRefusal, OverlapLabel } from "../../session/work.ts"
import panel from "../panels.module.css"
import type { ReviewState } from "../review/useReview.ts"
import classes from "./adjudication.module.css"
import { DifferenceSteps } from "./DifferenceSteps.tsx"
import { ElementDifferences } from "./ElementDifferences.tsx"
import { leastSimilarity } from "./findDifferences.ts"
import { findWaitReason } from "./findWaitReason.ts"
import { formatSimilarity } from "./formatSimilarity.ts"
import { chooseLetterColor } from "./letterColors.ts"
import type { Adjudication } from "./useAdjudication.ts"
import { findLabelCommand } from "./useAdjudicationCommands.ts"

/** The words of the reasons for which labels are not merged. */
const refusals = {
  few: "tooFewToMerge",
  large: "tooLargeToMerge",
  malformed: "malformedToMerge",
  segmented: "segmentedToMerge",
  structure: "structureToMerge",
  unavailable: "unavailableToMerge",
} as const satisfies { readonly [Refusal in MergeRefusal]: string }

/** The words of the reasons for which a reviewer decides. */
const waitWords = { disagree: "waitsDisagree", refused: "waitsRefused", skipped: "waitsSkipped" } as const

/** The words of the reasons for which a version is not taken. */
const takeRefusals = {
  changed: "changedToTake",
  notLoaded: "notLoadedToTake",
  size: "otherSizeToTake",
  unreadable: "unreadableToTake",
} as const satisfies { readonly [Reason in TakeRefusal["reason"]]: string }

interface AdjudicationPanelProps {
  readonly state: Adjudication
  /** The differences from the compared label. */
  readonly pixels: ReviewState["pixels"]
  readonly points: ReviewState["points"]
}

export const AdjudicationPanel = ({ pixels, points, state }: AdjudicationPanelProps) => {
  const { i18n, t } = useTranslation("workbench")
  const { agreement, differences, hidesAgreed, isOverlaid, overlap } = state
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent" })
  const keyTitle = useKeyTitle()
  const run = useRunCommand()
  const names = { count: overlap.labels.length }
  return (
    <section className={panel.panel} aria-label={t("adjudication.title", names)}>
      <h2 className={panel.title}>{t("adjudication.title", names)}</h2>
      <p className={panel.hint}>{t("adjudication.hint")}</p>
      <ul className={panel.choices}>
        {listChoices(overlap).map((label) => (
          <LabelRow key={label.letter} label={label} state={state} />
        ))}
      </ul>
      {overlap.mergeRefusal === undefined ? null : (
        <p className={panel.hint}>{t(`adjudication.${refusals[overlap.mergeRefusal]}`)}</p>
      )}
      {agreement?.agreement === undefined ? (
        <p className={panel.hint} role="status">
          {t(state.isComparing ? "adjudication.comparing" : "adjudication.notCompared")}
        </p>
      ) : (
        <p className={classes.figures}>
          {t("adjudication.agreement", { percent: percent.format(agreement.agreement) })}
          {agreement.pairs.length < 2
            ? null
            : agreement.pairs.map(({ letters, quality }) => (
                <span key={letters.join("")}>
                  {t("adjudication.pair", {
                    first: letters[0],
                    second: letters[1],
                    percent: percent.format(quality),
                  })}
                </span>
              ))}
        </p>
      )}
      <WaitReason state={state} />
      <Switch
        size="xs"
        label={t(state.isSegmented ? "adjudication.markDifferences" : "adjudication.overlay")}
        title={keyTitle("overlayLabels")}
        checked={isOverlaid}
        onChange={() => run("overlayLabels")}
      />
      {state.compared === undefined ? null : (
        <ElementDifferences letter={state.compared.letter} pixels={pixels} points={points} state={state} />
      )}
      {state.failure === undefined ? null : <TakeFailure failure={state.failure} />}
      {state.isSegmented ? null : (
        <Switch
          size="xs"
          label={t("adjudication.beside")}
          title={keyTitle("besideLabels")}
          checked={state.beside !== undefined}
          onChange={() => run("besideLabels")}
        />
      )}
      {differences === undefined || differences.list.length === 0 ? null : (
        <>
          <Switch
            size="xs"
            label={t("adjudication.onlyDifferences")}
            title={keyTitle("onlyDifferences")}
            checked={hidesAgreed}
            onChange={() => run("onlyDifferences")}
          />
          <DifferenceSteps state={state} differences={differences.list} />
        </>
      )}
      {differences?.list.length === 0 ? (
        <p className={panel.hint}>
          {t("adjudication.noDifference", { similarity: formatSimilarity(leastSimilarity, i18n.language) })}
        </p>
      ) : null}
    </section>
  )
}

/** Says why a version was not taken. */
const TakeFailure = ({ failure }: { readonly failure: unknown }) => {
  const { t } = useTranslation("workbench")
  return (
    <p className={panel.hint} role="alert">
      {failure instanceof TakeRefusal
        ? t(`adjudication.${takeRefusals[failure.reason]}`, { frame: failure.frame + 1 })
        : t("adjudication.notTaken", {
            reason: failure instanceof Error ? failure.message : String(failure),
          })}
    </p>
  )
}

/** Says why the labels were not merged without a reviewer, where the dataset merges labels that agree. */
const WaitReason = ({ state: { decision, overlap } }: { readonly state: Adjudication }) => {
  const { i18n, t } = useTranslation("workbench")
  const reason = findWaitReason({ overlap, decision })
  if (reason === undefined) return null
  const threshold = new Intl.NumberFormat(i18n.language, {
    style: "percent",
    maximumFractionDigits: 1,
  }).format(decision.threshold)
  return <p className={panel.hint}>{t(`adjudication.${waitWords[reason]}`, { threshold })}</p>
}

interface LabelRowProps {
  readonly label: OverlapLabel
  readonly state: Adjudication
}

const LabelRow = ({ label, state }: LabelRowProps) => {
  const { t } = useTranslation("workbench")
  const keyTitle = useKeyTitle()
  const { at, comment, labeler, letter } = label
  const command = findLabelCommand(letter)
  const key = command === undefined ? undefined : keyTitle(command)
  const isMerged = letter === mergedLetter
  return (
    <li>
      <button
        type="button"
        className={panel.choice}
        aria-pressed={letter === state.letter}
        title={isMerged ? [t("adjudication.mergedHint"), key].filter(Boolean).join(" · ") : key}
        onClick={() => state.choose(letter)}
      >
        <span
          className={classes.letter}
          data-overlaid={(state.isOverlaid && !state.isSegmented) || undefined}
          style={{ "--letter": chooseLetterColor(letter) } as React.CSSProperties}
        >
          {isMerged ? t("adjudication.merged") : letter}
        </span>
        <span className={panel.name}>
          {isSkipped(label)
            ? t("adjudication.skipped")
            : t("adjudication.objects", { count: countObjects(label.label.attributes) })}
          {labeler === "" ? null : (
            <>
              {" · "}
              <Visible text={labeler} />
            </>
          )}
          {state.edited.has(letter) ? ` · ${t("adjudication.edited")}` : null}
        </span>
        {at === "" ? null : (
          <span className={panel.count}>
            <When at={at} />
          </span>
        )}
      </button>
      {comment === "" ? null : (
        <blockquote className={classes.comment}>
          <Visible text={comment} />
        </blockquote>
      )}
    </li>
  )
}
