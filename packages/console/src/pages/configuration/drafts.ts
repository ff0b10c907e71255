/** Keeps what was not saved yet in this browser: a closed page or an ended session loses nothing. */
import type { DatasetName, Version } from "./calls.ts"

export interface Draft {
  readonly base: Version
  readonly text: string
}

/** Whose draft it is, and of which dataset. */
export interface DraftName extends DatasetName {
  readonly user: string
}

const formatDraftKey = ({ dataset, owner, user }: DraftName): string =>
  `annotary.configuration.${user}.${owner}/${dataset}`

/** The draft of a dataset; undefined without one, or with one that cannot be read. */
export const readDraft = (name: DraftName): Draft | undefined => {
  const stored = localStorage.getItem(formatDraftKey(name))
  return stored === null ? undefined : parseDraft(stored)
}

/** Whether the browser has kept it: its storage may be full, or forbidden. */
export const writeDraft = (name: DraftName, draft: Draft): boolean => {
  try {
    localStorage.setItem(formatDraftKey(name), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export const dropDraft = (name: DraftName): void => localStorage.removeItem(formatDraftKey(name))

const parseDraft = (kept: string): Draft | undefined => {
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
