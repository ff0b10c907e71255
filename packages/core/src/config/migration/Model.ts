import type { Configuration } from "../../domain/Configuration.ts"

export interface ModelAttribute {
  name: string
  dropped: boolean
}

export interface ModelCategory {
  /** Null: dropped or merged. */
  id: number | null
  name: string
  /** The target of a merge. */
  into: ModelCategory | undefined
  readonly objects: AttributeList
  readonly links: AttributeList
  /** The joints of its skeleton, which are named and dropped like attributes. */
  readonly joints: AttributeList
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

/**
 * The categories and attributes of a configuration during actions. Each is an object with an identity, so that the
 * fate of a category that an action names can be followed to the end.
 */
export class Model {
  readonly #categories = new Map<number, ModelCategory>()
  readonly images: AttributeList

  constructor(configuration: Configuration) {
    for (const category of configuration.categories)
      this.#categories.set(category.id, toModelCategory(category))
    this.images = new AttributeList(configuration.image_attributes)
  }

  find(id: number): ModelCategory | undefined {
    return this.#categories.get(id)
  }

  /** Adds a category of the new configuration. */
  add(category: Category): ModelCategory {
    const added = toModelCategory(category)
    this.#categories.set(category.id, added)
    return added
  }

  changeId(category: ModelCategory, id: number): void {
    this.remove(category)
    category.id = id
    this.#categories.set(id, category)
  }

  remove(category: ModelCategory): void {
    if (category.id !== null) this.#categories.delete(category.id)
    category.id = null
  }
}

/** The final category id of a category's objects; null if they are removed. */
export const getLastId = (category: ModelCategory): number | null =>
  category.into === undefined ? category.id : getLastId(category.into)

const toModelCategory = ({ attributes, id, link_attributes, name, skeleton }: Category): ModelCategory => ({
  id,
  name,
  into: undefined,
  objects: new AttributeList(attributes),
  links: new AttributeList(link_attributes),
  joints: new AttributeList(skeleton?.joints),
})
