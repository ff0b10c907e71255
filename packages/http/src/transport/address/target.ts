/** The mount path of the API, and the addresses below it. */

/** Normalizes a base path: `annotary`, `/annotary` and `/annotary/` are the same; empty and `/` are the root, "". */
export const normalizeBasePath = (basePath = ""): string => {
  const path = basePath.replace(/^\/+|\/+$/g, "")
  return path === "" ? "" : `/${path}`
}

/** The target relative to the base; undefined when it is not below it. */
export const stripBase = (base: string, target: string): string | undefined => {
  const path = toOriginForm(target)
  if (base === "") return path
  if (!path.startsWith(base)) return undefined
  const rest = path.slice(base.length)
  return rest.startsWith("/") ? rest : rest === "" || rest.startsWith("?") ? `/${rest}` : undefined
}

/** A target without its query. */
export const getPath = (target: string): string => {
  const query = target.indexOf("?")
  return query < 0 ? target : target.slice(0, query)
}

/** Proxies may send an absolute URL. */
export const toOriginForm = (target: string): string =>
  target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*/i, "") || "/"
