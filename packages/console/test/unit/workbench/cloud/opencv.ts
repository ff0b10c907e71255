/**
 * Places of the world in images, computed by OpenCV 5.0 (projectPoints and fisheye.projectPoints) from random calibrations:
 * the pose of the vehicle, that of the camera in it, and the coefficients of the lens.
 */
export const intrinsics = [
  [1260.5, 0, 810.2],
  [0, 1255.1, 455.7],
  [0, 0, 1],
]
export const egoPose = {
  position: { x: 1000.5, y: -2000.25, z: 12.125 },
  heading: { qx: 0.01, qy: -0.02, qz: 0.6, qw: 0.8 },
}

interface Projected {
  readonly name: string
  readonly convention: string
  readonly distortion: null | {
    readonly model: string
    readonly coefficients: { readonly [name: string]: number }
  }
  readonly rotation: ReadonlyArray<number>
  readonly translation: ReadonlyArray<number>
  readonly places: ReadonlyArray<ReadonlyArray<number>>
  readonly pixels: ReadonlyArray<ReadonlyArray<number>>
}

export const projected: ReadonlyArray<Projected> = [
  {
    name: "pinhole",
    convention: "OpenGL",
    distortion: null,
    rotation: [0.427126, -0.568181, -0.50038, 0.494321],
    translation: [-0.324, -0.1, 1.621],
    places: [
      [1002.5794, -1981.7215, 14.7052],
      [1011.8393, -1984.7711, 16.1945],
      [1015.9868, -1975.0236, 16.8339],
      [1010.5256, -1977.7856, 15.2773],
    ],
    pixels: [
      [396.9665, 401.093],
      [1062.1661, 398.0168],
      [960.5209, 414.5319],
      [790.8199, 444.6807],
    ],
  },
  {
    name: "brown-conrady with five coefficients",
    convention: "OpenCV",
    distortion: {
      model: "brown-conrady",
      coefficients: { k1: -0.31, k2: 0.12, p1: 0.0007, p2: -0.0004, k3: -0.02 },
    },
    rotation: [-0.582818, 0.476649, -0.474632, 0.455909],
    translation: [-0.519, 0.838, -0.868],
    places: [
      [995.4793, -1993.3507, 9.4199],
      [1001.9038, -1990.1671, 10.2319],
      [1003.7626, -1978.3572, 9.1349],
      [1006.5233, -1990.7722, 11.8973],
    ],
    pixels: [
      [-107.3093, 541.111],
      [831.409, 462.3726],
      [787.5939, 455.0087],
      [1356.2972, 346.1712],
    ],
  },
  {
    name: "brown-conrady with eight coefficients",
    convention: "OpenGL",
    distortion: {
      model: "brown-conrady",
      coefficients: { k1: 0.52, k2: -0.11, p1: 0.0005, p2: 0.0003, k3: 0.02, k4: 0.61, k5: -0.08, k6: 0.015 },
    },
    rotation: [0.502059, -0.425653, -0.566641, 0.495655],
    translation: [-0.537, -0.197, 1.641],
    places: [
      [1004.7643, -1986.7545, 14.0182],
      [1009.8368, -1982.4987, 11.1698],
      [1004.0628, -1994.2239, 12.8109],
      [1007.0857, -1987.0659, 10.4977],
    ],
    pixels: [
      [820.2869, 316.0842],
      [1067.2398, 465.8366],
      [1093.7171, 460.9709],
      [1048.2749, 577.0824],
    ],
  },
  {
    name: "fisheye",
    convention: "OpenCV",
    distortion: { model: "fisheye", coefficients: { k1: -0.021, k2: 0.0043, k3: -0.0016, k4: 0.0002 } },
    rotation: [-0.438992, 0.492991, -0.481383, 0.576642],
    translation: [0.138, 1.936, 0.77],
    places: [
      [1007.6287, -1999.9787, 10.9458],
      [1003.0833, -1989.5304, 15.5929],
      [1006.1458, -1979.041, 16.7766],
      [997.9916, -1986.3863, 17.2955],
    ],
    pixels: [
      [2512.4339, 644.0207],
      [995.2326, 339.7941],
      [930.4422, 433.6464],
      [425.6061, 308.2834],
    ],
  },
]
