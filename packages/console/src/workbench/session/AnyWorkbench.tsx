/** The workbench for what a dataset labels: images, or point clouds, which are loaded when they are needed. */
import { lazy, Suspense, useMemo } from "react"
import type { PointDocument } from "../cloud/points/model/PointDocument.ts"
import { cameraImages } from "../cloud/session/cameras.ts"
import { cloudFrames } from "../cloud/session/cloudFrames.ts"
import type { JsonObject } from "../model/json/value.ts"
import { Workbench, type WorkbenchProps } from "../view/Workbench.tsx"
import { imageUrls } from "./images.ts"
import { familyOfDataset, toolsOf } from "./openEditor.ts"

const CloudWorkbench = lazy(async () => {
  const { CloudWorkbench } = await import("../cloud/view/CloudWorkbench.tsx")
  return { default: CloudWorkbench }
})

interface AnyWorkbenchProps extends Omit<WorkbenchProps, "offered" | "urls"> {
  readonly dataset: JsonObject
  /** The attributes of the sample. */
  readonly sample: JsonObject
  /** The points, where objects are sets of them. */
  readonly points?: PointDocument | undefined
}

export const AnyWorkbench = ({ dataset, points, sample, ...props }: AnyWorkbenchProps) => {
  const isCloud = familyOfDataset(dataset)?.cloud === true
  const urls = useMemo(() => imageUrls(sample), [sample])
  const frames = useMemo(() => (isCloud ? cloudFrames(sample) : []), [isCloud, sample])
  const images = useMemo(
    () =>
      isCloud
        ? cameraImages(
            sample,
            frames.map(({ pose }) => pose),
          )
        : [],
    [isCloud, sample, frames],
  )
  if (!isCloud) return <Workbench {...props} urls={urls} offered={toolsOf(String(dataset.task_type))} />
  return (
    <Suspense fallback={props.header}>
      <CloudWorkbench {...props} points={points} frames={frames} images={images} />
    </Suspense>
  )
}
