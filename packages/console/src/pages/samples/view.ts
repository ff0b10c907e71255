/** Keeps in this browser whether samples are shown as a table or as a grid, and the size of the pictures of the grid. */
import { readLocalStorageValue, useLocalStorage } from "@mantine/hooks"
import { hasOneImage } from "./columns.ts"

export const views = ["table", "grid"] as const
export type View = (typeof views)[number]

export const tileSizes = ["small", "medium", "large"] as const
export type TileSize = (typeof tileSizes)[number]

interface ChosenView {
  readonly view: View
  readonly size: TileSize
}

const initially: ChosenView = { view: "table", size: "medium" }

const storage = {
  key: "annotary.samples.view",
  defaultValue: initially as unknown,
  getInitialValueInEffect: false,
} as const

export const useView = () => {
  const [stored, store] = useLocalStorage(storage)
  const chosen = readView(stored)
  return { ...chosen, choose: (change: Partial<ChosenView>) => store({ ...chosen, ...change }) }
}

/** Nothing is trusted that another version of this page has stored. */
export const readView = (stored: unknown): ChosenView => {
  const read = (name: keyof ChosenView): unknown => Reflect.get(Object(stored), name)
  return {
    view: views.find((view) => view === read("view")) ?? initially.view,
    size: tileSizes.find((size) => size === read("size")) ?? initially.size,
  }
}

/** Whether this browser shows samples of this type in a grid. Other samples have no single picture that a list could have. */
export const isGridShown = (
  taskType: string | undefined,
  view: View = readView(readLocalStorageValue(storage)).view,
): boolean => hasOneImage(taskType) && view === "grid"
