import { readLabel } from "../../warnings/read/readLabel.ts"
import type { PersonLabel } from "./PersonLabel.ts"
import { isSegment } from "./readShape.ts"

/** Whether a label has objects of a bitmap whose pixels are not known. Such objects resemble nothing. */
export const hasUnknownPixels = ({ getBitmap, label }: Pick<PersonLabel, "getBitmap" | "label">): boolean =>
  label !== null &&
  readLabel(label).scenes.some(
    ({ annotations, frame, pointAnnotations, sensor }) =>
      pointAnnotations === undefined &&
      (getBitmap?.(sensor, frame ?? 0) ?? null) === null &&
      annotations.some(isSegment),
  )
