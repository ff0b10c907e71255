/** Reads every JSON file of an image with `instances`. */
import type { Losses } from "../carry/Losses.ts"
import { readItems, readSize, readText } from "../drawn-images/DrawnImage.ts"
import { type DrawnRecord, makeImageReader } from "../drawn-images/makeImageReader.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { SceneStatus } from "../model/Scene.ts"
import { readInstances } from "./instances.ts"

/** Its list, and the name of the image in its metadata, or what only its metadata or instances have: other tools have instances, too. */
const isMarked = (head: string): boolean =>
  /^\s*\{/.test(head) &&
  /"instances"\s*:\s*\[/.test(head) &&
  (/"metadata"\s*:\s*\{[^{}]*"name"\s*:/.test(head) ||
    /"(className|classId|creationType|lastAction|projectId|pointLabels)"\s*:/.test(head))

const members: ReadonlySet<string> = new Set("metadata instances tags comments folder_id".split(" "))

const readRecord = (document: Node, losses: Losses): DrawnRecord => {
  const metadata = document.at("metadata")
  const name = metadata.at("name").text()
  for (const key of document.keys())
    if (!members.has(key) && document.at(key).isPresent) losses.add("unknown", document.at(key).place)
  const parts = new PartReader(losses)
  losses.add("unknown", document.at("comments").place, readItems(document.at("comments"), parts).length)
  // Tags are texts, which say what an image shows.
  const tags = readItems(document.at("tags"), parts).flatMap((tag) => parts.read(() => [tag.text()]) ?? [])
  const size = readSize(metadata, parts)
  const shapes = readInstances(document.at("instances"), losses)
  return {
    image: name,
    url: readText(metadata.at("url"), new PartReader(losses, "images")),
    // Its converters write 0 where they could not open the image.
    size: size !== null && size.width > 0 && size.height > 0 ? size : null,
    timestamp: null,
    attributes: Object.fromEntries(tags.map((tag) => [tag, true])),
    shapes,
    status: readStatus(metadata, shapes.length > 0),
  }
}

/** Statuses of images that people have worked on to an end, at least once. */
const finished: ReadonlySet<unknown> = new Set(["QualityCheck", "Returned", "Completed"])

/** Undefined for an answer. Instances of an image that nobody has started are predictions, so that they are kept. */
const readStatus = (metadata: Node, hasShapes: boolean): SceneStatus | undefined => {
  const status = metadata.at("status").value
  if (status === "Skipped") return "SKIPPED"
  const isPredicted = metadata.at("isPredicted").value === true && !finished.has(status)
  if (hasShapes && (isPredicted || status === "NotStarted")) return "PRELABELED"
  return status === "NotStarted" ? "UNLABELED" : undefined
}

export const readSuperannotate = makeImageReader({
  name: "superannotate",
  isMarked,
  headBytes: 65_536,
  findRecords: (document) => {
    // The classes of a project stand beside the images.
    if (Array.isArray(document.value)) return []
    return document.at("instances").isPresent ? [document] : []
  },
  readRecord,
})
