/** The workbench of one draw: the label of the release, which cannot be changed, and what the auditor says about it. */
import { Button, Text } from "@mantine/core"
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { ProblemPanel } from "../../../ui/ProblemPanel.tsx"
import { Visible } from "../../../ui/Visible.tsx"
import { AnyWorkbench } from "../../../workbench/AnyWorkbench.tsx"
import { type CommandSet, makeEach } from "../../../workbench/commands/Command.ts"
import { useRunCommand } from "../../../workbench/commands/CommandContext.ts"
import type { Editor } from "../../../workbench/editor/Editor.ts"
import { getLabel } from "../../../workbench/editor/EditorState.ts"
import { type JsonObject, toNumber } from "../../../workbench/editor/json/value.ts"
import type { Family } from "../../../workbench/editor/label/family.ts"
import { findAnnotation } from "../../../workbench/editor/label/frames.ts"
import { useKeyTitle } from "../../../workbench/input/keys/useKeyTitle.ts"
import { makeEmptySources } from "../../../workbench/session/emptySources.ts"
import { labelToEdit, openEditor } from "../../../workbench/session/openEditor.ts"
import { useMasks, usePoints } from "../../../workbench/session/useShownDocuments.ts"
import type { Places } from "../../../workbench/stages/image/Places.ts"
import { useIsShown } from "../../../workbench/Work.ts"
import workbench from "../../../workbench/workbench.module.css"
import type { Audit, AuditPath, ErrorType } from "../calls.ts"
import { formatBound } from "../figures.ts"
import { showDrawnObject } from "./drawnObject.ts"
import { ErrorsPanel } from "./ErrorsPanel.tsx"
import { isComplete, toggleError } from "./namedErrors.ts"
import type { Auditing, OpenDraw } from "./useAuditing.ts"

interface CheckWorkbenchProps {
  readonly audit: Audit
  readonly auditing: Auditing
  readonly dataset: JsonObject
  readonly draw: OpenDraw
  readonly family: Family
  readonly home: ReactNode
  readonly path: AuditPath
}

export const CheckWorkbench = (props: CheckWorkbenchProps) => {
  const { audit, auditing, dataset, draw, family } = props
  const { attributes, label, number } = draw.work
  const editor = useMemo(
    () => openEditor(dataset, attributes, labelToEdit(family, attributes, label), true),
    [dataset, family, attributes, label],
  )
  const masks = useMasks(editor, family)
  const points = usePoints(editor, family)
  // The page names nobody: neither who reviewed the label, nor who wrote issues about it.
  const blind = useMemo(() => makeEmptySources(`${audit.uuid} ${number}`), [audit.uuid, number])
  const { goBack, setErrors, submit } = auditing
  // Nobody says that an object is right which this page cannot show.
  const [isLost, setIsLost] = useState(false)
  const canSubmit = !auditing.isSending && !isLost && isComplete(audit, draw.errors)
  const { object } = draw.work
  const makeCommands = useCallback(
    (places: Places): CommandSet => ({
      ...makeEach(object === null ? errorCommands : objectErrorCommands, (type) => ({
        run: () =>
          setErrors((errors) => toggleError(errors, type, object === null ? readSelectedId(editor) : null)),
      })),
      ...(object === null
        ? {}
        : { showDrawn: { run: () => setIsLost(!showDrawnObject(editor, places, object, label)) } }),
      previousDraw: { run: goBack },
    }),
    [editor, goBack, label, object, setErrors],
  )
  const actions = useMemo(() => (canSubmit ? { submit: () => void submit() } : {}), [canSubmit, submit])
  const stage = useStageFocus()
  if ((family.bitmap && masks === undefined) || (family.points && points === undefined)) return null
  return (
    <div ref={stage} style={{ display: "contents" }}>
      <AnyWorkbench
        editor={editor}
        masks={masks}
        points={points}
        dataset={dataset}
        sample={attributes}
        actions={actions}
        checks={undefined}
        {...blind}
        task={{
          scope: "audit",
          makeCommands,
          panel: <ErrorsPanel audit={audit} draw={draw} isLost={isLost} setErrors={setErrors} />,
        }}
        notice={
          auditing.sendError === undefined ? null : (
            <ProblemPanel error={auditing.sendError} onRetry={() => void auditing.retry()} />
          )
        }
        header={<Header {...props} canSubmit={canSubmit} />}
      />
    </div>
  )
}

/** The commands that name an error. */
export const errorCommands = {
  auditMissing: "missing",
  auditSpurious: "spurious",
  auditCategory: "wrong_category",
  auditAttribute: "wrong_attribute",
  auditGeometry: "geometry",
} as const satisfies { readonly [Name in string]: ErrorType }

const { auditMissing: _, ...objectErrorCommands } = errorCommands

/** The id of the only selected object, of its annotation in the shown frame; null without one. */
const readSelectedId = ({ state }: Editor): number | null => {
  const [key] = state.selected
  const annotation =
    key === undefined || state.selected.size > 1
      ? undefined
      : findAnnotation(getLabel(state), state.frame, key)
  const id = annotation === undefined ? Number.NaN : toNumber(annotation.id)
  return Number.isSafeInteger(id) ? id : null
}

/** Gives the keys to the canvas when a draw is opened. */
const useStageFocus = () => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>("[role=application]")?.focus({ preventScroll: true })
  }, [])
  return ref
}

interface HeaderProps extends CheckWorkbenchProps {
  readonly canSubmit: boolean
}

const Header = ({ audit, auditing, canSubmit, draw, home }: HeaderProps) => {
  const { i18n, t } = useTranslation(["audits", "workbench"])
  const keyTitle = useKeyTitle()
  const run = useRunCommand()
  const isShown = useIsShown()
  const { errors, isCorrection, work } = draw
  const latest = auditing.view ?? audit
  const format = new Intl.NumberFormat(i18n.language)
  return (
    <header className={workbench.header}>
      {home}
      <h2 className={workbench.sample} title={work.name}>
        <Visible text={work.name} />
      </h2>
      <Text size="xs" c="dimmed">
        {t(isCorrection ? "checking.correction" : "checking.draw", { number: format.format(work.number) })}
      </Text>
      <Text size="xs" c="dimmed" ml="auto" role="status">
        {t(`units.${audit.unit}.bound`, {
          upper: formatBound(latest.upper, latest.population, i18n.language),
          count: latest.audited,
          number: format.format(latest.audited),
        })}
      </Text>
      <Button
        size="xs"
        variant="default"
        title={keyTitle("previousDraw")}
        disabled={!auditing.canGoBack || auditing.isSending}
        onClick={() => run("previousDraw")}
      >
        {t("checking.back")}
      </Button>
      <Button
        size="xs"
        title={isShown ? keyTitle("submit") : t("workbench:session.notShown")}
        disabled={!isShown || !canSubmit}
        loading={auditing.isSending}
        onClick={() => run("submit")}
      >
        {errors.length === 0 ? t("checking.right") : t("checking.submit", { count: errors.length })}
      </Button>
    </header>
  )
}
