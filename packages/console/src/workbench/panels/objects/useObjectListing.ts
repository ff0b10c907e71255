/** The list of objects as the person arranged and filtered it. */
import { useMemo, useState } from "react"
import { useTranslation } from "react-i18next"
import type { Editor } from "../../editor/Editor.ts"
import { getLabel } from "../../editor/EditorState.ts"
import { isSequence } from "../../editor/label/frames.ts"
import { useEditor, useStore } from "../../editor/useStore.ts"
import { type Arrangement, arrangementStore } from "./ArrangementStore.ts"
import { type ListedObject, listObjects, type ObjectGroup } from "./listObjects.ts"

export interface ObjectListing {
  /** The number of objects before the filter. */
  readonly total: number
  readonly groups: ReadonlyArray<ObjectGroup>
  /** The objects of the groups that are not collapsed. */
  readonly rows: ReadonlyArray<ListedObject>
  readonly arrangement: Arrangement
  /** The groups whose objects are not listed, until the workbench is left. */
  readonly collapsed: ReadonlySet<string>
  readonly toggleGroup: (id: string) => void
  readonly filter: string
  readonly setFilter: (filter: string) => void
}

const noWarnings: ReadonlyMap<string, number> = new Map()

export const useObjectListing = (editor: Editor, counts: ReadonlyMap<string, number>): ObjectListing => {
  const { t } = useTranslation("workbench")
  const [filter, setFilter] = useState("")
  const chosen = useStore(arrangementStore)
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const state = useEditor(editor)
  const label = getLabel(state)
  const { frame } = state
  const { categories } = editor.setting.configuration
  // Only a sequence has tracks in other frames.
  const grouping = chosen.grouping === "track" && !isSequence(label) ? "none" : chosen.grouping
  // Pixels and points have no size to sort by.
  const order = chosen.order === "size" && editor.surface !== undefined ? "drawn" : chosen.order
  const warnings = order === "warnings" ? counts : noWarnings
  const words = useMemo(() => ({ yes: t("attributes.yes"), no: t("attributes.no") }), [t])
  const { groups, total } = useMemo(
    () => listObjects(label, { categories, frame, grouping, order, filter, warnings, words }),
    [label, categories, frame, grouping, order, filter, warnings, words],
  )
  const rows = useMemo(
    () => groups.flatMap(({ id, objects }) => (grouping !== "none" && collapsed.has(id) ? [] : objects)),
    [groups, grouping, collapsed],
  )
  const toggleGroup = (id: string) =>
    setCollapsed((ids) =>
      ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id]),
    )
  const arrangement = { grouping, order }
  return { total, groups, rows, arrangement, collapsed, toggleGroup, filter, setFilter }
}

/** The keys of the listed objects that the shown frame has, in the order of the list. */
export const listShownKeys = (rows: ReadonlyArray<ListedObject>, frame: number): ReadonlyArray<string> =>
  rows.flatMap((object) => (object.frame === frame ? [object.annotation.key] : []))
