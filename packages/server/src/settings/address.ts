/** The address of the API that the settings name. */
import type { Settings } from "./settings.ts"

const unspecified: ReadonlySet<string> = new Set(["0.0.0.0", "::"])

/** The address that texts put before the paths of assets; undefined where none is known that others can open, so that the paths stay. */
export const findAssetAddress = (settings: Settings): string | undefined =>
  settings.publicUrl === undefined && unspecified.has(settings.host) ? undefined : findAddress(settings)

/** The public URL, or the one of host and port; undefined for a port that only the running server knows. */
export const findAddress = ({ host, port, publicUrl }: Settings): string | undefined => {
  if (publicUrl !== undefined) return publicUrl
  return port === 0 ? undefined : `http://${host.includes(":") ? `[${host}]` : host}:${port}`
}
