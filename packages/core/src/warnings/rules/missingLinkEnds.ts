/** Finds links from or to a missing annotation. */
import type { Link, Scene } from "../read/Scene.ts"
import type { Report } from "./Report.ts"

export const missingLinkEnds = (
  place: Pick<Scene, "frame" | "sensor">,
  links: ReadonlyArray<Link>,
  exists: (id: number) => boolean,
  report: Report,
): void => {
  for (const { fromId, source, toId } of links) {
    const missing = [fromId, toId].filter((id) => !exists(id))
    if (missing.length === 0) continue
    report.add(
      place,
      {
        rule: "missing-link-end",
        message: `The link from ${fromId} to ${toId} has an end that is missing: ${missing.join(" and ")}.`,
        annotationIds: [fromId, toId],
      },
      [source],
    )
  }
}
