/** Paths of Cityscapes: a folder for each set, in it one for each city, and names of city, sequence and frame. */
import { flattenStem, unflattenStem } from "../images/setPaths.ts"

/** The folder of names without a city. */
const noCity = "default"

const official = /^([A-Za-z-]+)_\d{6}_\d{6}$/

/** City and name with a slash. A name with one folder has it as its city; others have their slashes escaped. */
export const toCityPath = (stem: string): string => {
  const city = official.exec(stem)?.[1]
  if (city !== undefined) return `${city}/${stem}`
  const [folder = "", name, ...more] = stem.split("/")
  const isCity = name !== undefined && more.length === 0 && folder !== noCity && !official.test(name)
  return isCity ? stem : `${noCity}/${flattenStem(stem)}`
}

/** The parts that `toCityPath` made the path of. */
export const fromCityPath = (city: string, name: string): string => {
  if (official.exec(name)?.[1] === city) return name
  return city === noCity ? unflattenStem(name) : `${city}/${name}`
}
