/** A row of the table of samples: drawn again only when something of it changes. */
import { memo } from "react"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { CheckBox } from "./CheckBox.tsx"
import type { columns as allColumns } from "./columns.ts"
import { Cell } from "./SampleCells.tsx"
import type { SampleRow } from "./sampleRow.ts"
import classes from "./samples.module.css"

interface RowProps {
  readonly path: DatasetPath
  /** Undefined until its page is read. */
  readonly row: SampleRow | undefined
  readonly index: number
  readonly top: number
  readonly template: string
  readonly columns: typeof allColumns
  /** Undefined for people who can select nothing. */
  readonly selected: boolean | undefined
  /** All are selected: one alone cannot be taken out. */
  readonly isLocked: boolean
  readonly onSelect: (index: number, on: boolean, isRange: boolean) => void
}

export const Row = memo(
  ({ columns, index, isLocked, onSelect, path, row, selected, template, top }: RowProps) => {
    const { t } = useTranslation("samples")
    return (
      // biome-ignore lint/a11y: rows of a grid of boxes.
      <div
        role="row"
        aria-rowindex={index + 2}
        className={classes.row}
        style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
      >
        {selected === undefined ? null : (
          // biome-ignore lint/a11y: a cell of a grid of boxes.
          <span role="cell">
            {row === undefined ? null : (
              <CheckBox
                label={t("select", { name: row.name })}
                checked={selected}
                disabled={isLocked}
                onChange={(on, withShift) => onSelect(index, on, withShift)}
              />
            )}
          </span>
        )}
        {columns.map((column) => (
          <Cell key={column.name} column={column} path={path} row={row} />
        ))}
      </div>
    )
  },
)
