/** Finds the images whose attributes differ between the labels of several people. Pure. */
import { countFrames, getImageAttributes, hasFrame } from "../../editor/label/frames.ts"
import { type AttributeDifference, compareAttributes } from "./compareAttributes.ts"
import type { Difference } from "./Difference.ts"
import type { LabelPart } from "./listParts.ts"

interface LetterParts {
  readonly letter: string
  readonly parts: ReadonlyArray<LabelPart>
}

/** Of consecutive frames that differ alike, the first one is listed. */
export const findImageDifferences = (labels: ReadonlyArray<LetterParts>): Array<Difference> =>
  [...new Set(labels.flatMap(({ parts }) => parts.map(({ sensor }) => sensor)))].flatMap((sensor) =>
    listSensorDifferences(labels, sensor),
  )

const listSensorDifferences = (
  labels: ReadonlyArray<LetterParts>,
  sensor: string | undefined,
): ReadonlyArray<Difference> => {
  const ofSensor = labels.flatMap(({ letter, parts }) => {
    const part = parts.find((part) => part.sensor === sensor)
    return part === undefined ? [] : [{ letter, label: part.label }]
  })
  const differences: Array<Difference> = []
  let before = ""
  const frames = Math.max(...ofSensor.map(({ label }) => countFrames(label)))
  for (let frame = 0; frame < frames; frame++) {
    const attributes = compareAttributes(
      ofSensor
        .filter(({ label }) => hasFrame(label, frame))
        .map(({ label, letter }) => ({ letter, attributes: getImageAttributes(label, frame) })),
    )
    const text = formatDifferences(attributes)
    if (attributes.length > 0 && text !== before)
      differences.push({
        subject: "image",
        sensor,
        frame,
        members: [],
        missing: [],
        attributes,
        similarity: undefined,
      })
    before = text
  }
  return differences
}

const formatDifferences = (attributes: ReadonlyArray<AttributeDifference>): string =>
  JSON.stringify(attributes.map(({ name, values }) => [name, ...values]))
