/** Which files are of VIA, and of which version. */
import type { Losses } from "../carry/Losses.ts"
import { splitLine } from "../files/csv.ts"
import { readJsonFile } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import { getBaseName, getEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { readDefinitions } from "./attributes.ts"
import type { ViaDocument } from "./ViaImage.ts"
import { isHeader2, readTable2, readVersion2 } from "./version2.ts"
import { isTable3, readTable3, readVersion3 } from "./version3.ts"

export type ViaKind = "2" | "2 table" | "3" | "3 table" | "attributes"

const headBytes = 65_536

export const findKind = async (source: Source, path: string): Promise<ViaKind | undefined> => {
  const ending = getEnding(path)
  if (ending !== ".json" && ending !== ".csv") return undefined
  const head = new TextDecoder().decode(await source.peek(path, 0, headBytes))
  if (ending === ".csv") {
    if (isTable3(head)) return "3 table"
    return isHeader2(splitLine(head.split(/\r?\n|\r/, 1)[0] ?? "")) ? "2 table" : undefined
  }
  if (!/^\s*\{/.test(head)) return undefined
  if (getBaseName(path) === "via_region_data.json" && /^\s*\{\s*\}\s*$/.test(head)) return "2"
  if (/"(_via_settings|_via_img_metadata|shape_attributes|base64_img_data)"\s*:/.test(head)) return "2"
  if (/"filename"\s*:/.test(head) && /"file_attributes"\s*:/.test(head)) return "2"
  if (/"data_format_version"\s*:/.test(head) && /"vid_list"\s*:/.test(head)) return "3"
  return /^\s*\{\s*"region"\s*:\s*\{/.test(head) && /"file"\s*:\s*\{/.test(head) ? "attributes" : undefined
}

export const readDocument = async (
  source: Source,
  path: string,
  kind: ViaKind,
  losses: Losses,
): Promise<ViaDocument> => {
  if (kind === "2 table") return await readTable2(source, path, losses)
  if (kind === "3 table") return await readTable3(source, path, losses)
  const document = new Node(await readJsonFile(source, path), path)
  if (kind === "attributes") return { images: [], definitions: readDefinitions(document) }
  return kind === "2" ? readVersion2(document, losses) : readVersion3(document, losses)
}
