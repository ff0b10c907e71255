import { assert, describe, it } from "vitest"
import { hashUrl } from "../../src/domain/PictureSize.ts"
import { findPictures } from "../../src/pictures/findPictures.ts"

const named = (attributes: unknown) =>
  [...findPictures(attributes)].map(({ isSized, pointer, url }) => [pointer, url, isSized])

describe("the pictures of a sample", () => {
  it("are its image, and the cameras of a point cloud", () => {
    assert.deepEqual(named({ image: { url: "a" } }), [["/image", "a", false]])
    assert.deepEqual(
      named({
        pcd: { url: "c" },
        images: [
          { url: "a", width: 1, height: 2 },
          { url: "b", width: 1 },
        ],
      }),
      [
        ["/images/0", "a", true],
        ["/images/1", "b", false],
      ],
    )
  })

  it("are those of each frame and each sensor, at their places", () => {
    const frames = [{ image: { url: "a" } }, { images: [{ url: "b" }] }]
    assert.deepEqual(named({ frames }), [
      ["/frames/0/image", "a", false],
      ["/frames/1/images/0", "b", false],
    ])
    assert.deepEqual(named({ sensors: [{ name: "front", attributes: { frames } }, { attributes: null }] }), [
      ["/sensors/0/attributes/frames/0/image", "a", false],
      ["/sensors/0/attributes/frames/1/images/0", "b", false],
    ])
  })

  it("are none in what has another form", () => {
    for (const attributes of [
      null,
      7,
      "a",
      [],
      { image: null },
      { image: { url: "" } },
      { frames: {} },
      { images: [7] },
    ])
      assert.deepEqual(named(attributes), [])
  })
})

describe("the digest of a URL", () => {
  it("is the same for an asset as a path, on any host, and with a signature", () => {
    const path = "/assets/01900000-0000-7000-8000-000000000001/0123456789abcdef0123456789abcdef.png"
    const digests = [
      path,
      `https://labels.example${path}`,
      `http://127.0.0.1:8080${path}?expires=1&signature=a`,
    ]
    assert.strictEqual(new Set(digests.map(hashUrl)).size, 1)
    assert.notStrictEqual(hashUrl(path), hashUrl(path.replace("0123", "1123")))
  })

  it("is another one for each other URL", () => {
    const urls = [
      "https://a.example/a.png",
      "https://b.example/a.png",
      "s3://a/a.png",
      "https://a.example/a.png?x",
    ]
    assert.strictEqual(new Set(urls.map(hashUrl)).size, urls.length)
  })
})
