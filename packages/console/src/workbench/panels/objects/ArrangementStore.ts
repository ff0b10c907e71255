/** The groups and the order of the list of objects, which are no part of the label. */
import { PersonalStore } from "../../display/PersonalStore.ts"

export const groupings = ["none", "category", "track"] as const
/** `track` lists the tracks of all frames. */
export type Grouping = (typeof groupings)[number]

export const objectOrders = ["drawn", "id", "category", "size", "warnings"] as const
/** `drawn` is the order of the label: each object covers those before it. `size` begins with the smallest. */
export type ObjectOrder = (typeof objectOrders)[number]

export interface Arrangement {
  readonly grouping: Grouping
  readonly order: ObjectOrder
}

export const defaultArrangement: Arrangement = { grouping: "none", order: "drawn" }

/** Reads what was stored. A choice that cannot be read is the default one. */
export const readArrangement = (text: string | null): Arrangement => {
  try {
    const value: unknown = JSON.parse(text ?? "null")
    if (typeof value !== "object" || value === null) return defaultArrangement
    const stored: { readonly [key: string]: unknown } = { ...value }
    return {
      grouping: groupings.find((name) => name === stored.grouping) ?? defaultArrangement.grouping,
      order: objectOrders.find((name) => name === stored.order) ?? defaultArrangement.order,
    }
  } catch {
    return defaultArrangement
  }
}

export const arrangementStore = new PersonalStore<Arrangement>("annotary.objects", readArrangement)
