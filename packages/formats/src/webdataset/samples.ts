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
  /** Files beside the image that are not read. */
  readonly others: ReadonlyArray<Member>
}

/** Endings of files that are read beside an image. */
const readEndings: ReadonlySet<string> = new Set(["cls", "json", "txt"])

/** Folder and name up to the first dot, and what follows it. */
const memberName = /^((?:.*\/)?[^/.]+)\.([^/]+)$/

export interface GroupedShard {
  readonly samples: ReadonlyArray<ShardSample>
  /** Files without an image, and those of a key that several images share. */
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
    const group = splitGroup(shard, key, members)
    for (const sample of group.samples) samples.push(sample)
    for (const member of group.lone) lone.push(member)
  }
  return { samples, lone }
}

/**
 * The library cuts a name with further dots at the first one, so that two such samples become one there. Here each image whose name is not that of
 * another one is a sample, with the files whose names begin with its own. A file of the shared key does not say which of the images it describes.
 */
const splitGroup = (shard: Shard, key: string, members: ReadonlyArray<Member>): GroupedShard => {
  const images = members.filter(({ name }) => isImagePath(name))
  const main = images.find(({ name }) => stripEnding(name) === key)
  if (main !== undefined) return { samples: [makeSample(shard, key, main, members)], lone: [] }
  const byStem = new Map<string, { readonly image: Member; readonly members: Array<Member> }>()
  for (const image of images) {
    const stem = stripEnding(image.name)
    if (!byStem.has(stem)) byStem.set(stem, { image, members: [] })
  }
  const lengths = new Set([...byStem.keys()].map(({ length }) => length))
  const lone: Array<Member> = []
  for (const member of members) {
    const stem = findLongestStem(member.name, lengths, (own) => byStem.has(own))
    ;((stem === undefined ? undefined : byStem.get(stem)?.members) ?? lone).push(member)
  }
  const samples = [...byStem].map(([stem, own]) => makeSample(shard, stem, own.image, own.members))
  return { samples, lone }
}

/** The lengths of all stems save a look-up for each dot of a long name. */
const findLongestStem = (
  name: string,
  lengths: ReadonlySet<number>,
  isStem: (stem: string) => boolean,
): string | undefined => {
  for (let dot = name.lastIndexOf("."); dot > 0; dot = name.lastIndexOf(".", dot - 1))
    if (lengths.has(dot) && isStem(name.slice(0, dot))) return name.slice(0, dot)
  return undefined
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
