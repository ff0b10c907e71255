/** Finds the images whose attributes differ between the labels of several people. Pure. */
import type { ComparedAttribute } from "@annotary/core/check"
import { countFrames, getImageAttributes } from "../../editor/label/frames.ts"
import { type AttributeDifference, compareAttributes } from "./compareAttributes.ts"
import type { Difference } from "./Difference.ts"
import type { LabelPart } from "./listParts.ts"

interface LetterParts {
  readonly letter: string
  readonly parts: ReadonlyArray<LabelPart>
}

/** Of consecutive frames that differ alike, the first one is listed. A label that lacks a frame does not fill in its attributes. */
export const findImageDifferences = (
  labels: ReadonlyArray<LetterParts>,
  compared: ReadonlyArray<ComparedAttribute>,
): Array<Difference> =>
  compared.length === 0
    ? []
    : [...new Set(labels.flatMap(({ parts }) => parts.map(({ sensor }) => sensor)))].flatMap((sensor) =>
        listSensorDifferences(labels, compared, sensor),
      )

const listSensorDifferences = (
  labels: ReadonlyArray<LetterParts>,
  compared: ReadonlyArray<ComparedAttribute>,
  sensor: string | undefined,
): ReadonlyArray<Difference> => {
  const ofSensor = labels.map(({ letter, parts }) => ({
    letter,
    part: parts.find((part) => part.sensor === sensor),
  }))
  const kind = ofSensor.find(({ part }) => part !== undefined)?.part?.kind ?? null
  const differences: Array<Difference> = []
  let before = ""
  const frames = Math.max(...ofSensor.map(({ part }) => (part === undefined ? 0 : countFrames(part.label))))
  for (let frame = 0; frame < frames; frame++) {
    const attributes = compareAttributes(
      ofSensor.map(({ letter, part }) => ({
        letter,
        attributes: part === undefined ? {} : getImageAttributes(part.label, frame),
      })),
      compared,
      kind,
    )
    const text = formatDifferences(attributes)
    const last = differences.at(-1)
    if (attributes.length > 0 && text === before && last !== undefined)
      differences[differences.length - 1] = { ...last, lastFrame: frame }
    else if (attributes.length > 0)
      differences.push({
        id: `image ${frame} ${sensor ?? ""}`,
        subject: "image",
        aspect: "attributes",
        group: undefined,
        sensor,
        frame,
        lastFrame: frame,
        members: [],
        missing: [],
        trackNames: [],
        attributes,
        names: attributes.map(({ name }) => name),
        similarity: undefined,
      })
    before = text
  }
  return differences
}

const formatDifferences = (attributes: ReadonlyArray<AttributeDifference>): string =>
  JSON.stringify(attributes.map(({ name, values }) => [name, ...values]))
