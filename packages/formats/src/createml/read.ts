/** Reads every JSON list of images with boxes. */
import type { Losses } from "../carry/Losses.ts"
import { type DrawnShape, readItems } from "../drawn-images/DrawnImage.ts"
import { type BoxRecord, makeBoxReader } from "../drawn-images/makeBoxReader.ts"
import { FormatError } from "../FormatError.ts"
import { jsonList } from "../files/jsonList.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { readMembers } from "../model/attributeValues.ts"

/** Older files say `imagefilename` and `annotation`. */
const getImageName = (record: Node): Node =>
  record.at("image").or(record.at("imagefilename"), (found) => found)

const isRecord = (record: Node): boolean =>
  typeof record.value === "object" &&
  record.value !== null &&
  !Array.isArray(record.value) &&
  typeof getImageName(record).value === "string" &&
  ("annotations" in record.value || "annotation" in record.value)

/** The lists of images among the files. */
const findFiles = async (source: Source): Promise<ReadonlyArray<string>> => {
  const lists: Array<string> = []
  for (const path of source.paths.filter((own) => own.toLowerCase().endsWith(".json"))) {
    const start = Buffer.from(await source.peek(path, 0, 64)).toString("latin1")
    if (!/^(ï»¿)?\s*\[/.test(start)) continue
    for await (const record of jsonList(source, path)) {
      if (isRecord(record)) lists.push(path)
      break
    }
  }
  return lists
}

const readRecord = (record: Node, losses: Losses): BoxRecord => {
  const image = getImageName(record).text()
  const list = record.at("annotations").or(record.at("annotation"), (found) => found)
  const parts = new PartReader(losses, "rows")
  return {
    image,
    boxes: readItems(list, parts).flatMap((box) => parts.read(() => readBox(box, losses)) ?? []),
    isUnlabeled: list.isPresent && !Array.isArray(list.value),
  }
}

const members: ReadonlySet<string> = new Set(["label", "coordinates", "confidence"])

const readBox = (box: Node, losses: Losses): DrawnShape => {
  const label = box.at("label").value
  if (typeof label !== "string" || label === "") return box.fail("has no label.")
  const place = box.at("coordinates").or(box, (found) => found)
  const [x = 0, y = 0, width = 0, height = 0] = ["x", "y", "width", "height"]
    .map((key) => place.at(key).value)
    .map((value) =>
      typeof value === "number" && Number.isFinite(value) ? value : box.fail("has no center and size."),
    )
  if (width < 0 || height < 0) box.fail("has no center and size.")
  for (const key of box.keys()) if (!members.has(key)) losses.add("unknown", `${box.place}/${key}`)
  const { confidence } = readMembers(box, ["confidence"], losses)
  return {
    category: label,
    attributes: confidence === undefined ? {} : { score: confidence },
    type: "bbox",
    points: [
      [x - width / 2, y - height / 2],
      [x + width / 2, y + height / 2],
    ],
  }
}

export const readCreateml = makeBoxReader({
  name: "createml",
  findFiles,
  missing: new FormatError(".", "has no JSON list of images with annotations."),
  openRecords: jsonList,
  readRecord,
  isMarked: isRecord,
})
