/** Another label of the image beside the one that is edited: both move together, and nothing is edited here. */
import { useMemo, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { isDrawn } from "../../editor/label/annotation.ts"
import { useStageInput } from "../../input/useStageInput.ts"
import type { Beside } from "../../panels/adjudication/useBeside.ts"
import { useWork } from "../../Work.ts"
import { ImageStage } from "./ImageStage.tsx"
import { makeImageInput, panView } from "./makeImageInput.ts"
import { Picture } from "./Picture.ts"
import type { ViewportStore } from "./ViewportStore.ts"

interface BesideCanvasProps {
  readonly beside: Beside
  /** That of the label which is edited. */
  readonly viewport: ViewportStore
  readonly url: string | undefined
}

const noWarnings: ReadonlySet<string> = new Set()

export const BesideCanvas = ({ beside, url, viewport }: BesideCanvasProps) => {
  const { editor } = useWork()
  const { t } = useTranslation("workbench")
  const canvas = useRef<HTMLDivElement>(null)
  const [picture] = useState(() => new Picture())
  useStageInput(
    canvas,
    useMemo(
      () => ({ ...makeImageInput(canvas, viewport, []), press: ({ at }) => panView(viewport, at) }),
      [viewport],
    ),
  )
  const { categories } = editor.setting.configuration
  const colors = useMemo(() => new Map(categories.map(({ color, id }) => [id, color])), [categories])
  const shapes = useMemo(() => beside.annotations.filter(isDrawn), [beside.annotations])
  return (
    <ImageStage
      canvas={canvas}
      viewport={viewport}
      picture={picture}
      url={url}
      shapes={shapes}
      selected={beside.selected}
      warned={noWarnings}
      colors={colors}
      element={{
        "data-tool": "edit",
        "data-testid": "beside",
        role: "img",
        "aria-label": t("adjudication.besideLabel", { letter: beside.letter, count: shapes.length }),
      }}
    />
  )
}
