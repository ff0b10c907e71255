/** The check of all labels: its progress, and what it found, each with a link to its place in the workbench. */
import { Anchor, Button, Code, Group, NativeSelect, Progress, Stack, Table, Text, Title } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
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
      {error === undefined ? null : <ProblemPanel error={error} onRetry={start} />}
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
        columns={[{ name: t("warning") }, { name: t("rule") }, { name: t("sample") }]}
        rows={listed ?? []}
        error={undefined}
        empty={findings.summary === undefined ? t("noneYet") : t("none")}
      >
        {(warning) => <WarningRow key={warning.id} path={path} warning={warning} />}
      </RecordTable>
      {isCut ? <Text c="dimmed">{t("cut", { count: keptOfRule })}</Text> : null}
      {findings.refused.length === keptOfRule ? (
        <Text c="dimmed">{t("cutRefused", { count: keptOfRule })}</Text>
      ) : null}
      {findings.refused.length === 0 ? null : (
        <RecordTable
          label={t("refused")}
          columns={[{ name: t("refused") }, { name: t("sample") }]}
          rows={findings.refused}
          error={undefined}
        >
          {({ message, sample_name, sample_uuid }) => (
            <Table.Tr key={sample_uuid}>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{message}</Table.Td>
              <Table.Td>
                <Visible text={sample_name} />
              </Table.Td>
            </Table.Tr>
          )}
        </RecordTable>
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

interface WarningRowProps {
  readonly path: DatasetPath
  readonly warning: FoundWarning
}

const WarningRow = ({ path, warning }: WarningRowProps) => {
  const { t } = useTranslation("quality")
  const { frame, id, message, rule, sample_name: sample, sample_uuid: uuid } = warning
  return (
    <Table.Tr>
      <Table.Td maw={460} style={{ overflowWrap: "anywhere" }}>
        <Anchor
          size="sm"
          aria-label={t("lead", { message, sample })}
          renderRoot={(props) => (
            <Link
              to="/d/$owner/$dataset/samples/$uuid"
              params={{ ...path, uuid }}
              search={{ warning: id }}
              {...props}
            />
          )}
        >
          <Visible text={message} />
        </Anchor>
        {frame === null ? null : (
          <Text span size="sm" c="dimmed" ml="xs">
            {t("frame", { frame: frame + 1 })}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Code>{rule}</Code>
      </Table.Td>
      <Table.Td>
        <Visible text={sample} />
      </Table.Td>
    </Table.Tr>
  )
}
