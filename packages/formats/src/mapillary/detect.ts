/** Recognises Mapillary Vistas by its list of labels. Other formats have masks in folders of the same names. */
import type { Source } from "../files/Source.ts"
import { findConfig } from "./config.ts"
import { findLayout } from "./layout.ts"

/** The path of a file that shows it. */
export const detectMapillary = async (source: Source): Promise<string | undefined> => {
  const layout = findLayout(source)
  if (layout === undefined) return undefined
  const config = findConfig(source, layout.version)
  if (config === undefined) return source.paths.find((path) => /(^|\/)v2\.0\/polygons\/.+\.json$/.test(path))
  const head = new TextDecoder().decode(await source.peek(config, 0, 65_536))
  return /"labels"\s*:\s*\[/.test(head) && /"readable"\s*:/.test(head) ? config : undefined
}
