/** Labels of point clouds: cuboids with numbers of full length. Deterministic by size. */
import { castToJsonText } from "@annotary/core/effect"
import { makeRandoms } from "@annotary/test-support/random"

/**
 * Attributes of about this many bytes, with a place where {@link serialMark} can be replaced. Their check finds nothing, or with
 * `warned` a warning for most cuboids, whose edges are negative.
 */
export const makeCuboids = (bytes: number, warned = false) => {
  const next = makeRandoms(1)
  const makeNumber = (range: number) => String((next() - 0.5) * range)
  const makeEdge = (range: number) => (warned ? makeNumber(range) : String(0.1 + next() * range))
  const makeCuboid = (id: number) =>
    `{"id":${id},"category_id":${1 + (id % 5)},"type":"cuboid","position":{"x":${makeNumber(200)},"y":${makeNumber(200)},` +
    `"z":${makeNumber(6)}},"dimensions":{"x":${makeEdge(6)},"y":${makeEdge(3)},"z":${makeEdge(3)}},"yaw":${makeNumber(6)},` +
    `"attributes":{"moving":${next() > 0.5},"source":"a lidar \\"top\\""}}`
  const parts: Array<string> = []
  for (let size = 60, id = 1; size < bytes; id++) {
    const part = makeCuboid(id)
    size += part.length + 1
    parts.push(part)
  }
  return castToJsonText(`{"serial":"${serialMark}","annotations":[${parts.join(",")}]}`)
}

/** Eight characters that a client may overwrite with a number. */
export const serialMark = "########"
