/** Reads JSON files that are a list of frames, or an object with that list, and those of one image of 2018. */
import type { Losses } from "../carry/Losses.ts"
import { nameOfImage, readSize } from "../drawn-images/DrawnImage.ts"
import { type DrawnRecord, makeImageReader } from "../drawn-images/makeImageReader.ts"
import { formatTimestamp } from "../files/json.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { isUrl } from "../images/imageFinder.ts"
import { readAttributeValues } from "../model/attributeValues.ts"
import { countTrackIds, readLabels } from "./labels.ts"
import { isOlderDocument, isOlderHead, readOlderRecord } from "./olderFile.ts"

/** Whether a file begins with a list of frames, or as one of 2018. */
const isMarked = (head: string): boolean => isListHead(head) || isOlderHead(head)

/** A frame begins with its name, and a label has a member for each shape. */
const isListHead = (head: string): boolean => {
  if (!/^\s*(\[|\{\s*"frames"\s*:\s*\[)/.test(head)) return false
  const name = head.search(/"name"\s*:/)
  if (name < 0) return false
  const labels = head.slice(name).search(/"labels"\s*:/)
  return labels >= 0 && /"(box2d|poly2d)"\s*:/.test(head.slice(name + labels))
}

/** Members of a frame that have a place; `frameIndex` is the order of the frames of a video. */
const members: ReadonlySet<string> = new Set(
  "name url videoName frameIndex timestamp size attributes labels".split(" "),
)

const readRecord = (frame: Node, losses: Losses): DrawnRecord => {
  const name = frame.at("name").text()
  const parts = new PartReader(losses)
  const video = frame.at("videoName").or("", (found) => found.text())
  for (const key of frame.keys())
    if (!members.has(key) && frame.at(key).isPresent) losses.add("unknown", frame.at(key).place)
  const shapes = readLabels(frame, losses)
  const path = video === "" ? name : `${video}/${name}`
  // Frames are single samples: the ids that connect their labels over a video are lost.
  if (video !== "") losses.add("tracks", nameOfImage(path), countTrackIds(frame))
  return {
    image: isUrl(name) ? name : path,
    url: parts.read(() => frame.at("url").or(null, (url) => url.text())) ?? null,
    size: frame.at("size").or(null, (size) => readSize(size, parts)),
    timestamp: formatTimestamp(frame.at("timestamp").value),
    attributes: parts.read(() => readAttributeValues(frame.at("attributes"), losses)) ?? {},
    shapes,
  }
}

export const readBdd100k = makeImageReader({
  name: "bdd100k",
  isMarked,
  headBytes: 65_536,
  findRecords: (document) =>
    Array.isArray(document.value)
      ? document.items()
      : isOlderDocument(document)
        ? [document]
        : document.at("frames").items(),
  readRecord: (record, losses) =>
    isOlderDocument(record) ? readOlderRecord(record, losses) : readRecord(record, losses),
})
