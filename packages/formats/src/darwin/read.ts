/** Reads every JSON file of version 2.0 that has one image. */
import type { Losses } from "../carry/Losses.ts"
import { readSize } from "../drawn-images/DrawnImage.ts"
import { type DrawnRecord, makeImageReader } from "../drawn-images/makeImageReader.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { isUrl } from "../images/imageFinder.ts"
import { readAnnotations } from "./annotations.ts"

/** Its first members; the address of the schema is in every file. */
const mark = /"schema_ref"\s*:\s*"[^"]*darwin[^"]*"|"slots"\s*:\s*\[[^\]]*"slot_name"/

/** The image of version 1.0, which has no slots. */
const olderMark = /"image"\s*:\s*\{[^{}]*"(original_filename|workview_url)"\s*:/

const isOlder = (document: Node): boolean => document.at("image").isPresent && !document.at("item").isPresent

const readRecord = (document: Node, losses: Losses): DrawnRecord => {
  if (isOlder(document))
    document.fail(
      "is Darwin JSON 1.0, which cannot be read: export the dataset as Darwin JSON 2.0 or as COCO.",
    )
  const version = document.at("version")
  if (version.value !== "2.0") version.fail(`is ${JSON.stringify(version.value)}; 2.0 can be read.`)
  const item = document.at("item")
  const [slot, second] = item.at("slots").items()
  if (slot === undefined) return item.at("slots").fail("is empty.")
  if (second !== undefined) item.at("slots").fail("has several images; items of one can be read.")
  const type = slot.at("type").or("image", (found) => found.text())
  if (type !== "image") slot.at("type").fail(`is ${JSON.stringify(type)}; images can be read.`)
  const name = item.at("name").text()
  const folder = item.at("path").or("", (found) => found.text().replace(/^\/+|\/+$/g, ""))
  const path = folder === "" ? name : `${folder}/${name}`
  return {
    image: isUrl(name) ? name : path,
    url: null,
    size: readSize(slot, new PartReader(losses)),
    timestamp: null,
    ...readAnnotations(document, losses),
  }
}

export const readDarwin = makeImageReader({
  name: "darwin",
  // Version 1.0 is recognized so that its refusal names it.
  isMarked: (head) => mark.test(head) || olderMark.test(head),
  headBytes: 16_384,
  findRecords: (document) => [document],
  readRecord,
})
