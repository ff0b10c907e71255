/** Reads the files beside an image: `cls` is its class, `json` has boxes and metadata, `txt` is a text. */
import type { Losses } from "../carry/Losses.ts"
import type { DrawnShape } from "../drawn-images/DrawnImage.ts"
import { FormatError } from "../FormatError.ts"
import { checkJson, parseJson } from "../files/json.ts"
import type { Limits } from "../files/limits.ts"
import { Node } from "../files/Node.ts"
import type { PartReader } from "../files/PartReader.ts"
import { readObjects } from "../huggingface/objects.ts"
import type { Attributes } from "../model/Scene.ts"
import type { ShardSample } from "./samples.ts"
import type { Member } from "./shards.ts"

export interface SampleLabel {
  readonly boxes: ReadonlyArray<DrawnShape>
  readonly attributes: Attributes
  readonly metadata: Readonly<Record<string, unknown>>
  /** Fields of the JSON file that nothing here knows. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Whether any file says what is in the image. */
  readonly isLabeled: boolean
}

/** The attribute of an image that is its class, as in folders of images by class. */
export const classAttribute = "class"

const captionKey = "txt"

export interface LabelReading {
  readonly losses: Losses
  readonly limits: Limits
  /** Counts the files that cannot be read, and fails where none of a whole dataset can be. */
  readonly parts: PartReader
}

/** Names of the list of boxes: those of `datasets` and of COCO. */
const objectKeys = ["objects", "annotations"]

const readPart = async (member: Member): Promise<string> => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await member.load())
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    throw new FormatError(member.place, "is not text in UTF-8.", { cause })
  }
}

/** A file that cannot be read is counted, and the others come in. */
export const readLabel = async (
  { others, parts }: ShardSample,
  reading: LabelReading,
): Promise<SampleLabel> => {
  const { losses, parts: reader } = reading
  for (const { place } of others) losses.add("unread", place)
  const [cls, json, text] = ["cls", "json", captionKey].map((ending) => parts.get(ending))
  const label = cls === undefined ? "" : ((await reader.readLater(() => readPart(cls))) ?? "").trim()
  const caption = text === undefined ? undefined : await reader.readLater(() => readPart(text))
  const document = json === undefined ? undefined : await reader.readLater(() => readDocument(json, reading))
  return {
    boxes: document?.boxes ?? [],
    attributes: label === "" ? {} : { [classAttribute]: label },
    metadata: caption === undefined ? {} : { [captionKey]: caption },
    fields: document?.fields ?? {},
    isLabeled: label !== "" || document?.boxes !== undefined,
  }
}

interface Document {
  /** Absent where the file has no list of boxes. */
  readonly boxes: ReadonlyArray<DrawnShape> | undefined
  readonly fields: Readonly<Record<string, unknown>>
}

const readDocument = async (member: Member, { limits, losses }: LabelReading): Promise<Document> => {
  const text = await readPart(member)
  checkJson(text, limits, member.place)
  const document = new Node(parseJson(text, member.place), member.place)
  if (Array.isArray(document.value))
    return isBoxes(document)
      ? { boxes: readObjects(document, losses, new Map()), fields: {} }
      : document.fail("is a list of other things than boxes.")
  const [key, other] = objectKeys.filter((own) => isBoxes(document.at(own)))
  if (other !== undefined) losses.add("alternatives", document.at(other).place)
  const fields = Object.fromEntries(Object.entries(document.object()).filter(([own]) => own !== key))
  const boxes = key === undefined ? undefined : readObjects(document.at(key), losses, new Map())
  return { boxes, fields }
}

/** An object with a list of boxes, or a list of objects that have one each. */
const isBoxes = ({ value }: Node): boolean => {
  if (Array.isArray(value)) return value.length === 0 || value.some((item) => hasBox(item))
  return hasBox(value)
}

const hasBox = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "bbox" in value && Array.isArray(value.bbox)
