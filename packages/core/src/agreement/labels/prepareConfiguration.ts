/** Configurations in the form by which labels are compared. */
import type { Configuration } from "../../domain/Configuration.ts"
import { compile } from "../../warnings/compile.ts"
import type { CompiledConfiguration } from "../../warnings/rules/Compiled.ts"
import { defaultSigma } from "../geometry/keypoints.ts"

/** Made once for many samples. */
export interface PreparedConfiguration {
  readonly compiled: CompiledConfiguration
  readonly getSigma: (category: number, joint: string) => number
}

export const prepareConfiguration = (configuration: Configuration): PreparedConfiguration => ({
  compiled: compile(configuration),
  getSigma: makeSigmas(configuration),
})

/** Many samples in a row have one configuration. */
const prepared = new WeakMap<Configuration, PreparedConfiguration>()

export const getPrepared = (configuration: Configuration | PreparedConfiguration): PreparedConfiguration => {
  if ("compiled" in configuration) return configuration
  const cached = prepared.get(configuration)
  if (cached !== undefined) return cached
  const fresh = prepareConfiguration(configuration)
  prepared.set(configuration, fresh)
  return fresh
}

/** Deviations of joints by the id of the category and the name of the joint. */
const makeSigmas = ({ categories }: Configuration): ((category: number, joint: string) => number) => {
  const sigmas = new Map(
    categories.map(({ id, skeleton }) => [
      id,
      new Map(skeleton?.joints.map(({ name, sigma }) => [name, sigma ?? defaultSigma])),
    ]),
  )
  return (category, joint) => sigmas.get(category)?.get(joint) ?? defaultSigma
}
