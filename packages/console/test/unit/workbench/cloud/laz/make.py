"""Writes each point format as LAS and as LAZ, with the reader and writer laspy 2.7 and its backend lazrs: pip install laspy lazrs."""
import os
import laspy
import numpy as np

random = np.random.default_rng(7)
count = 250


def make(point_format, version, colors, times):
    header = laspy.LasHeader(point_format=point_format, version=version)
    header.scales = [0.001] * 3
    header.offsets = [689000.0, 5336000.0, 500.0]
    points = laspy.LasData(header)
    time = np.linspace(0, 60, count)
    points.x = 689512.25 + np.cos(time) * time + random.normal(0, 0.02, count)
    points.y = 5336120.5 + np.sin(time) * time + random.normal(0, 0.02, count)
    points.z = 512 + random.random(count) * 3
    points.intensity = random.integers(0, 4000, count).astype("u2")
    if colors:
        for channel in ("red", "green", "blue"):
            setattr(points, channel, (random.integers(0, 256, count) * 257).astype("u2"))
    if times:
        points.gps_time = time
    folder = os.path.dirname(os.path.abspath(__file__))
    points.write(f"{folder}/format{point_format}.las")
    points.write(f"{folder}/format{point_format}.laz", laz_backend=laspy.LazBackend.Lazrs)


make(0, "1.2", False, False)
make(1, "1.2", False, True)
make(2, "1.2", True, False)
make(3, "1.2", True, True)
make(6, "1.4", False, True)
make(7, "1.4", True, True)
make(8, "1.4", True, True)
