/** The dataset and the abilities that its parts are reduced to. */
import type { AttributeDefinition, Dataset, SkeletonDefinition } from "../model/Dataset.ts"
import type { Abilities } from "./Abilities.ts"
import type { Losses } from "./Losses.ts"

export interface Carrying {
  readonly abilities: Abilities
  /** The ids of categories as they are written, by those of the dataset. */
  readonly categoryIds: ReadonlyMap<number, number>
  /** By the ids of categories of the dataset. */
  readonly definitions: ReadonlyMap<number, Definitions>
  /** Of attributes of a whole frame. */
  readonly frameDefinitions: Definitions
  /** By the ids of categories of the dataset. */
  readonly skeletons: ReadonlyMap<number, SkeletonDefinition>
  readonly losses: Losses
}

/** The input types of attributes by their names. */
export type Definitions = ReadonlyMap<string, string>

/** The input types of attributes of each category, by its id. */
export const mapDefinitions = ({ categories }: Dataset): ReadonlyMap<number, Definitions> =>
  new Map(categories.map(({ attributes, id }) => [id, listInputTypes(attributes)]))

export const listInputTypes = (attributes: ReadonlyArray<AttributeDefinition>): Definitions =>
  new Map(attributes.map(({ input_type, name }) => [name, input_type]))

/** The skeletons of the categories that have one, by their ids. */
export const findSkeletons = ({
  categories,
}: Pick<Dataset, "categories">): ReadonlyMap<number, SkeletonDefinition> =>
  new Map(categories.flatMap(({ id, skeleton }) => (skeleton === undefined ? [] : [[id, skeleton]])))
