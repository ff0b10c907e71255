/** The warnings about the label as it is on the screen. A press on one leads to its frame and its objects. */
import { Alert, Button, NativeSelect } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { hasStatus } from "../../api/problem.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { countRules, unfiltered } from "../check/Finding.ts"
import { groupFindings } from "../check/groupFindings.ts"
import { getLabel } from "../editor/EditorState.ts"
import { isSequence } from "../editor/label/frames.ts"
import { useWork } from "../Work.ts"
import classes from "./panels.module.css"
import { type DismissalChange, WarningRow } from "./WarningRow.tsx"

/** So many are seen at a glance. */
const few = 5

/** More are counted, but not listed. */
const mostListed = 200

export const WarningsPanel = () => {
  const { dismissals, warnings } = useWork()
  const { t } = useTranslation("workbench")
  const { again, dismissed, filter, jump, passing, state } = warnings
  const change = useMutation({
    mutationFn: async ({ findings, reason }: DismissalChange) => {
      for (const { id } of findings)
        await (reason === undefined ? dismissals?.restore(id) : dismissals?.dismiss(id, reason))
    },
    onSettled: dismissed,
  })
  const open = groupFindings(state.findings.filter(({ dismissed }) => !dismissed))
  const listed = groupFindings(passing.toSorted((a, b) => Number(a.dismissed) - Number(b.dismissed)))
  return (
    <section className={classes.panel} aria-label={t("warnings.title")} aria-busy={!state.current}>
      <div className={classes.heading}>
        <h2 className={classes.title}>
          {t("warnings.title")} <span className={classes.count}>{open.length}</span>
        </h2>
        <Button size="compact-xs" variant="subtle" onClick={again}>
          {t("warnings.again")}
        </Button>
      </div>
      {state.error === undefined ? null : <p className={classes.hint}>{t("warnings.failed")}</p>}
      {open.length === 0 && state.current ? <p className={classes.hint}>{t("warnings.none")}</p> : null}
      {change.isError ? <Failure error={change.error} /> : null}
      {state.findings.length > few || filter !== unfiltered ? <WarningFilter /> : null}
      <ul className={classes.list}>
        {listed.slice(0, mostListed).map((group) => (
          <WarningRow
            key={group.finding.id}
            group={group}
            pending={change.isPending}
            onJump={jump}
            onChange={dismissals === undefined ? undefined : change.mutate}
          />
        ))}
      </ul>
    </section>
  )
}

const Failure = ({ error }: { readonly error: unknown }) => {
  const { t } = useTranslation("workbench")
  const title = t("warnings.notDismissed")
  return hasStatus(error, 404) ? (
    <Alert color="orange" classNames={{ title: classes.alertTitle }} title={title} role="alert">
      {t("warnings.notStored")}
    </Alert>
  ) : (
    <ProblemPanel error={error} title={title} />
  )
}

/** Chooses which warnings are listed, and which the keys go through. */
const places = ["everywhere", "frame", "sensor", "selection"] as const

const WarningFilter = () => {
  const { t } = useTranslation("workbench")
  const { editor, warnings } = useWork()
  const sensors = editor.state.sensors.length > 0
  const sequence = isSequence(getLabel(editor.state))
  const { filter, setFilter, state } = warnings
  const rules = countRules(state.findings)
  return (
    <div className={classes.filters}>
      <NativeSelect
        size="xs"
        aria-label={t("warnings.rule")}
        value={filter.rule ?? ""}
        data={[
          { value: "", label: t("warnings.allRules") },
          ...[...rules].map(([rule, count]) => ({ value: rule, label: `${rule} (${count})` })),
          // The last finding of the chosen rule may have vanished.
          ...(filter.rule === undefined || rules.has(filter.rule)
            ? []
            : [{ value: filter.rule, label: `${filter.rule} (0)` }]),
        ]}
        onChange={({ currentTarget }) =>
          setFilter({ ...filter, rule: currentTarget.value === "" ? undefined : currentTarget.value })
        }
      />
      <NativeSelect
        size="xs"
        aria-label={t("warnings.where")}
        value={filter.where}
        data={places
          .filter((where) => (sequence || where !== "frame") && (sensors || where !== "sensor"))
          .map((where) => ({ value: where, label: t(`warnings.places.${where}`) }))}
        onChange={({ currentTarget }) => {
          const where = places.find((one) => one === currentTarget.value)
          if (where !== undefined) setFilter({ ...filter, where })
        }}
      />
    </div>
  )
}
