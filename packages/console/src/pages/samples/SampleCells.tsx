/** The cells of the table of samples. */
import { UnstyledButton } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { getStatusColor, type Status } from "../../api/statuses.ts"
import { StateBadge } from "../../ui/StateBadge.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { When } from "../../ui/When.tsx"
import type { columns } from "./columns.ts"
import type { SampleRow } from "./sampleRow.ts"
import classes from "./samples.module.css"
import type { SampleSearch } from "./search.ts"
import { Thumbnail } from "./Thumbnail.tsx"

type Column = (typeof columns)[number]

interface ColumnHeaderProps {
  readonly column: Column
  readonly search: SampleSearch
  readonly onChange: (search: SampleSearch) => void
}

/** A header sorts ascending, then descending, then not. */
export const ColumnHeader = ({ column: { end, name, sort }, onChange, search }: ColumnHeaderProps) => {
  const { t } = useTranslation("samples")
  const direction = search.sort === sort ? "ascending" : search.sort === `-${sort}` ? "descending" : "none"
  const { part: _, sort: __, ...rest } = search
  const showNext = () => {
    if (sort === undefined) return
    onChange(
      direction === "none"
        ? { ...rest, sort }
        : direction === "ascending"
          ? { ...rest, sort: `-${sort}` }
          : rest,
    )
  }
  return (
    // biome-ignore lint/a11y: a header in a grid of boxes.
    <span
      role="columnheader"
      className={end === true ? classes.end : undefined}
      {...(sort === undefined ? {} : { "aria-sort": direction })}
    >
      {sort === undefined ? (
        t(`columns.${name}`)
      ) : (
        <UnstyledButton className={classes.sort} onClick={showNext}>
          {t(`columns.${name}`)}
          <span aria-hidden="true">{{ ascending: " ↑", descending: " ↓", none: "" }[direction]}</span>
        </UnstyledButton>
      )}
    </span>
  )
}

interface CellProps {
  readonly column: Column
  readonly path: DatasetPath
  readonly row: SampleRow | undefined
}

export const Cell = ({ column, path, row }: CellProps) => (
  // biome-ignore lint/a11y: a cell of a grid of boxes.
  <span role="cell" className={column.end === true ? classes.end : undefined}>
    {row === undefined ? (
      <span className={classes.waiting} />
    ) : (
      <Content name={column.name} path={path} row={row} />
    )}
  </span>
)

interface ContentProps {
  readonly name: Column["name"]
  readonly path: DatasetPath
  readonly row: SampleRow
}

const Content = ({ name, path, row }: ContentProps) => {
  switch (name) {
    case "image":
      return <Thumbnail key={row.uuid} row={row} />
    case "name":
      return (
        <Link
          to="/d/$owner/$dataset/samples/$uuid"
          params={{ ...path, uuid: row.uuid }}
          preload={false}
          className={classes.link}
          title={row.name}
        >
          <Visible text={row.name} />
        </Link>
      )
    case "status":
      return <StatusBadge status={row.status} />
    case "priority":
      return row.priority
    case "labeler":
    case "reviewer":
      return (
        <span className={classes.text} title={row[name]}>
          {row[name] ?? "–"}
        </span>
      )
    case "metadata":
      return (
        <span className={classes.code} title={row.metadata}>
          <Visible text={row.metadata} />
        </span>
      )
    case "labelChanged":
      return row.labelChanged === undefined ? "–" : <When at={row.labelChanged} />
    case "changed":
    case "created":
      return <When at={row[name]} />
  }
}

export const StatusBadge = ({ status }: { readonly status: Status }) => {
  const { t } = useTranslation("samples")
  return <StateBadge color={getStatusColor(status)}>{t(`status.${status}`)}</StateBadge>
}
