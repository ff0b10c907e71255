/** The workbench for what a dataset labels: images, or point clouds, which are loaded when they are needed. */
import { lazy, Suspense, useMemo } from "react"
import type { PointDocument } from "./documents/points/PointDocument.ts"
import type { JsonObject } from "./editor/json/value.ts"
import { ImageWorkbench, type ImageWorkbenchProps } from "./ImageWorkbench.tsx"
import { listImageUrls } from "./session/images.ts"
import { findDatasetFamily, listTools } from "./session/openEditor.ts"

const SpaceWorkbench = lazy(async () => {
  const { SpaceWorkbench } = await import("./CloudWorkbench.tsx")
  return { default: SpaceWorkbench }
})

interface AnyWorkbenchProps extends Omit<ImageWorkbenchProps, "offered" | "urls"> {
  readonly dataset: JsonObject
  /** The attributes of the sample. */
  readonly sample: JsonObject
  /** The points, where objects are sets of them. */
  readonly points?: PointDocument | undefined
}

export const AnyWorkbench = ({ dataset, points, sample, ...props }: AnyWorkbenchProps) => {
  const family = findDatasetFamily(dataset)
  const urls = useMemo(() => listImageUrls(sample), [sample])
  if (family === undefined || !(family.cloud || family.sensors))
    return <ImageWorkbench {...props} urls={urls} offered={listTools(String(dataset.task_type))} />
  return (
    <Suspense fallback={props.header}>
      <SpaceWorkbench {...props} points={points} family={family} sample={sample} />
    </Suspense>
  )
}
