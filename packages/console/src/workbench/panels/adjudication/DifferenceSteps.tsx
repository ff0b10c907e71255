/** The way through the differences, and the choice between the versions of the current one. */
import { Button, Group } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { Visible } from "../../../ui/Visible.tsx"
import { useRunCommand } from "../../commands/CommandContext.ts"
import { useKeyTitle } from "../../input/keys/useKeyTitle.ts"
import { useWork } from "../../Work.ts"
import panel from "../panels.module.css"
import classes from "./adjudication.module.css"
import type { AttributeDifference } from "./compareAttributes.ts"
import type { Difference } from "./Difference.ts"
import { formatSimilarity } from "./formatSimilarity.ts"
import { listLetters, listTakable } from "./listLetters.ts"
import type { Adjudication } from "./useAdjudication.ts"
import { findTakeCommand } from "./useAdjudicationCommands.ts"

interface StepsProps {
  readonly state: Adjudication
  readonly differences: ReadonlyArray<Difference>
}

export const DifferenceSteps = ({ differences, state }: StepsProps) => {
  const { t } = useTranslation("workbench")
  const keyTitle = useKeyTitle()
  const run = useRunCommand()
  const { current, decisions, fixed } = state
  const left = differences.filter(({ id }) => !decisions.has(id) && !fixed.has(id)).length
  return (
    <>
      <Group gap={4} wrap="nowrap">
        {(["previousDifference", "nextDifference"] as const).map((command) => (
          <Button
            key={command}
            size="compact-xs"
            variant="default"
            title={keyTitle(command)}
            onClick={() => run(command)}
          >
            {t(`adjudication.${command}`)}
          </Button>
        ))}
        <span className={panel.count} role="status">
          {current === undefined
            ? t("adjudication.differences", { count: differences.length })
            : t("adjudication.place", { place: differences.indexOf(current) + 1, count: differences.length })}
        </span>
      </Group>
      {state.canTake ? (
        <p className={classes.figures} role="status">
          {left === 0 ? t("adjudication.noneLeft") : t("adjudication.left", { count: left })}
        </p>
      ) : null}
      {current === undefined ? null : <CurrentDifference difference={current} state={state} />}
    </>
  )
}

interface CurrentDifferenceProps {
  readonly difference: Difference
  readonly state: Adjudication
}

/** The category and the values of each label, of which one is taken; the names of attributes, and how far shapes resemble each other. */
const CurrentDifference = ({ difference, state }: CurrentDifferenceProps) => {
  const { i18n, t } = useTranslation("workbench")
  const keyTitle = useKeyTitle()
  const run = useRunCommand()
  const { attributes, similarity, subject } = difference
  const decision = state.decisions.get(difference.id)
  const isFixed = state.fixed.has(difference.id)
  const canTake = state.canTake && !isFixed
  return (
    <>
      <ul className={classes.difference}>
        {listLetters(difference).map((letter) => (
          <li key={letter}>
            <VersionButton
              difference={difference}
              letter={letter}
              isTaken={decision?.letter === letter}
              onTake={canTake ? state.take : undefined}
            />
          </li>
        ))}
        {canTake ? (
          <li>
            <Button
              size="compact-xs"
              variant="subtle"
              title={keyTitle("keepVersion")}
              onClick={() => run("keepVersion")}
            >
              {t("adjudication.keep")}
            </Button>
          </li>
        ) : null}
      </ul>
      {isFixed ? (
        <p className={panel.hint}>{t("adjudication.fixedSensor", { sensor: difference.sensor ?? "" })}</p>
      ) : null}
      <p className={classes.figures}>
        {attributes.length === 0 ? null : (
          <span>
            {t(subject === "image" ? "adjudication.imageAttributes" : "adjudication.attributes")}{" "}
            <Visible text={difference.names.join(", ")} />
          </span>
        )}
        {similarity === undefined ? null : (
          <span>{t("adjudication.shape", { similarity: formatSimilarity(similarity, i18n.language) })}</span>
        )}
        {decision !== undefined && decision.letter === undefined ? (
          <span>{t("adjudication.byHand")}</span>
        ) : null}
      </p>
    </>
  )
}

interface VersionButtonProps {
  readonly difference: Difference
  readonly letter: string
  readonly isTaken: boolean
  /** Takes the version of the letter; undefined where no version can be taken. */
  readonly onTake: ((letter: string) => void) | undefined
}

const VersionButton = ({ difference, isTaken, letter, onTake }: VersionButtonProps) => {
  const keyTitle = useKeyTitle()
  const command = findTakeCommand(letter)
  return (
    <button
      type="button"
      className={classes.version}
      aria-pressed={isTaken}
      disabled={onTake === undefined || !listTakable(difference).includes(letter)}
      title={command === undefined ? undefined : keyTitle(command)}
      onClick={() => onTake?.(letter)}
    >
      <VersionText difference={difference} letter={letter} />
    </button>
  )
}

const VersionText = ({ difference, letter }: Pick<VersionButtonProps, "difference" | "letter">) => {
  const { t } = useTranslation("workbench")
  const { editor } = useWork()
  const { attributes, members, missing } = difference
  const member = members.find((member) => member.letter === letter)
  const category = editor.setting.configuration.categories.find(({ id }) => id === member?.categoryId)
  return (
    <>
      <b>{letter}</b>{" "}
      {member === undefined ? null : (
        <Visible text={category?.name ?? t("objects.unknown", { id: member.categoryId })} />
      )}
      {missing.includes(letter) ? t("adjudication.missing") : null}
      <AttributeValues attributes={attributes} letter={letter} />
    </>
  )
}

interface AttributeValuesProps {
  readonly attributes: ReadonlyArray<AttributeDifference>
  readonly letter: string
}

/** The longest text of a value that is shown whole. */
const longestValue = 60

const AttributeValues = ({ attributes, letter }: AttributeValuesProps) => {
  const { t } = useTranslation("workbench")
  return attributes.map(({ name, values }) => {
    const text = values.get(letter)
    if (text === undefined) return null
    return (
      <span key={name} className={classes.value}>
        {text === "" ? (
          t("adjudication.noValue")
        ) : (
          <Visible text={text.length > longestValue ? `${text.slice(0, longestValue)}…` : text} />
        )}
      </span>
    )
  })
}
