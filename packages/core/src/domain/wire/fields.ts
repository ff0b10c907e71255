/** Optional fields of requests, and limits of text. Clients send `null` for missing values. */

import { Schema } from "effect"
import { CleanText, FilledText } from "../Names.ts"

/** An optional field. Null counts as absent. */
export const makeOptionalField = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(schema, { exact: true, nullable: true })

/** An optional field that null clears. An absent one stays unchanged. */
export const makeClearableField = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.NullOr(schema), { exact: true })

/** The maximum length of text fields in characters. */
export const longest = {
  category: 100,
  /** A signing secret that a receiver brings. */
  secret: 200,
  email: 320,
  line: 1000,
  /** The URL of an endpoint. */
  url: 2048,
  paragraph: 10_000,
  /** The labeling guide of a dataset. */
  guide: 100_000,
  page: 1_000_000,
} as const

/** An email address of at most 320 characters. Its form is not validated. */
export const Email = CleanText(longest.email)
/** A text of at most 1000 characters. */
export const Line = CleanText(longest.line)
/** A text of at most 10 000 characters. */
export const Paragraph = CleanText(longest.paragraph)
/** A text of at most 1 000 000 characters. */
export const Page = CleanText(longest.page)

/** The labeling guide of a dataset: a text of at most 100 000 characters. */
export const GuideText = CleanText(longest.guide)

/** The description of an API key. */
export const ApiKeyDescription = Line

/** The file name of an asset, whose extension its URL has. */
export const AssetFilename = FilledText(longest.line)

/** The description of a dataset, a labelset or a release. */
export const Description = Page
