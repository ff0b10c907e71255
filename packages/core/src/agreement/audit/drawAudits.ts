/** The order in which an audit draws: anybody who knows the seed can draw the same again. */
import { computeSha256Hex } from "../../domain/digest.ts"

/**
 * Numbers from 0 to below the population, each once, in an order that the seed decides: Fisher and Yates' shuffle with numbers of 52 bits from
 * SHA-256 of `seed counter`, those that would favor some numbers left out. Lazy, so that a few draws of a million cost little.
 */
export const drawAudits = (seed: string, population: number): Generator<number, void, undefined> => {
  if (!Number.isSafeInteger(population) || population < 0)
    throw new RangeError(`The population must be a whole number of 0 or more, not ${population}.`)
  return drawLazily(seed, population)
}

function* drawLazily(seed: string, population: number): Generator<number, void, undefined> {
  const moved = new Map<number, number>()
  let counter = 0
  for (let left = population; left > 0; left--) {
    const fair = 2 ** 52 - (2 ** 52 % left)
    let random: number
    do random = Number.parseInt(computeSha256Hex(`${seed} ${counter++}`).slice(0, 13), 16)
    while (random >= fair)
    const place = random % left
    const last = left - 1
    yield moved.get(place) ?? place
    moved.set(place, moved.get(last) ?? last)
    moved.delete(last)
  }
}
