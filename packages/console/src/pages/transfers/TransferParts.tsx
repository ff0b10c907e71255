/** Shows what exports and imports show alike: their state, and the report of what could not be kept. */
import { Code, List, Stack, Text } from "@mantine/core"
import type { UseMutationResult } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import type { Status } from "../../api/statuses.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { StateBadge } from "../../ui/StateBadge.tsx"
import type { Column } from "../../ui/TableSection.tsx"
import { When } from "../../ui/When.tsx"
import { countLeftOut, readReport } from "./report.ts"

const colors = { PENDING: "blue", SUCCEEDED: "teal", FAILED: "red", CANCELED: "gray" } as const

/** An export that left samples out has not plainly succeeded, nor has an import whose names existed unless that was expected. */
export const TransferState = ({
  transfer,
}: {
  readonly transfer: Pick<Wire<"Import">, "report" | "status" | "status_info">
}) => {
  const { t } = useTranslation("transfers")
  const { status } = transfer
  const report = readReport(transfer.report)
  const leftOut = status === "SUCCEEDED" && report !== null ? countLeftOut(report) : 0
  const existing = countUnexpected(transfer)
  return (
    <StateBadge color={leftOut > 0 || existing > 0 ? "yellow" : colors[status]}>
      {leftOut > 0
        ? t("incomplete", { count: leftOut })
        : existing > 0
          ? t("partly", { count: existing })
          : t(`state.${status}`)}
    </StateBadge>
  )
}

/** The samples of an import that existed although nobody said so. */
const countUnexpected = ({
  report,
  status,
  status_info,
}: Pick<Wire<"Import">, "report" | "status" | "status_info">): number =>
  status === "SUCCEEDED" && status_info !== null ? (readReport(report)?.existing ?? 0) : 0

type Transfer = Pick<
  Wire<"Import">,
  "created_at" | "report" | "samples_done" | "status" | "status_info" | "uuid"
> & { readonly format: string | null }

/**
 * The columns of a list of exports or imports. The last has what can be done with one; `end` is the change that ends one.
 */
export const useTransferColumns = <Row extends Transfer>(
  end: UseMutationResult<unknown, Error, Row>,
  reportWidth: number,
  last: Column<Row>,
): ReadonlyArray<Column<Row>> => {
  const { t } = useTranslation("transfers")
  return [
    { name: t("begun"), cell: ({ created_at }) => <When at={created_at} /> },
    { name: t("format"), cell: ({ format }) => format ?? "–" },
    { name: t("state.title"), cell: (transfer) => <TransferState transfer={transfer} /> },
    { name: t("samples"), number: ({ samples_done }) => samples_done },
    {
      name: t("report"),
      td: { miw: reportWidth },
      cell: (transfer) => (
        <>
          <Outcome transfer={transfer} />
          {end.variables?.uuid === transfer.uuid ? <ProblemPanel error={end.error} /> : null}
        </>
      ),
    },
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
          {t("existing", { count: report.existing, number: format.format(report.existing) })}{" "}
          {countUnexpected(transfer) > 0 ? t("existingWay") : null}
        </Text>
      )}
      {report === null || report.leftOut === 0 ? null : <Text size="sm">{t("unwrittenWay")}</Text>}
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
