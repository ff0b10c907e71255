/** Shows what exports and imports show alike: their state, and the report of what could not be kept. */
import { Badge, Code, List, Stack, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import type { Column } from "../../ui/TableSection.tsx"
import type { Status } from "../samples/search.ts"
import { readReport } from "./report.ts"

const colors = { PENDING: "blue", SUCCEEDED: "teal", FAILED: "red", CANCELED: "gray" } as const

/** An export that left samples out has not plainly succeeded, nor has an import whose names existed unless that was expected. */
export const TransferState = ({
  transfer,
}: {
  readonly transfer: Pick<Wire<"Import">, "report" | "status" | "status_info">
}) => {
  const { t } = useTranslation("transfers")
  const { status } = transfer
  const leftOut = status === "SUCCEEDED" ? (readReport(transfer.report)?.leftOut ?? 0) : 0
  const existing = countUnexpected(transfer)
  return (
    <Badge color={leftOut > 0 || existing > 0 ? "yellow" : colors[status]} variant="dot" tt="none">
      {leftOut > 0
        ? t("incomplete", { count: leftOut })
        : existing > 0
          ? t("partly", { count: existing })
          : t(`state.${status}`)}
    </Badge>
  )
}

/** The samples of an import that existed although nobody said so. */
const countUnexpected = ({
  report,
  status,
  status_info,
}: Pick<Wire<"Import">, "report" | "status" | "status_info">): number =>
  status === "SUCCEEDED" && status_info !== null ? (readReport(report)?.existing ?? 0) : 0

/** The columns of a list of exports or imports. The last has what can be done with one. */
export const useTransferColumns = (last: Column): ReadonlyArray<Column> => {
  const { t } = useTranslation("transfers")
  return [
    { name: t("begun") },
    { name: t("format") },
    { name: t("state.title") },
    { name: t("samples"), right: true },
    { name: t("report") },
    last,
  ]
}

/** The reason of a failure, or what was left out, each kind with its number and examples. */
export const Outcome = ({
  transfer,
}: {
  readonly transfer: Pick<Wire<"Import">, "report" | "status" | "status_info">
}) => {
  const { i18n, t } = useTranslation(["transfers", "samples"])
  const report = readReport(transfer.report)
  const format = new Intl.NumberFormat(i18n.language)
  return (
    <Stack gap={4}>
      {transfer.status_info === null || countUnexpected(transfer) > 0 ? null : (
        <Text size="sm">{transfer.status_info}</Text>
      )}
      {report === null || report.existing === 0 ? null : (
        <Text size="sm">
          {t("existing", { count: report.existing, number: format.format(report.existing) })}
        </Text>
      )}
      {report === null || report.leftOutStatuses.length === 0 ? null : (
        <Text size="sm">
          {t("leftOut", {
            statuses: report.leftOutStatuses
              .map(([status, count]) => `${format.format(count)} ${t(`samples:status.${status as Status}`)}`)
              .join(", "),
          })}
        </Text>
      )}
      {report === null || report.losses.length === 0 ? null : (
        <List size="sm">
          {report.losses.map(({ count, examples, kind, meaning }) => (
            <List.Item key={kind}>
              {format.format(count)} {meaning}
              {examples.length === 0 ? null : (
                <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                  {t("forExample")} <Code>{examples.slice(0, 3).join(", ")}</Code>
                </Text>
              )}
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}
