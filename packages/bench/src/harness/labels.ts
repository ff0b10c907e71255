/** Labels as a pointcloud has them: cuboids with numbers of full length. The same text for the same size. */
import { trustedJson } from "@annotary/core/effect"

/** Attributes of about so many bytes, with a place where {@link serialMark} can be replaced. */
export const cuboids = (bytes: number) => {
  const next = randoms(1)
  const number = (range: number) => String((next() - 0.5) * range)
  const cuboid = (id: number) =>
    `{"id":${id},"category_id":${1 + (id % 5)},"type":"cuboid","position":{"x":${number(200)},"y":${number(200)},` +
    `"z":${number(6)}},"dimensions":{"x":${number(6)},"y":${number(3)},"z":${number(3)}},"yaw":${number(6)},` +
    `"attributes":{"moving":${next() > 0.5},"source":"a lidar \\"top\\""}}`
  const parts: Array<string> = []
  for (let size = 60, id = 1; size < bytes; id++) {
    const part = cuboid(id)
    size += part.length + 1
    parts.push(part)
  }
  return trustedJson(`{"serial":"${serialMark}","annotations":[${parts.join(",")}]}`)
}

/** Eight characters that a client may write a number over. */
export const serialMark = "########"

/** A generator of numbers from 0 to 1 that always says the same (mulberry32). */
const randoms = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
