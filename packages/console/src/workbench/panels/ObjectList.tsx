/** The list of objects, of which only the rows in view are elements. It scrolls to what is selected elsewhere. */
import { useVirtualizer } from "@tanstack/react-virtual"
import { useCallback, useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import type { Annotation } from "../editor/label/annotation.ts"
import { useEditor } from "../editor/useStore.ts"
import { useWork } from "../Work.ts"
import { ObjectRow } from "./ObjectRow.tsx"
import { type PressKeys, selectRow } from "./objectSelection.ts"
import classes from "./panels.module.css"

interface ObjectListProps {
  readonly annotations: ReadonlyArray<Annotation>
  readonly points: ReadonlyMap<string, number> | undefined
}

/** In pixels, as in the style sheet. */
const rowHeight = 28

export const ObjectList = ({ annotations, points }: ObjectListProps) => {
  const { counts: warnings, editor } = useWork()
  const { t } = useTranslation("workbench")
  const state = useEditor(editor)
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: annotations.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (index) => annotations[index]?.key ?? index,
  })
  const anchor = useRef<string>(undefined)
  // Kept the same, so that a selection draws two rows anew and not all.
  const latest = useRef(annotations)
  latest.current = annotations
  const press = useCallback(
    (key: string, keys: PressKeys) => {
      const order = latest.current.map((annotation) => annotation.key)
      const selected = selectRow(
        { order, selected: editor.state.selected, anchor: anchor.current },
        key,
        keys,
      )
      if (!keys.isRange) anchor.current = key
      editor.select(selected)
    },
    [editor],
  )
  const last = [...state.selected].at(-1)
  const index = last === undefined ? -1 : annotations.findIndex(({ key }) => key === last)
  useEffect(() => {
    // A selection of several shows the last one; where it is in view already, nothing scrolls.
    if (index !== -1) virtualizer.scrollToIndex(index, { align: "auto" })
  }, [index, virtualizer])
  const categories = new Map(editor.setting.configuration.categories.map((one) => [one.id, one]))
  return (
    <div ref={scroller} className={classes.scroller}>
      <ul className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index: row, key: itemKey, start }) => {
          const annotation = annotations[row]
          if (annotation === undefined) return null
          const { categoryId, key } = annotation
          const category = categories.get(categoryId)
          return (
            <ObjectRow
              key={itemKey}
              annotation={annotation}
              editor={editor}
              name={category?.name ?? t("objects.unknown", { id: categoryId })}
              color={category?.color ?? "gray"}
              position={row + 1}
              count={annotations.length}
              top={start}
              selected={state.selected.has(key)}
              locked={state.locked.has(key)}
              hidden={state.hidden.has(key)}
              warnings={warnings.get(key) ?? 0}
              points={points?.get(key)}
              onPress={press}
            />
          )
        })}
      </ul>
    </div>
  )
}
