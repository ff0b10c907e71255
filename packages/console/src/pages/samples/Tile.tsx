/** A sample in the grid: its picture, name and status. Drawn again only when something of it changes. */
import { Link } from "@tanstack/react-router"
import { memo } from "react"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { Visible } from "../../ui/Visible.tsx"
import { CheckBox } from "./CheckBox.tsx"
import classes from "./grid.module.css"
import { StatusBadge } from "./SampleCells.tsx"
import type { SampleRow } from "./sampleRow.ts"
import { Thumbnail } from "./Thumbnail.tsx"

interface TileProps {
  readonly path: DatasetPath
  /** Undefined until its page is read. */
  readonly row: SampleRow | undefined
  readonly index: number
  /** The number of samples, -1 where it is not known. */
  readonly count: number
  /** Pixels of the picture's copy. */
  readonly pixels: 320 | 640
  /** Undefined for people who can select nothing. */
  readonly selected: boolean | undefined
  /** All are selected: one alone cannot be taken out. */
  readonly isLocked: boolean
  readonly onSelect: (index: number, on: boolean, isRange: boolean) => void
}

export const Tile = memo(({ count, index, isLocked, onSelect, path, pixels, row, selected }: TileProps) => {
  const { t } = useTranslation("samples")
  if (row === undefined) return <div className={classes.waiting} />
  const people = [row.labeler, row.reviewer].filter((name) => name !== undefined)
  return (
    <article
      className={classes.tile}
      data-selected={selected === true || undefined}
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-label={row.name}
    >
      <Link
        to="/d/$owner/$dataset/samples/$uuid"
        params={{ ...path, uuid: row.uuid }}
        preload={false}
        className={classes.link}
        title={[row.name, ...people].join("\n")}
        data-index={index}
      >
        <Thumbnail key={`${row.uuid} ${pixels}`} row={row} size={pixels} className={classes.picture} />
        <span className={classes.name}>
          <Visible text={row.name} />
        </span>
      </Link>
      <span className={classes.status}>
        <StatusBadge status={row.status} />
      </span>
      {selected === undefined ? null : (
        <span className={classes.check}>
          <CheckBox
            label={t("select", { name: row.name })}
            checked={selected}
            disabled={isLocked}
            onChange={(on, withShift) => onSelect(index, on, withShift)}
          />
        </span>
      )}
    </article>
  )
})
