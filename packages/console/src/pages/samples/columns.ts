/** The columns of the table of samples, and which of them this browser shows. */
import { readLocalStorageValue, useLocalStorage } from "@mantine/hooks"
import { useMemo } from "react"
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

const storage = {
  key: "annotary.samples.columns",
  defaultValue: initially as ReadonlyArray<string>,
  getInitialValueInEffect: false,
} as const

/** The columns that this browser shows, and a change of them. The name of a sample is always there. */
export const useColumns = (taskType: string | undefined) => {
  const [chosen, choose] = useLocalStorage(storage)
  const names = Array.isArray(chosen) ? chosen : initially
  const shown = useMemo(() => toColumns(chosen, taskType), [chosen, taskType])
  return {
    shown,
    toggle: (name: ColumnName) =>
      choose(names.includes(name) ? names.filter((one) => one !== name) : [...names, name]),
  }
}

/** The columns that this browser shows, outside of a component. */
export const readChosenColumns = (taskType: string): ReadonlyArray<Column> =>
  toColumns(readLocalStorageValue(storage), taskType)

/** Sequences have an image a frame, and attributes that are too long for a list; point clouds have none. */
export const hasOneImage = (taskType: string | undefined): boolean =>
  taskType !== undefined &&
  !taskType.includes("sequence") &&
  !taskType.startsWith("pointcloud") &&
  !taskType.startsWith("multisensor")

export const withImages = (shown: ReadonlyArray<Column>): boolean =>
  shown.some(({ name }) => name === "image")

/** Nothing is trusted that another version of this page has stored. */
const toColumns = (chosen: unknown, taskType: string | undefined): ReadonlyArray<Column> => {
  const names: ReadonlyArray<unknown> = Array.isArray(chosen) ? chosen : initially
  return columns.filter(
    ({ name }) => name === "name" || (names.includes(name) && (name !== "image" || hasOneImage(taskType))),
  )
}
