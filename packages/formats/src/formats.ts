/** All formats, by name. */
import { argoverse2 } from "./argoverse2/argoverse2.ts"
import { bdd100k } from "./bdd100k/bdd100k.ts"
import { boxesCsv } from "./boxes-csv/boxesCsv.ts"
import { cityscapes } from "./cityscapes/cityscapes.ts"
import { coco } from "./coco/coco.ts"
import { cocoPanoptic } from "./coco-panoptic/panoptic.ts"
import { createml } from "./createml/createml.ts"
import { cvat } from "./cvat/cvat.ts"
import { darwin } from "./darwin/darwin.ts"
import { datumaro } from "./datumaro/datumaro.ts"
import type { Format } from "./Format.ts"
import { geojson } from "./geojson/geojson.ts"
import { imagefolder } from "./huggingface/imagefolder.ts"
import { images } from "./images/images.ts"
import { kitti } from "./kitti/object.ts"
import { kittiTracking } from "./kitti/tracking.ts"
import { kittiRaw } from "./kitti-raw/kittiRaw.ts"
import { labelStudio } from "./label-studio/labelStudio.ts"
import { labelCloud } from "./labelcloud/labelCloud.ts"
import { labelme } from "./labelme/labelme.ts"
import { mapillary } from "./mapillary/format.ts"
import { masks } from "./masks-png/masks.ts"
import { mot, mots, motsPng } from "./mot/formats.ts"
import { nuscenes } from "./nuscenes/nuscenes.ts"
import { openImages } from "./openimages/openImages.ts"
import { openlabel } from "./openlabel/openlabel.ts"
import { openpcdet } from "./openpcdet/openpcdet.ts"
import { superannotate } from "./superannotate/superannotate.ts"
import { supervisely } from "./supervisely/supervisely.ts"
import { superviselyClouds } from "./supervisely-clouds/superviselyClouds.ts"
import { sustechPoints } from "./sustechpoints/sustechPoints.ts"
import { csv, parquet } from "./table/table.ts"
import { via } from "./via/via.ts"
import { voc } from "./voc/voc.ts"
import { waymo } from "./waymo/waymo.ts"
import { webDataset } from "./webdataset/format.ts"
import { xtreme1 } from "./xtreme1/format.ts"
import { yoloClassify } from "./yolo/classify.ts"
import { yoloDetect, yoloObb, yoloPose, yoloSegment } from "./yolo/formats.ts"
import { yoloSemantic } from "./yolo/semantic.ts"

export const formats: ReadonlyArray<Format> = [
  argoverse2,
  bdd100k,
  boxesCsv,
  cityscapes,
  coco,
  cocoPanoptic,
  createml,
  csv,
  cvat,
  darwin,
  datumaro,
  geojson,
  imagefolder,
  images,
  kitti,
  kittiTracking,
  kittiRaw,
  labelCloud,
  labelStudio,
  labelme,
  mapillary,
  nuscenes,
  masks,
  mot,
  mots,
  motsPng,
  openImages,
  openlabel,
  openpcdet,
  parquet,
  superannotate,
  supervisely,
  superviselyClouds,
  sustechPoints,
  via,
  voc,
  waymo,
  webDataset,
  xtreme1,
  yoloClassify,
  yoloDetect,
  yoloObb,
  yoloPose,
  yoloSegment,
  yoloSemantic,
]
