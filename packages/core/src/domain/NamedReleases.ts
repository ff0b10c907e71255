import { Schema } from "effect"

/** Treatment of releases whose file names the person. `remake` makes them again from the present state of the dataset. */
export const NamedReleases = Schema.Literal("keep", "delete", "remake").annotations({
  identifier: "NamedReleases",
})
export type NamedReleases = typeof NamedReleases.Type
