/** A grid of pictures of samples that draws only those on the screen, and reads only their pages. */
import { useElementSize, useMergedRef } from "@mantine/hooks"
import { useVirtualizer } from "@tanstack/react-virtual"
import { type KeyboardEvent, useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import type { Count, ListOptions } from "./calls.ts"
import classes from "./grid.module.css"
import { Parts } from "./Parts.tsx"
import frameClasses from "./samples.module.css"
import { computePartStart, rowsPerPart, type SampleSearch } from "./search.ts"
import type { Selection } from "./selection.ts"
import { Tile } from "./Tile.tsx"
import { useLength } from "./useRows.ts"
import { useShownRows } from "./useShownRows.ts"
import type { TileSize } from "./view.ts"

interface SampleGridProps {
  readonly options: ListOptions
  readonly count: Count | undefined
  readonly size: TileSize
  /** Absent for people who can change nothing. */
  readonly selection: Selection | undefined
  readonly onChange: (search: SampleSearch) => void
}

/** The least width of a tile and its height, in pixels, and those of its picture's copy. */
const tiles = {
  small: { width: 130, height: 150, pixels: 320 },
  medium: { width: 240, height: 218, pixels: 320 },
  large: { width: 400, height: 340, pixels: 640 },
} as const

const gap = 12
const barHeight = 72

export const SampleGrid = ({ count, onChange, options, selection, size }: SampleGridProps) => {
  const { t } = useTranslation("samples")
  const { search } = options
  const scroller = useRef<HTMLElement>(null)
  const { ref: sized, width } = useElementSize<HTMLElement>()
  const frame = useMergedRef(scroller, sized)
  const start = computePartStart(search)
  const { length, reach } = useLength(options, count)
  const tile = tiles[size]
  const columns = countColumns(width, tile.width)
  const shown = Math.max(0, Math.min(length - start, rowsPerPart))
  const virtualizer = useVirtualizer({
    count: Math.ceil(shown / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => tile.height + gap,
    overscan: 2,
    paddingStart: gap,
    // The bar of what is selected must not cover the last row.
    paddingEnd: selection !== undefined && (selection.isAll || selection.uuids.size > 0) ? barHeight : 0,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another size stand elsewhere.
  useEffect(() => virtualizer.measure(), [virtualizer, tile])
  const lines = virtualizer.getVirtualItems()
  const { rows, select } = useShownRows(
    options,
    {
      first: start + (lines[0]?.index ?? 0) * columns,
      last: start + Math.max(0, Math.min(shown, ((lines.at(-1)?.index ?? 0) + 1) * columns) - 1),
      reach,
    },
    selection,
  )
  /** Arrows go to the tiles around the focused one. */
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }
    const step = Object.entries(steps).find(([key]) => key === event.key)?.[1]
    const from = (event.target as HTMLElement).dataset.index
    if (step === undefined || from === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const to = Number(from) + step
    if (to < start || to >= start + shown) return
    event.preventDefault()
    virtualizer.scrollToIndex(Math.floor((to - start) / columns))
    // Its line may be drawn only now.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus())
  }
  return (
    <>
      <ProblemPanel error={rows.error} onRetry={rows.refetch} />
      <div className={frameClasses.frame} data-failed={rows.error !== null || undefined}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
        <section ref={frame} className={frameClasses.scroller} tabIndex={0} aria-label={t("title")}>
          <div
            role="feed"
            aria-label={t("title")}
            aria-busy={false}
            className={classes.lines}
            style={{ height: virtualizer.getTotalSize() }}
            onKeyDown={walk}
          >
            {lines.map(({ index: line, start: top }) => (
              <div
                key={line}
                role="presentation"
                className={classes.line}
                style={{
                  gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
                  height: tile.height,
                  transform: `translateY(${top}px)`,
                }}
              >
                {Array.from({ length: Math.min(columns, shown - line * columns) }, (_, at) => {
                  const index = start + line * columns + at
                  const row = rows.rowAt(index)
                  return (
                    <Tile
                      key={index}
                      path={options.path}
                      row={row}
                      index={index}
                      count={count?.isExact === false ? -1 : length}
                      pixels={tile.pixels}
                      selected={
                        selection === undefined ? undefined : row !== undefined && selection.has(row.uuid)
                      }
                      isLocked={selection?.isAll === true}
                      onSelect={select}
                    />
                  )
                })}
              </div>
            ))}
          </div>
        </section>
      </div>
      <Parts length={length} search={search} onChange={onChange} />
    </>
  )
}

/** As many as fit. Before the width is known, one. */
const countColumns = (width: number, least: number): number =>
  width === 0 ? 1 : Math.max(1, Math.floor((width - gap) / (least + gap)))
