/** Where a host has mounted the API, and which addresses lie below that. */

/** `annotary`, `/annotary` and `/annotary/` are one; nothing and `/` are the root, which is written as "". */
export const basePathOf = (given = ""): string => {
  const path = given.replace(/^\/+|\/+$/g, "")
  return path === "" ? "" : `/${path}`
}

/** The target as the API knows it; undefined where it is not the API's. */
export const below = (base: string, target: string): string | undefined => {
  const path = originForm(target)
  if (base === "") return path
  if (!path.startsWith(base)) return undefined
  const rest = path.slice(base.length)
  return rest.startsWith("/") ? rest : rest === "" || rest.startsWith("?") ? `/${rest}` : undefined
}

/** A target without its query. */
export const pathOf = (target: string): string => {
  const query = target.indexOf("?")
  return query < 0 ? target : target.slice(0, query)
}

/** Proxies may send a whole address. */
export const originForm = (target: string): string =>
  target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*/i, "") || "/"
