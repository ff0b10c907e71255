/** The bitmap over the image: a canvas that the worker draws on, and the outline of the brush. */
import { Alert, Button, Loader } from "@mantine/core"
import { useEffect, useLayoutEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { listBlocks } from "../../documents/bitmap/blocks.ts"
import type { MaskDocument } from "../../documents/bitmap/MaskDocument.ts"
import type { MaskState } from "../../documents/bitmap/MaskState.ts"
import { findNextArea } from "../../editor/edits/paint.ts"
import { useEditor, useStore } from "../../editor/useStore.ts"
import type { Point } from "../../geometry/point.ts"
import type { Size } from "../../geometry/viewport.ts"
import { locateWithin } from "../../input/locateWithin.ts"
import classes from "../../tools/paint/bitmap.module.css"
import type { Tool } from "../../tools/tools.ts"
import type { ViewportStore } from "./ViewportStore.ts"

interface MaskLayerProps {
  readonly mask: MaskDocument
  /** The size of the image of the frame; undefined until it is loaded. */
  readonly image: Size | undefined
  readonly viewport: ViewportStore
}

export const MaskLayer = ({ image, mask, viewport }: MaskLayerProps) => {
  const state = useStore(mask)
  const brush = useStore(mask.brush)
  const holder = useRef<HTMLDivElement>(null)
  const size = state.status === "ready" || state.status === "misfit" ? state.size : undefined
  useEffect(() => {
    if (image !== undefined) mask.setImage(image)
  }, [mask, image])
  useLayoutEffect(() => {
    const element = holder.current
    if (size === undefined || element === null) return
    // A canvas can be given to a worker once, so that this component makes its own each time.
    const canvases = listBlocks(size).map((block) => {
      const canvas = document.createElement("canvas")
      const [left, top, width, height] = [block.x, block.y, block.width, block.height].map(
        (one) => `${one}px`,
      )
      Object.assign(canvas.style, { left, top, width, height })
      return canvas
    })
    element.append(...canvases)
    mask.show(canvases)
    const place = () => {
      const { scale, x, y } = viewport.state
      element.style.transform = `matrix(${scale},0,0,${scale},${-x * scale},${-y * scale})`
      element.toggleAttribute("data-pixels", scale > 1)
    }
    place()
    const stop = viewport.subscribe(place)
    return () => {
      stop()
      mask.pause()
      for (const canvas of canvases) canvas.remove()
    }
  }, [mask, viewport, size])
  return (
    <>
      <div ref={holder} className={classes.mask} style={{ opacity: brush.opacity }} aria-hidden="true" />
      <BrushOutline mask={mask} viewport={viewport} />
      <Notice mask={mask} state={state} />
    </>
  )
}

const painting: ReadonlySet<Tool> = new Set<Tool>(["brush", "fill", "area"])

/** The object that the next stroke continues, where the frame does not show it yet. */
const Continues = ({ mask }: { readonly mask: MaskDocument }) => {
  const { t } = useTranslation("workbench")
  const state = useEditor(mask.editor)
  if (state.readOnly || !painting.has(state.tool)) return null
  const { continues } = findNextArea(state, mask.editor.setting, mask.frame, [])
  return continues === undefined ? null : (
    <p className={classes.loading} role="status">
      {t("bitmap.continues", { id: continues.key })}
    </p>
  )
}

type MaskProblem = Extract<MaskState, { readonly status: "failed" }>["problem"]

const failureTexts = { load: "notLoaded", file: "noBitmap", ended: "ended", lost: "lost" } as const

const isStopped = (problem: MaskProblem): boolean => problem === "ended" || problem === "lost"

const Notice = ({ mask, state }: { readonly mask: MaskDocument; readonly state: MaskState }) => {
  const { t } = useTranslation("workbench")
  switch (state.status) {
    case "ready":
      return <Continues mask={mask} />
    case "loading":
      return (
        <p className={classes.loading} role="status">
          <Loader size="xs" /> {t("bitmap.loading")}
        </p>
      )
    case "misfit": {
      const sizes = {
        bitmap: `${state.size.width} × ${state.size.height}`,
        image: `${state.image.width} × ${state.image.height}`,
      }
      return (
        <Alert color="orange" className={classes.notice} title={t("bitmap.misfit")} role="alert">
          {t("bitmap.misfitHint", sizes)}
        </Alert>
      )
    }
    case "failed":
      return (
        <Alert
          color="red"
          className={classes.notice}
          title={isStopped(state.problem) ? t("bitmap.stopped") : t("bitmap.failed")}
          role="alert"
        >
          <p>{t(`bitmap.${failureTexts[state.problem]}`, { reason: state.reason })}</p>
          <Button size="xs" mt="xs" onClick={mask.open}>
            {t("bitmap.retry")}
          </Button>
        </Alert>
      )
  }
}

interface BrushOutlineProps {
  readonly mask: MaskDocument
  readonly viewport: ViewportStore
}

/** The outline of the brush under the pointer. It moves without React: a stroke must cost the page next to nothing. */
const BrushOutline = ({ mask, viewport }: BrushOutlineProps) => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const outline = ref.current
    const canvas = outline?.closest<HTMLElement>("[role=application]")
    if (outline == null || canvas == null) return
    const stop = new AbortController()
    const within = locateWithin(canvas)
    let at: Point | undefined
    let isScheduled = false
    const place = () => {
      isScheduled = false
      const { tool } = mask.editor.state
      const isShown = at !== undefined && (tool === "brush" || tool === "eraser")
      outline.toggleAttribute("data-shown", isShown)
      if (!isShown || at === undefined) return
      const size = mask.brush.state.width * viewport.state.scale
      outline.style.width = `${size}px`
      outline.style.height = `${size}px`
      outline.style.transform = `translate(${at[0] - size / 2}px, ${at[1] - size / 2}px)`
    }
    /** Once a frame, however often something changes. */
    const schedule = () => {
      if (!isScheduled) requestAnimationFrame(place)
      isScheduled = true
    }
    const move = (event: PointerEvent) => {
      at = within(event)
      schedule()
    }
    canvas.addEventListener("pointermove", move, { signal: stop.signal })
    canvas.addEventListener(
      "pointerleave",
      () => {
        at = undefined
        schedule()
      },
      { signal: stop.signal },
    )
    const stops = [
      viewport.subscribe(schedule),
      mask.brush.subscribe(schedule),
      mask.editor.subscribe(schedule),
    ]
    return () => {
      stop.abort()
      for (const end of stops) end()
    }
  }, [mask, viewport])
  return <div ref={ref} className={classes.outline} aria-hidden="true" />
}
