/** The check of all labels: its progress, and what it found, each with a link to its place in the workbench. */
import { Button, Code, Group, NativeSelect, Progress, Stack, Text, Title } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { RecordTable } from "../../ui/TableSection.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { type Findings, keptOfRule } from "./findings.ts"
import type { FoundWarning } from "./lines.ts"
import { useDatasetCheck } from "./useDatasetCheck.ts"

interface FoundSectionProps {
  readonly path: DatasetPath
  /** The rule whose warnings are listed; undefined for all rules. */
  readonly rule: string | undefined
  readonly onRule: (rule: string | undefined) => void
}

export const FoundSection = ({ onRule, path, rule }: FoundSectionProps) => {
  const { t } = useTranslation("quality")
  const { error, findings, running, start, stop } = useDatasetCheck(path)
  return (
    <Stack component="section" gap="sm" mt="xl">
      <Group justify="space-between" mih={32}>
        <Title order={2}>{t("found")}</Title>
        {running ? (
          <Button variant="default" onClick={stop}>
            {t("stop")}
          </Button>
        ) : (
          <Button variant={findings === undefined ? "filled" : "default"} onClick={start}>
            {t(findings === undefined ? "check" : "again")}
          </Button>
        )}
      </Group>
      <ProblemPanel error={error} onRetry={start} />
      {findings === undefined ? (
        <Text c="dimmed">{t("hint")}</Text>
      ) : (
        <Found path={path} findings={findings} running={running} rule={rule} onRule={onRule} />
      )}
    </Stack>
  )
}

interface FoundProps extends FoundSectionProps {
  readonly findings: Findings
  readonly running: boolean
}

const Found = ({ findings, onRule, path, rule, running }: FoundProps) => {
  const { t } = useTranslation("quality")
  const { warnings } = findings
  const rules = [...warnings.keys()].sort()
  const listed = rule === undefined ? rules.flatMap((one) => warnings.get(one) ?? []) : warnings.get(rule)
  const isCut = rules.some((one) => (rule ?? one) === one && warnings.get(one)?.length === keptOfRule)
  return (
    <>
      <State findings={findings} running={running} />
      <NativeSelect
        label={t("rule")}
        maw={320}
        value={rule ?? ""}
        data={[
          { value: "", label: t("allRules") },
          ...rules,
          ...(rule === undefined || warnings.has(rule) ? [] : [rule]),
        ]}
        onChange={({ currentTarget: { value } }) => onRule(value === "" ? undefined : value)}
      />
      <RecordTable
        label={t("found")}
        query={{ data: listed ?? [], error: null }}
        rowKey={({ id }) => id}
        columns={[
          {
            name: t("warning"),
            td: { maw: 460, style: { overflowWrap: "anywhere" } },
            cell: (warning) => <WarningLink path={path} warning={warning} />,
          },
          { name: t("rule"), cell: (warning) => <Code>{warning.rule}</Code> },
          { name: t("sample"), cell: ({ sample_name }) => <Visible text={sample_name} /> },
        ]}
        empty={findings.summary === undefined ? t("noneYet") : t("none")}
      />
      {isCut ? <Text c="dimmed">{t("cut", { count: keptOfRule })}</Text> : null}
      {findings.refused.length === keptOfRule ? (
        <Text c="dimmed">{t("cutRefused", { count: keptOfRule })}</Text>
      ) : null}
      {findings.refused.length === 0 ? null : (
        <RecordTable
          label={t("refused")}
          query={{ data: findings.refused, error: null }}
          rowKey={({ sample_uuid }) => sample_uuid}
          columns={[
            {
              name: t("refused"),
              td: { style: { overflowWrap: "anywhere" } },
              cell: ({ message }) => message,
            },
            { name: t("sample"), cell: ({ sample_name }) => <Visible text={sample_name} /> },
          ]}
        />
      )}
    </>
  )
}

/** Shows how far the check is, and its result at the end. */
const State = ({ findings: { progress, summary }, running }: Pick<FoundProps, "findings" | "running">) => {
  const { i18n, t } = useTranslation("quality")
  const number = new Intl.NumberFormat(i18n.language)
  if (summary !== undefined)
    return (
      <Text role="status">
        {t("summary", {
          count: summary.labels,
          labels: number.format(summary.labels),
          warned: number.format(summary.labels_with_warnings),
        })}
      </Text>
    )
  const { samples = 0, total = 0 } = progress ?? {}
  return (
    <Group gap="sm" role="status">
      {running ? (
        <Progress w={240} value={total === 0 ? 0 : (100 * samples) / total} aria-label={t("progress")} />
      ) : null}
      <Text>
        {t(running ? "running" : "stopped", {
          samples: number.format(samples),
          total: number.format(total),
        })}
      </Text>
    </Group>
  )
}

interface WarningLinkProps {
  readonly path: DatasetPath
  readonly warning: FoundWarning
}

const WarningLink = ({ path, warning }: WarningLinkProps) => {
  const { t } = useTranslation("quality")
  const { frame, id, message, sample_name: sample, sample_uuid: uuid } = warning
  return (
    <>
      <LinkAnchor
        size="sm"
        aria-label={t("lead", { message, sample })}
        to="/d/$owner/$dataset/samples/$uuid"
        params={{ ...path, uuid }}
        search={{ warning: id }}
      >
        <Visible text={message} />
      </LinkAnchor>
      {frame === null ? null : (
        <Text span size="sm" c="dimmed" ml="xs">
          {t("frame", { frame: frame + 1 })}
        </Text>
      )}
    </>
  )
}
