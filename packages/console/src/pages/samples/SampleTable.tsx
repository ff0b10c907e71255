/** A table of samples that draws only the rows on the screen, and reads only their pages. */
import { useVirtualizer } from "@tanstack/react-virtual"
import { useRef } from "react"
import { useTranslation } from "react-i18next"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { useOverflow } from "../../ui/useOverflow.ts"
import { CheckBox } from "./CheckBox.tsx"
import type { Count, ListOptions } from "./calls.ts"
import type { columns as allColumns } from "./columns.ts"
import { Parts } from "./Parts.tsx"
import { Row } from "./Row.tsx"
import { ColumnHeader } from "./SampleCells.tsx"
import classes from "./samples.module.css"
import { computePartStart, rowsPerPart, type SampleSearch } from "./search.ts"
import type { Selection } from "./selection.ts"
import { useLength } from "./useRows.ts"
import { useShownRows } from "./useShownRows.ts"

interface SampleTableProps {
  readonly options: ListOptions
  readonly count: Count | undefined
  readonly columns: typeof allColumns
  /** Absent for people who can change nothing. */
  readonly selection: Selection | undefined
  readonly onChange: (search: SampleSearch) => void
}

/** In pixels, as in the style sheet. */
const rowHeight = 40
const barHeight = 72

export const SampleTable = ({ columns, count, onChange, options, selection }: SampleTableProps) => {
  const { t } = useTranslation("samples")
  const { search } = options
  const scroller = useRef<HTMLElement>(null)
  const overflows = useOverflow(scroller)
  const start = computePartStart(search)
  const { length, reach } = useLength(options, count)
  const virtualizer = useVirtualizer({
    count: Math.max(0, Math.min(length - start, rowsPerPart)),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    // The bar of what is selected must not cover the last row.
    paddingEnd: selection !== undefined && (selection.isAll || selection.uuids.size > 0) ? barHeight : 0,
  })
  const items = virtualizer.getVirtualItems()
  const { rows, select } = useShownRows(
    options,
    { first: start + (items[0]?.index ?? 0), last: start + (items.at(-1)?.index ?? 0), reach },
    selection,
  )
  const template = [...(selection === undefined ? [] : ["36px"]), ...columns.map(({ width }) => width)].join(
    " ",
  )
  return (
    <>
      <ProblemPanel error={rows.error} onRetry={rows.refetch} />
      <div
        className={classes.frame}
        data-overflows={overflows || undefined}
        data-failed={rows.error !== null || undefined}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
        <section ref={scroller} className={classes.scroller} tabIndex={0} aria-label={t("title")}>
          {/* biome-ignore lint/a11y/useSemanticElements: rows of a table element cannot stand at places. */}
          <div
            role="table"
            aria-label={t("title")}
            aria-rowcount={count?.isExact === false ? -1 : length + 1}
            aria-colcount={columns.length + (selection === undefined ? 0 : 1)}
            className={classes.table}
          >
            {/* biome-ignore lint/a11y: rows of a grid of boxes. */}
            <div
              role="row"
              aria-rowindex={1}
              className={classes.head}
              style={{ gridTemplateColumns: template }}
            >
              {selection === undefined ? null : (
                // biome-ignore lint/a11y: the header of the check boxes.
                <span role="columnheader">
                  <CheckBox
                    label={t("selectAll")}
                    checked={selection.isAll}
                    isPartly={!selection.isAll && selection.uuids.size > 0}
                    onChange={() => (selection.isAll ? selection.clear() : selection.selectAll())}
                  />
                </span>
              )}
              {columns.map((column) => (
                <ColumnHeader key={column.name} column={column} search={search} onChange={onChange} />
              ))}
            </div>
            <div className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
              {items.map(({ index, start: top }) => {
                const row = rows.rowAt(start + index)
                return (
                  <Row
                    key={index}
                    path={options.path}
                    row={row}
                    index={start + index}
                    top={top}
                    template={template}
                    columns={columns}
                    selected={
                      selection === undefined ? undefined : row !== undefined && selection.has(row.uuid)
                    }
                    isLocked={selection?.isAll === true}
                    onSelect={select}
                  />
                )
              })}
            </div>
          </div>
        </section>
      </div>
      <Parts length={length} search={search} onChange={onChange} />
    </>
  )
}
