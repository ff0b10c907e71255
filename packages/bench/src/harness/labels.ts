/** Labels of point clouds: cuboids with numbers of full length. Deterministic by size. */
import { trustedJson } from "@annotary/core/effect"
import { randoms } from "@annotary/test-support/random"

/**
 * Attributes of about this many bytes, with a place where {@link serialMark} can be replaced. Their check finds nothing, or with
 * `warned` a warning for most cuboids, whose edges are negative.
 */
export const cuboids = (bytes: number, warned = false) => {
  const next = randoms(1)
  const number = (range: number) => String((next() - 0.5) * range)
  const edge = (range: number) => (warned ? number(range) : String(0.1 + next() * range))
  const cuboid = (id: number) =>
    `{"id":${id},"category_id":${1 + (id % 5)},"type":"cuboid","position":{"x":${number(200)},"y":${number(200)},` +
    `"z":${number(6)}},"dimensions":{"x":${edge(6)},"y":${edge(3)},"z":${edge(3)}},"yaw":${number(6)},` +
    `"attributes":{"moving":${next() > 0.5},"source":"a lidar \\"top\\""}}`
  const parts: Array<string> = []
  for (let size = 60, id = 1; size < bytes; id++) {
    const part = cuboid(id)
    size += part.length + 1
    parts.push(part)
  }
  return trustedJson(`{"serial":"${serialMark}","annotations":[${parts.join(",")}]}`)
}

/** Eight characters that a client may overwrite with a number. */
export const serialMark = "########"
