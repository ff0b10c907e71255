/** Notes the texts of all statements that the driver is given, in both forms in which it takes them. */
import pg from "pg"

export interface NotedTexts {
  readonly texts: ReadonlySet<string>
  /** Gives the driver its method back. */
  readonly end: () => void
}

/** Begins to note texts. */
export const noteTexts = (): NotedTexts => {
  const texts = new Set<string>()
  const original = pg.Client.prototype.query
  const noting = function (this: pg.Client, ...args: ReadonlyArray<unknown>): unknown {
    const [query] = args
    const text = typeof query === "string" ? query : textOf(query)
    if (text !== undefined) texts.add(text)
    return Reflect.apply(original, this, args)
  }
  Reflect.set(pg.Client.prototype, "query", noting)
  return { texts, end: () => void Reflect.set(pg.Client.prototype, "query", original) }
}

const textOf = (query: unknown): string | undefined => {
  if (typeof query !== "object" || query === null || !("text" in query)) return undefined
  return typeof query.text === "string" ? query.text : undefined
}
