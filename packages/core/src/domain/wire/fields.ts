/** How a field of a request may be left out. Clients write `null` where they have nothing to say. */

import { Schema } from "effect"
import { CleanText } from "../Names.ts"

/** May be absent; null counts as absent. */
export const given = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(schema, { exact: true, nullable: true })

/** May be absent, which leaves things as they are; null clears. */
export const clearable = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.NullOr(schema), { exact: true })

export const Line = CleanText(1000)
export const Paragraph = CleanText(10_000)
export const Page = CleanText(1_000_000)

/** What people write about a dataset, a labelset or a release. */
export const Description = CleanText(1_000_000)
