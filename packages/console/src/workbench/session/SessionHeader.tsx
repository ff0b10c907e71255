/** The line above the canvas: which sample, how long the claim lasts, and the buttons. */
import { Badge, Button, NativeSelect, Text } from "@mantine/core"
import { type ReactNode, type Ref, useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { Visible } from "../../ui/Visible.tsx"
import type words from "../../words/en/workbench.ts"
import { useRunCommand } from "../commands/CommandContext.ts"
import { useOptionalStore } from "../editor/useStore.ts"
import { formatCommandKey } from "../input/keys/keyText.ts"
import { useKeymap } from "../input/keys/useKeymap.ts"
import { useIsShown } from "../Work.ts"
import classes from "../workbench.module.css"
import { findOpenLabel, mergedLetter } from "./overlap.ts"
import { canAccept, type Working } from "./phases.ts"
import type { WorkAction } from "./work.ts"

interface SessionHeaderProps {
  readonly ref: Ref<HTMLElement>
  readonly home: ReactNode
  readonly working: Working
  readonly actions: ReadonlyArray<WorkAction>
  readonly onAction: (action: WorkAction) => void
  /** Stands before the buttons. */
  readonly children?: ReactNode
}

export const SessionHeader = ({ actions, children, home, onAction, ref, working }: SessionHeaderProps) => {
  const { t } = useTranslation("workbench")
  const keymap = useKeymap()
  const run = useRunCommand()
  const isShown = useIsShown()
  const { draft, isSwitching, lost, sending, work } = working
  // An edit makes a label acceptable that was skipped.
  useOptionalStore(work.overlap && working.editor)
  const isAcceptable = canAccept(working)
  const letter = findOpenLabel(work)?.letter
  const isDisabled =
    lost !== undefined || sending !== undefined || working.conflict !== undefined || isSwitching
  return (
    <header ref={ref} className={classes.header}>
      {home}
      <h2 className={classes.sample} title={work.sample.name}>
        <Visible text={work.sample.name} />
      </h2>
      {work.label === null ? null : (
        <Badge variant="default" tt="none">
          {t(`status.${toStatus(work.label.status)}`)}
        </Badge>
      )}
      <Text size="xs" c="dimmed" miw={90} ta="right" className={classes.saved}>
        {draft === "none" ? "" : t("session.saved")}
      </Text>
      {lost !== undefined ? null : <ClaimTime expiresAt={working.expiresAt} />}
      {children}
      {actions.map((action, index) => (
        <Button
          key={action}
          size="xs"
          variant={index === 0 ? "filled" : "default"}
          title={
            index === 0 && !isShown
              ? t("session.notShown")
              : index === 0 && !isAcceptable
                ? t("adjudication.skippedHint")
                : formatCommandKey(keymap, action === "accept" ? "submit" : action, t)
          }
          disabled={isDisabled || (index === 0 && !(isShown && isAcceptable))}
          loading={sending === action}
          // The main action is that of its key, with the same question where values are missing.
          onClick={() => (index === 0 ? run("submit") : onAction(action))}
        >
          {action !== "accept" || letter === undefined
            ? t(`session.${action}`)
            : letter === mergedLetter
              ? t("session.acceptMerged")
              : t("session.acceptLabel", { letter })}
        </Button>
      ))}
    </header>
  )
}

// Cast: the states of labels are those that have words.
const toStatus = (status: string) => status as keyof typeof words.status

/** From this many seconds on, the time left is shown in seconds, and as a warning. */
const short = 60

const ClaimTime = ({ expiresAt }: { readonly expiresAt: number }) => {
  const { t } = useTranslation("workbench")
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.round((expiresAt - now) / 1000))
  const isShort = seconds <= short
  return (
    <Text size="xs" {...(isShort ? { c: "orange", fw: 600, role: "alert" } : { c: "dimmed" })}>
      {isShort
        ? t("session.claimShort", { seconds })
        : t("session.claim", { minutes: Math.floor(seconds / 60) })}
    </Text>
  )
}

/** The rating of a label by its reviewer: one to five stars, or none. Sent with the decision. */
const stars = [1, 2, 3, 4, 5] as const

interface RatingFieldProps {
  /** Others than whole stars come from the API; null for none. */
  readonly value: number | null
  readonly disabled: boolean
  readonly onChange: (rating: number | null) => void
}

export const RatingField = ({ disabled, onChange, value }: RatingFieldProps) => {
  const { i18n, t } = useTranslation("workbench")
  const isKnown = value === null || stars.some((one) => one === value)
  return (
    <NativeSelect
      size="xs"
      w={128}
      aria-label={t("session.rating")}
      value={value === null ? "" : String(value)}
      disabled={disabled}
      data={[
        { value: "", label: t("session.noRating") },
        ...(isKnown
          ? []
          : [{ value: String(value), label: new Intl.NumberFormat(i18n.language).format(value) }]),
        ...stars.map((count) => ({ value: String(count), label: t("session.stars", { count }) })),
      ]}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === "" ? null : Number(currentTarget.value))
      }
    />
  )
}
