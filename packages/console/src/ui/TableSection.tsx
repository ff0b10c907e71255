/** A section that lists records in a table: its heading and actions, and what stands there while it loads, fails or has no rows. */
import { Group, Skeleton, Stack, Table, Text, Title, VisuallyHidden } from "@mantine/core"
import { type ReactNode, useRef } from "react"
import { ProblemPanel } from "./ProblemPanel.tsx"
import classes from "./TableSection.module.css"
import { useOverflow } from "./useOverflow.ts"

/** A column by its heading. */
export interface Column {
  readonly name: string
  /** For numbers and buttons. */
  readonly right?: boolean
  /** Screen readers alone read the heading, as that of buttons. */
  readonly hidden?: boolean
  /** The last column, as that of links, stays in view where the table is wider than the window. That of buttons always does. */
  readonly pinned?: boolean
}

interface TableSectionProps<Row> {
  readonly title: string
  /** Buttons at the right of the heading. */
  readonly actions?: ReactNode
  readonly columns: ReadonlyArray<Column>
  /** Undefined while they are loaded. */
  readonly rows: ReadonlyArray<Row> | undefined
  readonly error: unknown
  readonly onRetry?: () => void
  /** Says what a table without rows means. */
  readonly empty?: string
  readonly minWidth?: number
  /** The `Table.Tr` of a row. */
  readonly children: (row: Row) => ReactNode
}

export const TableSection = <Row,>({ actions, children, title, ...table }: TableSectionProps<Row>) => (
  <Stack component="section" gap="xs">
    <Group justify="space-between" mih={32}>
      <Title order={2}>{title}</Title>
      {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
    </Group>
    <RecordTable {...table} label={title}>
      {children}
    </RecordTable>
  </Stack>
)

type RecordTableProps<Row> = Omit<TableSectionProps<Row>, "title" | "actions"> & {
  /** The name of the table for screen readers. */
  readonly label: string
}

/** The table alone, for a page that lists one kind of record. */
export const RecordTable = <Row,>(props: RecordTableProps<Row>) => {
  const { children, columns, empty, error, label, minWidth = 640, onRetry, rows } = props
  const last = columns.at(-1)
  const isPinned = last?.hidden === true || last?.pinned === true
  const failed = error !== null && error !== undefined
  return (
    <>
      {failed ? <ProblemPanel error={error} {...(onRetry === undefined ? {} : { onRetry })} /> : null}
      {rows === undefined && !failed ? <Skeleton h={72} /> : null}
      {rows?.length === 0 && empty !== undefined ? <Text c="dimmed">{empty}</Text> : null}
      {rows === undefined || (rows.length === 0 && empty !== undefined) ? null : (
        <Scroller minWidth={minWidth} isPinned={isPinned}>
          <Table aria-label={label}>
            <Table.Thead>
              <Table.Tr>
                {columns.map(({ hidden, name, right }) => (
                  <Table.Th key={name} {...(right === true ? { ta: "right" } : {})}>
                    {hidden === true ? <VisuallyHidden>{name}</VisuallyHidden> : name}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>{rows.map(children)}</Table.Tbody>
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
