/** The fields of an entity that people set, and their forms in inputs, requests, answers and storage. */
import { Schema } from "effect"
import { emptyObject, JsonText } from "./JsonText.ts"
import { makeClearableField, makeOptionalField } from "./wire/fields.ts"
import { RawObject } from "./wire/rawJson.ts"
import { AnyObject, AnyObjectOrNull } from "./wire/shared.ts"

/**
 * A field that people set: its name in the API, its schema in requests, its value in new datasets, its schema in answers, and what it means
 * where its name does not say that.
 */
export const defineField = <Key extends string, A, I>(
  key: Key,
  sent: Schema.Schema<A, I>,
  initially: A,
  shown: Schema.Schema<A, I> = sent,
  description?: string,
) => {
  const meaning = description === undefined ? {} : { description }
  return {
    key,
    initially,
    /** The schema in the engine's input. */
    input: Schema.optional(sent),
    /** The schema in requests. */
    sent: makeOptionalField(sent).annotations(meaning).pipe(Schema.fromKey(key)),
    /** The schema in answers. */
    shown: description === undefined ? shown : shown.annotations(meaning),
    /** The schema in the entity. Archives from before the field existed lack it. */
    stored: Schema.optionalWith(shown, { default: () => initially }),
  }
}

/** A field that people set, and that null clears in requests. */
export const defineClearableField = <Key extends string, A, I>(
  key: Key,
  sent: Schema.Schema<A, I>,
  shown: Schema.Schema<A, I> = sent,
  description?: string,
) => ({
  ...defineField<Key, A | null, I | null>(key, Schema.NullOr(sent), null, Schema.NullOr(shown), description),
  sent: makeClearableField(sent)
    .annotations(description === undefined ? {} : { description })
    .pipe(Schema.fromKey(key)),
})

/** A JSON object: text in the engine, an object whose text is kept in requests. */
export const defineDocument = <Key extends string>(key: Key) => ({
  key,
  initially: emptyObject,
  input: Schema.optional(JsonText),
  sent: makeOptionalField(RawObject).pipe(Schema.fromKey(key)),
  shown: AnyObject,
  stored: Schema.optionalWith(JsonText, { default: () => emptyObject }),
})

/** A JSON object that null clears. */
export const defineClearableDocument = <Key extends string>(key: Key) => ({
  key,
  initially: null,
  input: Schema.optional(Schema.NullOr(JsonText)),
  sent: makeClearableField(RawObject).pipe(Schema.fromKey(key)),
  shown: AnyObjectOrNull,
  stored: Schema.optionalWith(Schema.NullOr(JsonText), { default: () => null }),
})

/** One form of all fields, by their names in the engine. */
export const pickForm = <
  Form extends string,
  Fields extends { readonly [name: string]: { readonly [Key in Form]: unknown } },
>(
  fields: Fields,
  form: Form,
) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[form]])) as {
    readonly [Name in keyof Fields]: Fields[Name][Form]
  }

/** The schemas of answers, by the names in the API. */
export const pickShown = <
  Fields extends { readonly [name: string]: { readonly key: string; readonly shown: unknown } },
>(
  fields: Fields,
) =>
  Object.fromEntries(Object.values(fields).map(({ key, shown }) => [key, shown])) as {
    readonly [Name in keyof Fields as Fields[Name]["key"]]: Fields[Name]["shown"]
  }
