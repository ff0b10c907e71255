import { assert, describe, it } from "vitest"
import { kittiRaw } from "../../src/kitti-raw/kittiRaw.ts"
import { readFiles, refusal } from "../files.ts"

const pose = (x: number, more: string) =>
  `<item><tx>${x}</tx><ty>1</ty><tz>-1</tz><rx>0</rx><ry>0</ry><rz>0.5</rz><state>2</state>${more}</item>`

const sight = (occlusion: string, keyframe: number, truncation: string) =>
  `<occlusion>${occlusion}</occlusion><occlusion_kf>${keyframe}</occlusion_kf><truncation>${truncation}</truncation>`

const tracklet = (type: string, first: number, poses: ReadonlyArray<string>, count = poses.length) =>
  `<item><objectType>${type}</objectType><h>2</h><w>3</w><l>5</l><first_frame>${first}</first_frame>
  <poses><count>${count}</count><item_version>0</item_version>${poses.join("")}</poses><finished>1</finished></item>`

const drive = (...items: ReadonlyArray<string>) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<!DOCTYPE boost_serialization>
<boost_serialization version="9" signature="serialization::archive">
<tracklets><count>${items.length}</count><item_version>1</item_version>${items.join("")}</tracklets>
</boost_serialization>`

describe("the tracklets of KITTI", () => {
  it("are height, width and length over the bottom face, with frames by the numbers of point clouds", async () => {
    const { losses, scenes } = await readFiles(kittiRaw, {
      "drive_0001/tracklet_labels.xml": drive(
        tracklet("Tram", 1, [pose(10, sight("0", -1, "0")), pose(11, sight("1", -1, "2"))]),
      ),
      "drive_0001/velodyne_points/data/0000000000.bin": "",
      "drive_0001/velodyne_points/data/0000000001.bin": "",
      "drive_0001/velodyne_points/data/0000000002.bin": "",
      "drive_0001/image_02/data/0000000001.png": "",
    })
    assert.deepStrictEqual(losses, [])
    const [scene] = scenes
    assert.deepStrictEqual(
      scene?.frames.map(({ annotations, cameras, cloud }) => [
        cloud,
        cameras.map(({ name }) => name),
        annotations.map(({ attributes, isKeyframe, trackId }) => [trackId, isKeyframe, attributes]),
      ]),
      [
        [{ url: "drive_0001/velodyne_points/data/0000000000.bin", type: "kitti" }, [], []],
        [
          { url: "drive_0001/velodyne_points/data/0000000001.bin", type: "kitti" },
          ["image_02"],
          [[1, true, { occlusion: 0, truncation: 0 }]],
        ],
        // Out of the image is not out of the point cloud.
        [
          { url: "drive_0001/velodyne_points/data/0000000002.bin", type: "kitti" },
          [],
          [[1, true, { occlusion: 1, truncation: 2 }]],
        ],
      ],
    )
    assert.deepInclude(scene?.frames[1]?.annotations[0], {
      position: { x: 10, y: 1, z: 0 },
      dimensions: { x: 5, y: 3, z: 2 },
      yaw: 0.5,
    })
  })

  it("of Datumaro are sizes along x, y, z around the center, with gaps, keyframes and attributes", async () => {
    const attributes = "<attributes><attribute><name>color</name><value>red</value></attribute></attributes>"
    const { losses, scenes } = await readFiles(kittiRaw, {
      "tracklet_labels.xml": drive(
        tracklet("Tram", 0, [
          pose(10, sight("0", 1, "0") + attributes),
          pose(10, sight("OcclusionStates.OCCLUSION_UNSET", 1, "TruncationStates.OUT_IMAGE")),
          pose(12, sight("1", 0, "0")),
        ]),
        tracklet("Cyclist", 2, [pose(3, sight("0", 0, "0"))]),
      ),
      "frame_list.txt": "0 night/a\n1 night/b\n2 night/c\n",
      "velodyne_points/data/night/a.pcd": "",
    })
    assert.deepStrictEqual(losses, [])
    assert.deepStrictEqual(
      scenes[0]?.frames.map(({ annotations, cloud, name }) => [
        name,
        cloud?.url,
        annotations.map(({ attributes, isKeyframe, trackId }) => [trackId, isKeyframe, attributes]),
      ]),
      [
        ["night/a", "velodyne_points/data/night/a.pcd", [[1, true, { color: "red", occluded: false }]]],
        ["night/b", "", []],
        [
          "night/c",
          "",
          [
            [1, false, { occluded: true }],
            [2, true, { occluded: false }],
          ],
        ],
      ],
    )
    assert.deepInclude(scenes[0]?.frames[0]?.annotations[0], {
      position: { x: 10, y: 1, z: -1 },
      dimensions: { x: 2, y: 3, z: 5 },
    })
  })

  it("are counted one by one where they cannot be read, and the others come in", async () => {
    const poses = [pose(10, sight("0", -1, "0"))]
    const { losses, scenes } = await readFiles(kittiRaw, {
      "tracklet_labels.xml": drive(tracklet("Tram", 0, poses, 3), tracklet("Car", 0, poses)),
    })
    assert.deepStrictEqual(
      scenes[0]?.frames.map(({ annotations }) => annotations.map(({ trackId }) => trackId)),
      [[2]],
    )
    assert.deepStrictEqual(
      losses.map(({ count, kind }) => [kind, count]),
      [["unreadable", 1]],
    )
  })

  it("are refused where a count is wrong or a number of a frame is beyond every recording", async () => {
    const poses = [pose(1, sight("0", 0, "0"))]
    const refused = (item: string) => refusal(kittiRaw, { "tracklet_labels.xml": drive(item) })
    assert.match(await refused(tracklet("Tram", 0, poses, 3)), /line 4: <count> is 3, and there are 1 poses/)
    assert.match(await refused(tracklet("Tram", 2_000_000_000, poses)), /is 2000000001, above the limit/)
    assert.match(await refused(tracklet("Tram", 0, ["<item></item>"])), /<item> has no <tx>/)
  })
})
