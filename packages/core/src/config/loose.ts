/**
 * Reads a configuration as far as possible. Values of the wrong type count as unset, and lists keep their positions,
 * so that the rules check the rest of a document with structural violations.
 */
import { inputTypes } from "../domain/Configuration.ts"

/** An unvalidated JSON object. */
export type Json = { readonly [key: string]: unknown }
type Maybe<A> = A | undefined
/** A list with undefined for unreadable items; undefined if it is no list. */
type Loose<A> = Maybe<ReadonlyArray<Maybe<A>>>

export type InputType = (typeof inputTypes)[number]

export interface LooseAttribute {
  /** The value as sent, for checks of all keys. */
  readonly sent: Json
  readonly name: Maybe<string>
  readonly inputType: Maybe<InputType>
  readonly values: Loose<string>
  readonly min: Maybe<string | number>
  readonly max: Maybe<string | number>
  readonly step: Maybe<string | number>
}

export interface LooseCategory {
  readonly sent: Json
  readonly id: Maybe<number>
  readonly name: Maybe<string>
  readonly color: Loose<number>
  readonly attributes: Loose<LooseAttribute>
  readonly linkAttributes: Loose<LooseAttribute>
}

export interface LooseRule {
  readonly sent: Json
  readonly name: Maybe<string>
  /** The lists of category ids by their key. */
  readonly categories: { readonly [key: string]: Loose<number> }
}

export interface LooseConfiguration {
  readonly sent: Json
  readonly categories: ReadonlyArray<Maybe<LooseCategory>>
  readonly imageAttributes: Loose<LooseAttribute>
  readonly circleRadius: Maybe<number>
  readonly warningRules: Loose<LooseRule>
  readonly qualityRules: Loose<LooseRule>
}

export const readLoosely = (sent: Json): LooseConfiguration => ({
  sent,
  categories: list(sent.categories, readObjects(readCategory)) ?? [],
  imageAttributes: list(sent.image_attributes, readObjects(readAttribute)),
  circleRadius: readNumber(sent.circle_radius),
  warningRules: list(sent.warning_rules, readObjects(readRule)),
  qualityRules: list(sent.quality_rules, readObjects(readRule)),
})

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const readNumber = (value: unknown): Maybe<number> => (typeof value === "number" ? value : undefined)

const readCategory = (sent: Json): LooseCategory => ({
  sent,
  id: Number.isSafeInteger(sent.id) ? readNumber(sent.id) : undefined,
  name: readText(sent.name),
  color: list(sent.color, readNumber),
  attributes: list(sent.attributes, readObjects(readAttribute)),
  linkAttributes: list(sent.link_attributes, readObjects(readAttribute)),
})

export const readAttribute = (sent: Json): LooseAttribute => ({
  sent,
  name: readText(sent.name),
  inputType: inputTypes.find((type) => type === sent.input_type),
  values: list(sent.values, readText),
  min: readText(sent.min) ?? readNumber(sent.min),
  max: readText(sent.max) ?? readNumber(sent.max),
  step: readText(sent.step) ?? readNumber(sent.step),
})

const readRule = (sent: Json): LooseRule => ({
  sent,
  name: readText(sent.name),
  categories: {
    categories: list(sent.categories, readNumber),
    excluded_categories: list(sent.excluded_categories, readNumber),
    excluded_set_of_categories: list(sent.excluded_set_of_categories, readNumber),
  },
})

const readText = (value: unknown): Maybe<string> => (typeof value === "string" ? value : undefined)

const list = <A>(value: unknown, item: (value: unknown) => Maybe<A>): Loose<A> =>
  Array.isArray(value) ? value.map(item) : undefined

const readObjects =
  <A>(read: (sent: Json) => A) =>
  (value: unknown): Maybe<A> =>
    isJson(value) ? read(value) : undefined
