/** A section that lists records in a table: its heading and actions, and what stands there while it loads, fails or has no rows. */
import { Group, Skeleton, Stack, Table, type TableTdProps, Text, Title, VisuallyHidden } from "@mantine/core"
import { type ReactNode, useRef } from "react"
import { useTranslation } from "react-i18next"
import { ProblemPanel } from "./ProblemPanel.tsx"
import type { QueryState } from "./QueryContent.tsx"
import classes from "./TableSection.module.css"
import { useOverflow } from "./useOverflow.ts"

/** A column: its heading, and what a row has in it. */
export interface Column<Row> {
  readonly name: string
  /** For numbers and buttons. */
  readonly right?: boolean
  /** Screen readers alone read the heading, as that of buttons, which stand at the right. */
  readonly hidden?: boolean
  /** The last column, as that of links, stays in view where the table is wider than the window. That of buttons always does. */
  readonly pinned?: boolean
  readonly cell?: (row: Row) => ReactNode
  /** A number in place of `cell`, at the right. */
  readonly number?: (row: Row) => number
  /** Properties of its cells, such as their width. */
  readonly td?: TableTdProps
}

interface TableSectionProps<Row> {
  readonly title: string
  /** Buttons at the right of the heading. */
  readonly actions?: ReactNode
  readonly columns: ReadonlyArray<Column<Row>>
  /** The query of the rows. */
  readonly query: QueryState<ReadonlyArray<Row>>
  /** A change of rows, whose error stands above the table as that of the query. */
  readonly change?: { readonly error: unknown }
  readonly rowKey: (row: Row) => string | number
  /** The sentence in place of a table without rows. */
  readonly empty?: string
  readonly minWidth?: number
}

export const TableSection = <Row,>({ actions, title, ...table }: TableSectionProps<Row>) => (
  <Stack component="section" gap="xs">
    <Group justify="space-between" mih={32}>
      <Title order={2}>{title}</Title>
      {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
    </Group>
    <RecordTable {...table} label={title} />
  </Stack>
)

type RecordTableProps<Row> = Omit<TableSectionProps<Row>, "title" | "actions"> & {
  /** The name of the table for screen readers. */
  readonly label: string
}

/** The table alone, for a page that lists one kind of record. */
export const RecordTable = <Row,>(props: RecordTableProps<Row>) => {
  const { i18n } = useTranslation()
  const format = new Intl.NumberFormat(i18n.language)
  const { change, columns, empty, label, minWidth = 640, query, rowKey } = props
  const rows = query.data
  const last = columns.at(-1)
  const isPinned = last?.hidden === true || last?.pinned === true
  const error = query.error ?? change?.error ?? null
  return (
    <>
      <ProblemPanel error={error} onRetry={query.refetch} />
      {rows === undefined && error === null ? <Skeleton h={72} /> : null}
      {rows?.length === 0 && empty !== undefined ? <Text c="dimmed">{empty}</Text> : null}
      {rows === undefined || (rows.length === 0 && empty !== undefined) ? null : (
        <Scroller minWidth={minWidth} isPinned={isPinned}>
          <Table aria-label={label}>
            <Table.Thead>
              <Table.Tr>
                {columns.map(({ hidden, name, number, right }) => (
                  <Table.Th key={name} {...(right || number ? { ta: "right" } : {})}>
                    {hidden === true ? <VisuallyHidden>{name}</VisuallyHidden> : name}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={rowKey(row)}>
                  {columns.map(({ cell, hidden, name, number, right, td }) => (
                    <Table.Td key={name} {...(right || number || hidden ? { ta: "right" } : {})} {...td}>
                      {number === undefined ? cell?.(row) : format.format(number(row))}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Scroller>
      )}
    </>
  )
}

interface ScrollerProps {
  readonly minWidth: number
  readonly isPinned: boolean
  readonly children: ReactNode
}

/** Scrolls a table that is wider than the window, and says whether more of it is at its right. */
const Scroller = ({ children, isPinned, minWidth }: ScrollerProps) => {
  const viewport = useRef<HTMLDivElement>(null)
  const overflows = useOverflow(viewport)
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      scrollAreaProps={{ viewportRef: viewport, viewportProps: { tabIndex: 0 } }}
      data-overflows={overflows || undefined}
      {...(isPinned ? { className: classes.pinned } : {})}
    >
      {children}
    </Table.ScrollContainer>
  )
}
