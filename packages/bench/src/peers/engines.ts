/** Pairs of boxes by engines for graphics and physics, from plain cuboids to the result. */
import RAPIER from "@dimforge/rapier3d-compat"
import Flatbush from "flatbush"
import { Matrix3, Matrix4, Vector3 } from "three"
import { OBB } from "three/examples/jsm/math/OBB.js"
import type { Car } from "../harness/cars.ts"

/** Oriented boxes of three.js, found by a static R-tree around each box's largest extent. */
export const countByThree = (cars: ReadonlyArray<Car>): number => {
  const turn = new Matrix4()
  const boxes = cars.map(({ dimensions, position, yaw }) => {
    const half = new Vector3(dimensions.x / 2, dimensions.y / 2, dimensions.z / 2)
    const centre = new Vector3(position.x, position.y, position.z)
    return new OBB(centre, half, new Matrix3().setFromMatrix4(turn.makeRotationZ(yaw)))
  })
  const tree = new Flatbush(cars.length)
  const around = cars.map(({ dimensions, position: { x, y }, yaw }) => {
    const [cosine, sine] = [Math.abs(Math.cos(yaw)), Math.abs(Math.sin(yaw))]
    const reachX = (dimensions.x * cosine + dimensions.y * sine) / 2
    const reachY = (dimensions.x * sine + dimensions.y * cosine) / 2
    return [x - reachX, y - reachY, x + reachX, y + reachY] as const
  })
  for (const bounds of around) tree.add(...bounds)
  tree.finish()
  let pairs = 0
  boxes.forEach((box, index) => {
    const bounds = around[index]
    if (bounds === undefined) return
    tree.search(...bounds, (other) => {
      const rival = other > index ? boxes[other] : undefined
      if (rival !== undefined && box.intersectsOBB(rival)) pairs++
      return false
    })
  })
  return pairs
}

export const prepareRapier = (): Promise<void> => RAPIER.init()

/** Sensors in a world that makes one step, on kinematic bodies: fixed bodies are not tested against each other. */
export const countByRapier = (cars: ReadonlyArray<Car>): number => {
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 })
  const colliders = cars.map(({ dimensions: d, position: p, yaw }) => {
    const body = RAPIER.RigidBodyDesc.kinematicPositionBased()
      .setTranslation(p.x, p.y, p.z)
      .setRotation({ x: 0, y: 0, z: Math.sin(yaw / 2), w: Math.cos(yaw / 2) })
    const box = RAPIER.ColliderDesc.cuboid(d.x / 2, d.y / 2, d.z / 2)
      .setSensor(true)
      .setActiveCollisionTypes(RAPIER.ActiveCollisionTypes.ALL)
    return world.createCollider(box, world.createRigidBody(body))
  })
  world.step()
  let pairs = 0
  for (const collider of colliders) {
    world.intersectionPairsWith(collider, (other) => {
      if (other.handle > collider.handle) pairs++
    })
  }
  world.free()
  return pairs
}
