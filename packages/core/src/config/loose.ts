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
  categories: list(sent.categories, objects(category)) ?? [],
  imageAttributes: list(sent.image_attributes, objects(readAttribute)),
  circleRadius: number(sent.circle_radius),
  warningRules: list(sent.warning_rules, objects(rule)),
  qualityRules: list(sent.quality_rules, objects(rule)),
})

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const number = (value: unknown): Maybe<number> => (typeof value === "number" ? value : undefined)

const category = (sent: Json): LooseCategory => ({
  sent,
  id: Number.isSafeInteger(sent.id) ? number(sent.id) : undefined,
  name: text(sent.name),
  color: list(sent.color, number),
  attributes: list(sent.attributes, objects(readAttribute)),
  linkAttributes: list(sent.link_attributes, objects(readAttribute)),
})

export const readAttribute = (sent: Json): LooseAttribute => ({
  sent,
  name: text(sent.name),
  inputType: inputTypes.find((type) => type === sent.input_type),
  values: list(sent.values, text),
  min: text(sent.min) ?? number(sent.min),
  max: text(sent.max) ?? number(sent.max),
  step: text(sent.step) ?? number(sent.step),
})

const rule = (sent: Json): LooseRule => ({
  sent,
  name: text(sent.name),
  categories: {
    categories: list(sent.categories, number),
    excluded_categories: list(sent.excluded_categories, number),
    excluded_set_of_categories: list(sent.excluded_set_of_categories, number),
  },
})

const text = (value: unknown): Maybe<string> => (typeof value === "string" ? value : undefined)

const list = <A>(value: unknown, item: (value: unknown) => Maybe<A>): Loose<A> =>
  Array.isArray(value) ? value.map(item) : undefined

const objects =
  <A>(read: (sent: Json) => A) =>
  (value: unknown): Maybe<A> =>
    isJson(value) ? read(value) : undefined
