/** How a field of a request may be left out. Clients write `null` where they have nothing to say. */

import { Schema } from "effect"
import { CleanText } from "../Names.ts"

/** May be absent; null counts as absent. */
export const given = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(schema, { exact: true, nullable: true })

/** May be absent, which leaves things as they are; null clears. */
export const clearable = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.NullOr(schema), { exact: true })

/** The most characters of what people write. */
export const longest = { email: 320, line: 1000, paragraph: 10_000, page: 1_000_000 } as const

export const Email = CleanText(longest.email)
export const Line = CleanText(longest.line)
export const Paragraph = CleanText(longest.paragraph)
export const Page = CleanText(longest.page)

export const ApiKeyDescription = Line

/** The name of an asset's file, from which its URL has the extension. */
export const AssetFilename = Line.pipe(
  Schema.minLength(1, { message: () => "must be 1 to 1000 characters" }),
  Schema.annotations({
    jsonSchema: { type: "string", minLength: 1, maxLength: 1000, pattern: "^[^\\u0000]*$" },
  }),
)

/** What people write about a dataset, a labelset or a release. */
export const Description = Page
