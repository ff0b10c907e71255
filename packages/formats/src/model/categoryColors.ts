/** Colors for categories that have none, for formats that cannot leave a color out. */
import type { Losses } from "../carry/Losses.ts"
import type { Category } from "./Dataset.ts"

type Colored = Pick<Category, "color" | "name">

/** A category with red, green and blue. */
export type ColoredCategory<Of = Category> = Of & { readonly color: ReadonlyArray<number> }

/** The color of an index in the palette of VOC; index 0 is black. */
export const computePaletteColor = (index: number): ReadonlyArray<number> => {
  const color = [0, 0, 0]
  for (let bit = 7, rest = index; bit >= 0; bit--, rest >>= 3)
    for (let channel = 0; channel < 3; channel++)
      color[channel] = (color[channel] ?? 0) | (((rest >> channel) & 1) << bit)
  return color
}

/**
 * The categories, each with red, green and blue. Those without a color get the next one of the palette of VOC that no other category has, never black,
 * and are counted.
 */
export const fillColors = <Of extends Colored>(
  categories: ReadonlyArray<Of>,
  losses: Losses,
): ReadonlyArray<ColoredCategory<Of>> => {
  const taken = new Set(categories.flatMap(({ color }) => (color === null ? [] : [formatKey(color)])))
  let index = 0
  const chooseColor = (): ReadonlyArray<number> => {
    for (;;) {
      index += 1
      const color = computePaletteColor(index)
      if (!taken.has(formatKey(color))) return color
    }
  }
  return categories.map((category) => {
    if (category.color !== null) return { ...category, color: category.color.slice(0, 3) }
    losses.add("chosen-colors", category.name)
    return { ...category, color: chooseColor() }
  })
}

const formatKey = (color: ReadonlyArray<number>): string => color.slice(0, 3).join(",")
