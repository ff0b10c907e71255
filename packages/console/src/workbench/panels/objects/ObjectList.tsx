/** The list of objects, of which only the rows in view are elements. It scrolls to what is selected elsewhere. */
import { useVirtualizer } from "@tanstack/react-virtual"
import { useCallback, useEffect, useMemo, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useEditor } from "../../editor/useStore.ts"
import { useWork } from "../../Work.ts"
import classes from "../panels.module.css"
import { GroupRow } from "./GroupRow.tsx"
import type { ListedObject, ObjectGroup } from "./listObjects.ts"
import { ObjectRow } from "./ObjectRow.tsx"
import { type PressKeys, selectRow } from "./objectSelection.ts"

interface ObjectListProps {
  readonly points: ReadonlyMap<string, number> | undefined
}

/** In pixels, as in the style sheet. */
const rowHeight = 28

/** A row: the heading of a group, or an object with its number among all of them. */
type Row = { readonly group: ObjectGroup } | { readonly object: ListedObject; readonly position: number }

export const ObjectList = ({ points }: ObjectListProps) => {
  const { counts: warnings, editor, objects } = useWork()
  const { t } = useTranslation("workbench")
  const state = useEditor(editor)
  const scroller = useRef<HTMLDivElement>(null)
  const { arrangement, collapsed, groups, rows: listed, toggleGroup } = objects
  const hasGroups = arrangement.grouping !== "none"
  const rows = useMemo(() => listRows(groups, hasGroups, collapsed), [groups, hasGroups, collapsed])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (index) => getRowKey(rows[index]) ?? index,
  })
  const anchor = useRef<string>(undefined)
  // Kept the same, so that a selection draws two rows anew and not all.
  const latest = useRef(listed)
  latest.current = listed
  const press = useCallback(
    (key: string, keys: PressKeys) => {
      const order = latest.current.map(({ annotation }) => annotation.key)
      const selected = selectRow(
        { order, selected: editor.state.selected, anchor: anchor.current },
        key,
        keys,
      )
      if (!keys.isRange) anchor.current = key
      editor.select(selected)
      // A track of another frame is shown where it is nearest.
      const frame = latest.current.find(({ annotation }) => annotation.key === key)?.frame
      if (frame !== undefined && !keys.isRange && !keys.isToggle) editor.show(frame)
    },
    [editor],
  )
  const last = [...state.selected].at(-1)
  const index = last === undefined ? -1 : rows.findIndex((row) => getRowKey(row) === last)
  useEffect(() => {
    // A selection of several shows the last one; where it is in view already, nothing scrolls.
    if (index !== -1) virtualizer.scrollToIndex(index, { align: "auto" })
  }, [index, virtualizer])
  return (
    <div ref={scroller} className={classes.scroller}>
      <ul className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index: place, key: itemKey, start }) => {
          const row = rows[place]
          if (row === undefined) return null
          if ("group" in row) {
            const { id } = row.group
            const keys = row.group.objects.map(({ annotation }) => annotation.key)
            const category = row.group.objects[0]?.category
            const isByCategory = arrangement.grouping === "category"
            return (
              <GroupRow
                key={itemKey}
                editor={editor}
                name={
                  isByCategory
                    ? (category?.name ?? t("objects.unknown", { id }))
                    : t(id === "here" ? "objects.here" : "objects.elsewhere")
                }
                color={isByCategory ? (category?.color ?? "gray") : undefined}
                keys={keys}
                top={start}
                isCollapsed={collapsed.has(id)}
                isHidden={keys.every((key) => state.hidden.has(key))}
                isLocked={keys.every((key) => state.locked.has(key))}
                onToggle={() => toggleGroup(id)}
              />
            )
          }
          const { annotation, category, extent } = row.object
          const { categoryId, key } = annotation
          return (
            <ObjectRow
              key={itemKey}
              annotation={annotation}
              editor={editor}
              name={category?.name ?? t("objects.unknown", { id: categoryId })}
              color={category?.color ?? "gray"}
              position={row.position}
              count={listed.length}
              top={start}
              selected={state.selected.has(key)}
              locked={state.locked.has(key)}
              hidden={state.hidden.has(key)}
              warnings={warnings.get(key) ?? 0}
              points={points?.get(key)}
              extent={extent}
              onPress={press}
            />
          )
        })}
      </ul>
    </div>
  )
}

const listRows = (
  groups: ReadonlyArray<ObjectGroup>,
  hasGroups: boolean,
  collapsed: ReadonlySet<string>,
): ReadonlyArray<Row> => {
  let position = 0
  return groups.flatMap((group): ReadonlyArray<Row> => {
    const isOpen = !hasGroups || !collapsed.has(group.id)
    const objects = isOpen
      ? group.objects.map((object) => {
          position += 1
          return { object, position }
        })
      : []
    return hasGroups ? [{ group }, ...objects] : objects
  })
}

/** A key of an object never begins as that of a group. */
const getRowKey = (row: Row | undefined): string | undefined =>
  row === undefined ? undefined : "group" in row ? `group:${row.group.id}` : row.object.annotation.key
