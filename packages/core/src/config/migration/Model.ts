/**
 * The categories and attributes of a configuration while actions are carried out on them, each with an identity of its own:
 * at the end it can be asked what became of the one that an action spoke of.
 */
import type { Configuration } from "../../domain/Configuration.ts"

export interface ModelAttribute {
  name: string
  dropped: boolean
}

export interface ModelCategory {
  /** Null: dropped or merged away. */
  id: number | null
  name: string
  /** What it was merged into. */
  into: ModelCategory | undefined
  readonly objects: AttributeList
  readonly links: AttributeList
}

type Category = Configuration["categories"][number]

export class AttributeList {
  readonly #all = new Map<string, ModelAttribute>()

  constructor(names: ReadonlyArray<{ readonly name: string }> | null | undefined) {
    for (const { name } of names ?? []) this.add(name)
  }

  find(name: string): ModelAttribute | undefined {
    return this.#all.get(name)
  }

  add(name: string): ModelAttribute {
    const attribute = { name, dropped: false }
    this.#all.set(name, attribute)
    return attribute
  }

  rename(attribute: ModelAttribute, to: string): void {
    this.#all.delete(attribute.name)
    attribute.name = to
    this.#all.set(to, attribute)
  }

  drop(attribute: ModelAttribute): void {
    this.#all.delete(attribute.name)
    attribute.dropped = true
  }
}

export class Model {
  readonly #categories = new Map<number, ModelCategory>()
  readonly images: AttributeList

  constructor(configuration: Configuration) {
    for (const category of configuration.categories) this.#categories.set(category.id, modelOf(category))
    this.images = new AttributeList(configuration.image_attributes)
  }

  find(id: number): ModelCategory | undefined {
    return this.#categories.get(id)
  }

  /** A category that only the new configuration has. */
  add(category: Category): ModelCategory {
    const added = modelOf(category)
    this.#categories.set(category.id, added)
    return added
  }

  renumber(category: ModelCategory, id: number): void {
    this.remove(category)
    category.id = id
    this.#categories.set(id, category)
  }

  remove(category: ModelCategory): void {
    if (category.id !== null) this.#categories.delete(category.id)
    category.id = null
  }
}

/** The category that its objects have at the end; null: they went. */
export const lastIdOf = (category: ModelCategory): number | null =>
  category.into === undefined ? category.id : lastIdOf(category.into)

const modelOf = ({ attributes, id, link_attributes, name }: Category): ModelCategory => ({
  id,
  name,
  into: undefined,
  objects: new AttributeList(attributes),
  links: new AttributeList(link_attributes),
})
