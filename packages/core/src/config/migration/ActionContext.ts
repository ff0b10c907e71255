import type { Attribute, Configuration } from "../../domain/Configuration.ts"
import type { Violation } from "../../domain/errors.ts"
import type { ConfigurationAction } from "./Action.ts"
import { Model } from "./Model.ts"
import type { Step } from "./Step.ts"

export type AttributeType = typeof Attribute.Type
type Category = Configuration["categories"][number]

/**
 * The context of validating one action: the configurations, the result of earlier actions, and the violations so far.
 */
export class ActionContext {
  readonly errors: Array<Violation> = []
  readonly steps: Array<Step> = []
  /** The configuration after the actions so far. */
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

  /** Reports a problem with a key of the action. */
  findErrorTarget(index: number) {
    return (key: string, message: string): undefined => {
      this.errors.push({ pointer: `/actions/${index}/${key}`, message })
    }
  }

  /** Registers a check that needs all actions. */
  addCheck(check: () => void): void {
    this.#later.push(check)
  }

  end(): void {
    for (const check of this.#later) check()
  }
}

/** The attributes of a scope in the configuration; undefined without that category. */
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
