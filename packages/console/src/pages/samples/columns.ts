/** The columns of the table of samples, and which of them this browser shows. */
import { useLocalStorage } from "@mantine/hooks"
import type { SortKey } from "./search.ts"

interface Column {
  readonly name:
    | "image"
    | "name"
    | "status"
    | "priority"
    | "labeler"
    | "reviewer"
    | "metadata"
    | "labelChanged"
    | "changed"
    | "created"
  /** A track of the grid. */
  readonly width: string
  readonly sort?: SortKey
  readonly end?: boolean
}

export type ColumnName = Column["name"]

export const columns: ReadonlyArray<Column> = [
  { name: "image", width: "56px" },
  { name: "name", width: "minmax(160px, 2fr)", sort: "name" },
  { name: "status", width: "140px" },
  { name: "priority", width: "88px", sort: "priority", end: true },
  { name: "labeler", width: "minmax(90px, 1fr)" },
  { name: "reviewer", width: "minmax(90px, 1fr)" },
  { name: "metadata", width: "minmax(120px, 2fr)" },
  { name: "labelChanged", width: "132px", sort: "gt_label__updated_at" },
  { name: "changed", width: "116px" },
  { name: "created", width: "116px", sort: "created_at" },
]

const initially: ReadonlyArray<ColumnName> = columns
  .map(({ name }) => name)
  .filter((name) => name !== "created")

/** The names of the shown columns, and a change of them. The name of a sample is always there. */
export const useColumns = () => {
  const [chosen, choose] = useLocalStorage<ReadonlyArray<string>>({
    key: "annotary.samples.columns",
    defaultValue: initially,
    getInitialValueInEffect: false,
  })
  const names = Array.isArray(chosen) ? chosen : initially
  return {
    shown: columns.filter(({ name }) => name === "name" || names.includes(name)),
    toggle: (name: ColumnName) =>
      choose(names.includes(name) ? names.filter((one) => one !== name) : [...names, name]),
  }
}
