/** What the actions of one change are held against, what has come of those before, and what was found so far. */
import type { Attribute, Configuration } from "../../domain/Configuration.ts"
import type { Violation } from "../../domain/errors.ts"
import type { ConfigurationAction } from "./Action.ts"
import { Model } from "./Model.ts"
import type { Step } from "./Step.ts"

export type AttributeType = typeof Attribute.Type
type Category = Configuration["categories"][number]

export class ActionContext {
  readonly errors: Array<Violation> = []
  readonly steps: Array<Step> = []
  /** The configuration as the actions so far have left it. */
  readonly model: Model
  readonly categoriesAfter: ReadonlyMap<number, Category>
  readonly #later: Array<() => void> = []

  constructor(
    before: Configuration,
    readonly after: Configuration,
  ) {
    this.model = new Model(before)
    this.categoriesAfter = new Map(after.categories.map((category) => [category.id, category]))
  }

  /** Says what is wrong with a key of the action. */
  wrongIn(index: number) {
    return (key: string, message: string): undefined => {
      this.errors.push({ pointer: `/actions/${index}/${key}`, message })
    }
  }

  /** For what can be checked only when all actions are known. */
  later(check: () => void): void {
    this.#later.push(check)
  }

  end(): void {
    for (const check of this.#later) check()
  }
}

/** The attributes of the scope in the configuration; undefined when there is no such category. */
export const listIn = (
  { categories, image_attributes }: Configuration,
  id: number | null,
  scope: NonNullable<ConfigurationAction["scope"]>,
): ReadonlyArray<AttributeType> | undefined => {
  if (scope === "image") return image_attributes ?? []
  const category = categories.find((one) => one.id === id)
  return category === undefined
    ? undefined
    : ((scope === "link" ? category.link_attributes : category.attributes) ?? [])
}

export const set = <A>(value: A): value is NonNullable<A> => value !== undefined && value !== null
