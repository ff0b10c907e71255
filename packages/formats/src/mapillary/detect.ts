/** Recognises Mapillary Vistas by its list of labels. Other formats have masks in folders of the same names. */
import type { Source } from "../files/Source.ts"
import { findConfigs } from "./config.ts"
import { findLayout } from "./layout.ts"

/** The path of a file that shows it. */
export const detectMapillary = async (source: Source): Promise<string | undefined> => {
  const layout = findLayout(source)
  if (layout === undefined) return undefined
  const [config] = await findConfigs(source, layout.version)
  return config ?? source.paths.find((path) => /(^|\/)v2\.0\/polygons\/.+\.json$/.test(path))
}
