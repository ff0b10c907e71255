/** The rules about one value at a time: filled in where it must be, among the values that there are, within its range. */
import type { Scene } from "../read/Scene.ts"
import { attributeRange } from "./attributeRange.ts"
import { attributeValue } from "./attributeValue.ts"
import type { CompiledAttribute } from "./Compiled.ts"
import type { Finding, Report } from "./Report.ts"
import { isFilledIn, type Subject } from "./subjects.ts"

export const checkAttribute = (
  scene: Pick<Scene, "frame" | "sensor">,
  subject: Subject,
  attribute: CompiledAttribute,
  value: unknown,
  report: Report,
): void => {
  const add = (finding: Finding) =>
    report.add(
      scene,
      {
        annotationIds: subject.annotationIds,
        trackIds: subject.trackIds,
        attribute: attribute.name,
        ...finding,
      },
      [subject.source],
    )
  if (!isFilledIn(value)) {
    if (attribute.mandatory) {
      add({ rule: "mandatory-attribute", message: `${subject.name} has no value for a mandatory attribute.` })
    }
    return
  }
  attributeValue(subject, attribute, value, add)
  attributeRange(subject, attribute, value, add)
}
