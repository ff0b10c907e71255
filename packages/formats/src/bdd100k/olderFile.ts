/** BDD100K as it was in 2018: a JSON file for each image, `{"name", "frames": [{"timestamp", "objects": […]}]}`. */
import type { Losses } from "../carry/Losses.ts"
import type { DrawnRecord } from "../drawn-images/makeImageReader.ts"
import { formatTimestamp } from "../files/json.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { isImagePath } from "../files/paths.ts"
import { readAttributeValues } from "../model/attributeValues.ts"
import { readLabels } from "./labels.ts"

/** Whether a file begins as one of 2018 with objects that have shapes. */
export const isOlderHead = (head: string): boolean => {
  if (!/^\s*\{\s*"(name|frames|attributes)"\s*:/.test(head)) return false
  const frames = head.search(/"frames"\s*:\s*\[\s*\{/)
  const objects = frames < 0 ? -1 : head.slice(frames).search(/"objects"\s*:/)
  return objects >= 0 && /"(box2d|poly2d)"\s*:/.test(head.slice(frames + objects))
}

/** The newer lists of frames have no name themselves. */
export const isOlderDocument = (document: Node): boolean =>
  !Array.isArray(document.value) &&
  document.at("name").isPresent &&
  Array.isArray(document.at("frames").value)

const members: ReadonlySet<string> = new Set(["name", "frames", "attributes"])
const frameMembers: ReadonlySet<string> = new Set(["timestamp", "objects"])

/** The names have no ending: all images of BDD100K are JPEG. */
const nameImage = (name: string): string => (isImagePath(name) ? name : `${name}.jpg`)

export const readOlderRecord = (document: Node, losses: Losses): DrawnRecord => {
  const image = nameImage(document.at("name").text())
  const [frame, second] = document.at("frames").items()
  if (frame === undefined) return document.at("frames").fail("is empty.")
  if (second !== undefined)
    document.at("frames").fail("has several frames, which name no images; files of one image can be read.")
  countUnknown(document, members, losses)
  countUnknown(frame, frameMembers, losses)
  return {
    image,
    url: null,
    size: null,
    timestamp: formatTimestamp(frame.at("timestamp").value),
    attributes:
      new PartReader(losses).read(() => readAttributeValues(document.at("attributes"), losses)) ?? {},
    shapes: readLabels(frame, losses, "objects"),
  }
}

const countUnknown = (node: Node, known: ReadonlySet<string>, losses: Losses): void => {
  for (const key of node.keys())
    if (!known.has(key) && node.at(key).isPresent) losses.add("unknown", node.at(key).place)
}
