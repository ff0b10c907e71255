/** The address of the API that the settings name. */
import type { Settings } from "./settings.ts"

/** The public URL, or the one of host and port; undefined for a port that only the running server knows. */
export const findAddress = ({ host, port, publicUrl }: Settings): string | undefined => {
  if (publicUrl !== undefined) return publicUrl
  return port === 0 ? undefined : `http://${host.includes(":") ? `[${host}]` : host}:${port}`
}
