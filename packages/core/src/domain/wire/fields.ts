/** Optional fields of requests, and limits of text. Clients send `null` for missing values. */

import { Schema } from "effect"
import { CleanText } from "../Names.ts"

/** An optional field. Null counts as absent. */
export const given = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(schema, { exact: true, nullable: true })

/** An optional field that null clears. An absent one stays unchanged. */
export const clearable = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.NullOr(schema), { exact: true })

/** The maximum length of text fields in characters. */
export const longest = { email: 320, line: 1000, paragraph: 10_000, page: 1_000_000 } as const

export const Email = CleanText(longest.email)
export const Line = CleanText(longest.line)
export const Paragraph = CleanText(longest.paragraph)
export const Page = CleanText(longest.page)

export const ApiKeyDescription = Line

/** The file name of an asset, whose extension its URL has. */
export const AssetFilename = Line.pipe(
  Schema.minLength(1, { message: () => "must be 1 to 1000 characters" }),
  Schema.annotations({
    jsonSchema: { type: "string", minLength: 1, maxLength: 1000, pattern: "^[^\\u0000]*$" },
  }),
)

/** The description of a dataset, a labelset or a release. */
export const Description = Page
