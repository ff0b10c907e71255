/** The samples of a shard: files of one name up to the first dot, as `webdataset` groups them. */
import { addToList } from "../files/listMaps.ts"
import { isImagePath, stripEnding } from "../files/paths.ts"
import type { Member, Shard } from "./shards.ts"

export interface ShardSample {
  readonly shard: Shard
  /** The path that its files share. */
  readonly key: string
  readonly image: Member
  /** Files beside the image that are read, by their endings in lower case. */
  readonly parts: ReadonlyMap<string, Member>
  /** Files beside the image that have no place. */
  readonly others: ReadonlyArray<Member>
}

/** Endings of files that are read beside an image. */
const readEndings: ReadonlySet<string> = new Set(["cls", "json", "txt"])

/** Folder and name up to the first dot, and what follows it. */
const memberName = /^((?:.*\/)?[^/.]+)\.([^/]+)$/

export interface GroupedShard {
  readonly samples: ReadonlyArray<ShardSample>
  /** Files without an image. */
  readonly lone: ReadonlyArray<Member>
}

export const groupSamples = (shard: Shard): GroupedShard => {
  const groups = new Map<string, Array<Member>>()
  const lone: Array<Member> = []
  for (const member of shard.members) {
    const key = memberName.exec(member.name)?.[1]
    if (key === undefined) lone.push(member)
    else addToList(groups, key, member)
  }
  const samples: Array<ShardSample> = []
  for (const [key, members] of groups) {
    const own = splitGroup(shard, key, members)
    samples.push(...own)
    if (own.length === 0) lone.push(...members)
  }
  return { samples, lone }
}

/**
 * A name with further dots is cut at the first one by the library, so that two such samples become one there. Here each image whose name is no
 * other one's is a sample, with the files of its name.
 */
const splitGroup = (
  shard: Shard,
  key: string,
  members: ReadonlyArray<Member>,
): ReadonlyArray<ShardSample> => {
  const images = members.filter(({ name }) => isImagePath(name))
  const main = images.find(({ name }) => stripEnding(name) === key)
  if (main !== undefined) return [makeSample(shard, key, main, members)]
  const byStem = new Map(images.map((image) => [stripEnding(image.name), image]))
  return [...byStem].map(([stem, image]) =>
    makeSample(
      shard,
      stem,
      image,
      members.filter(({ name }) => name.startsWith(`${stem}.`)),
    ),
  )
}

const makeSample = (
  shard: Shard,
  key: string,
  image: Member,
  members: ReadonlyArray<Member>,
): ShardSample => {
  const parts = new Map<string, Member>()
  const others: Array<Member> = []
  for (const member of members) {
    if (member === image) continue
    const ending = member.name.slice(key.length + 1).toLowerCase()
    if (readEndings.has(ending) && !parts.has(ending)) parts.set(ending, member)
    else others.push(member)
  }
  return { shard, key, image, parts, others }
}
