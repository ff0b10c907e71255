/** Assets over storage in memory, and what tests do with them. */
import { Effect, Layer, Stream } from "effect"
import { Assets, type NewAsset } from "../../src/assets/Assets.ts"
import { CurrentActor } from "../../src/domain/Actor.ts"
import { Username } from "../../src/domain/Names.ts"
import {
  defaultSettings,
  EngineSettings,
  type EngineSettingsValues,
} from "../../src/kernel/EngineSettings.ts"
import { makeLayer } from "../../src/memory/layer.ts"

export const services = (settings: Partial<EngineSettingsValues> = {}, storage = makeLayer()) =>
  Assets.Default.pipe(
    Layer.provideMerge(storage),
    Layer.provideMerge(Layer.succeed(EngineSettings, { ...defaultSettings, ...settings })),
    Layer.provideMerge(
      Layer.succeed(CurrentActor, {
        _tag: "Person",
        username: Username.make("ada"),
        siteAdmin: false,
        credentialsExpireAt: null,
      }),
    ),
  )

export const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d)

/** The parts of a read URL. */
export const segmentOf = (asset: NewAsset): string => new URL(asset.url).pathname.split("/").at(-1) ?? ""

export const upload = (made: NewAsset, ...pieces: ReadonlyArray<Uint8Array>) =>
  Effect.flatMap(Assets, (assets) =>
    assets.upload(made.asset.id, made.presignedPostFields.fields, Stream.fromIterable(pieces)),
  )

export const create = (filename: string) => Effect.flatMap(Assets, (assets) => assets.create({ filename }))

export const open = (made: NewAsset, segment = segmentOf(made)) =>
  Effect.flatMap(Assets, (assets) => assets.open(made.asset.id, segment))

export const collected = (stream: Stream.Stream<Uint8Array>) =>
  Effect.map(Stream.runCollect(stream), (pieces) => Buffer.concat([...pieces]))
