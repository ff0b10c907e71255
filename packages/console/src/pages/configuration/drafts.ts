/** What was not saved yet, kept in this browser: a closed page or an ended session loses nothing. */
import type { DatasetName, Version } from "./calls.ts"

export interface Draft {
  readonly base: Version
  readonly text: string
}

const keyOf = ({ dataset, owner }: DatasetName): string => `annotary.configuration.${owner}/${dataset}`

/** The draft of a dataset; undefined without one, or with one that cannot be read. */
export const readDraft = (name: DatasetName): Draft | undefined => {
  const kept = localStorage.getItem(keyOf(name))
  return kept === null ? undefined : draftOf(kept)
}

export const writeDraft = (name: DatasetName, draft: Draft): void =>
  localStorage.setItem(keyOf(name), JSON.stringify(draft))

export const dropDraft = (name: DatasetName): void => localStorage.removeItem(keyOf(name))

const draftOf = (kept: string): Draft | undefined => {
  try {
    const draft: unknown = JSON.parse(kept)
    return isDraft(draft) ? draft : undefined
  } catch {
    return undefined
  }
}

const isDraft = (draft: unknown): draft is Draft => {
  if (typeof draft !== "object" || draft === null || !("base" in draft) || !("text" in draft)) return false
  const { base, text } = draft
  if (typeof base !== "object" || base === null || !("number" in base) || !("text" in base)) return false
  return typeof text === "string" && typeof base.text === "string" && typeof base.number === "number"
}
