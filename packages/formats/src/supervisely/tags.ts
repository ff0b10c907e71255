/** Tags of images and objects: a name, with a value or without. `meta.json` says which values a tag has. */
import type { Losses } from "../carry/Losses.ts"
import { readItems } from "../drawn-images/DrawnImage.ts"
import { lookup } from "../files/lookup.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { isAttributeValue } from "../model/attributeValues.ts"
import type { AttributeDefinition, Dataset } from "../model/Dataset.ts"
import type { Attributes, AttributeValue } from "../model/Scene.ts"

const inputTypes: { readonly [valueType: string]: string } = {
  none: "checkbox",
  any_number: "number",
  any_string: "text",
  oneof_string: "select",
  date: "text",
}

export interface TagDefinitions {
  readonly forImages: ReadonlyArray<AttributeDefinition>
  readonly findForClass: (name: string) => ReadonlyArray<AttributeDefinition>
}

/** A tag is of images, of objects of some classes, or of all. */
export const readTagDefinitions = (document: Node, losses: Losses): TagDefinitions => {
  const parts = new PartReader(losses)
  const tags = readItems(document.at("tags"), parts).flatMap((tag) => parts.read(() => [readTag(tag)]) ?? [])
  return {
    forImages: tags.flatMap(({ applicableType, definition }) =>
      applicableType === "objectsOnly" ? [] : [definition],
    ),
    findForClass: (name) =>
      tags.flatMap(({ applicableType, classes, definition }) =>
        applicableType !== "imagesOnly" && (classes.length === 0 || classes.includes(name))
          ? [definition]
          : [],
      ),
  }
}

interface TagDefinition {
  readonly definition: AttributeDefinition
  readonly applicableType: string
  /** Of any class where there is none. */
  readonly classes: ReadonlyArray<string>
}

const readTag = (tag: Node): TagDefinition => {
  const values = tag.at("values").or([], (list) => list.items().map((value) => value.text()))
  const input_type =
    lookup(
      inputTypes,
      tag.at("value_type").or("", (type) => type.text()),
    ) ?? "text"
  const definition: AttributeDefinition = {
    name: tag.at("name").text(),
    input_type,
    ...(input_type === "select" && { values }),
  }
  return {
    definition,
    applicableType: tag.at("applicable_type").or("", (type) => type.text()),
    classes: tag.at("classes").or([], (list) => list.items().map((name) => name.text())),
  }
}

/** A tag without a value is true. Several tags of one name are a list of their values as texts. */
export const readTags = (list: Node, losses: Losses): Attributes => {
  const attributes: Record<string, AttributeValue> = {}
  const parts = new PartReader(losses)
  for (const tag of readItems(list, parts))
    parts.read(() => {
      const name = tag.at("name").text()
      const { place, value } = tag.at("value")
      const own = value === undefined || value === null ? true : value
      if (!isAttributeValue(own)) losses.add("attribute-value", place)
      else if (!Object.hasOwn(attributes, name)) attributes[name] = own
      else attributes[name] = [attributes[name] ?? null, own].flat().map(String)
    })
  return attributes
}

interface PrintedTag {
  /** `none`, `any_number`, `any_string` or `oneof_string`. */
  valueType: string
  readonly values: Set<string>
  /** The classes whose objects may have it. */
  readonly classes: Set<string>
  isOfImages: boolean
}

/** The class of an object, or the image. */
type TagOwner = { readonly className: string } | "image"

/** The tags of a project, each of one type: that of its definitions, or text where they differ or there is none. */
export class TagWriter {
  readonly #tags = new Map<string, PrintedTag>()
  readonly #losses: Losses

  constructor({ categories, imageAttributes }: Dataset, losses: Losses) {
    this.#losses = losses
    for (const definition of imageAttributes) this.#define(definition, "image")
    for (const { attributes, name } of categories)
      for (const definition of attributes) this.#define(definition, { className: name })
  }

  /** Values of another type than the tag has become text, or are counted. A checkbox without its mark has no tag, which is counted, too. */
  print(attributes: Attributes, owner: TagOwner, place: string): ReadonlyArray<object> {
    return Object.entries(attributes).flatMap(([name, value]) => {
      const { valueType, values } = this.#open(name, "any_string", owner)
      if (valueType === "none" && value === true) return [{ name }]
      if (valueType === "any_number" && typeof value === "number") return [{ name, value }]
      if (valueType === "none" || valueType === "any_number") {
        this.#losses.add("attributes", `${place}: ${name}`)
        return []
      }
      const text = Array.isArray(value) ? value.join(",") : String(value ?? "")
      if (valueType === "oneof_string") values.add(text)
      return [{ name, value: text }]
    })
  }

  /** After the last tag. */
  printMeta(): ReadonlyArray<object> {
    return [...this.#tags].map(([name, { classes, isOfImages, valueType, values }]) => ({
      name,
      value_type: valueType,
      color: "#8A140F",
      ...(valueType === "oneof_string" && { values: [...values] }),
      hotkey: "",
      applicable_type: classes.size === 0 ? "imagesOnly" : isOfImages ? "all" : "objectsOnly",
      classes: [...classes],
    }))
  }

  #define({ input_type, name, values }: AttributeDefinition, owner: TagOwner): void {
    const valueType = Object.entries(inputTypes).find(([, type]) => type === input_type)?.[0] ?? "any_string"
    const tag = this.#open(name, valueType, owner)
    if (tag.valueType !== valueType) tag.valueType = "any_string"
    if (Array.isArray(values)) for (const value of values) tag.values.add(String(value))
  }

  #open(name: string, valueType: string, owner: TagOwner): PrintedTag {
    const tag = this.#tags.get(name) ?? {
      valueType,
      values: new Set(),
      classes: new Set(),
      isOfImages: false,
    }
    this.#tags.set(name, tag)
    if (owner === "image") tag.isOfImages = true
    else tag.classes.add(owner.className)
    return tag
  }
}
