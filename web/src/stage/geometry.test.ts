import { describe, expect, it } from "vitest";

import {
  along, apart, cutAt, halfOf, inset, insetBy, inside, insideAll, lengthOf, longestEdge, middle, nearestOnSegment, randomFrom, scattered,
  signedArea, STICKY, stopAtLimit, stripes, tangents,
} from "./geometry";
import type { Dot } from "./types";

const square: Dot[] = [[0, 0], [10, 0], [10, 10], [0, 10]];
const ell: Dot[] = [[0, 0], [10, 0], [10, 4], [4, 4], [4, 10], [0, 10]];

describe("rings", () => {
  it("know their area, middle and inside", () => {
    expect(signedArea(square)).toBe(100);
    expect(signedArea([...square].reverse())).toBe(-100);
    expect(middle(square)).toEqual([5, 5]);
    expect(inside(ell, 2, 8)).toBe(true);
    expect(inside(ell, 8, 8)).toBe(false);
  });
  it("have holes by the even-odd rule", () => {
    const hole: Dot[] = [[3, 3], [7, 3], [7, 7], [3, 7]];
    expect(insideAll([square, hole], 5, 5)).toBe(false);
    expect(insideAll([square, hole], 1, 5)).toBe(true);
  });
  it("are drawn in edge by edge, whichever way they wind", () => {
    expect(inset(square, 1)).toEqual([[1, 1], [9, 1], [9, 9], [1, 9]]);
    expect(new Set(inset([...square].reverse(), 1).map(String))).toEqual(new Set(["1,1", "9,1", "9,9", "1,9"]));
    expect(insetBy(square, [3, 0, 0, 0])[0]).toEqual([0, 3]);
  });
  it("stay as they are where there is no room to draw them in", () => {
    expect(inset(square, 6)).toEqual(square);
  });
  it("are cut in half by a line", () => {
    expect(Math.abs(signedArea(halfOf(square, [5, 5], [1, 0])))).toBe(50);
  });
  it("know their longest edge", () => {
    expect(longestEdge([[0, 0], [6, 0], [6, 2], [0, 2]])).toEqual([1, 0]);
  });
});

describe("patterns", () => {
  it("lay stripes inside a ring only", () => {
    const found = stripes(ell, [1, 0], 2);
    expect(found).toHaveLength(5);
    for (const [a, b] of found) for (const share of [0.01, 0.5, 0.99]) expect(inside(ell, a[0] + (b[0] - a[0]) * share, a[1])).toBe(true);
  });
  it("scatter spots that keep apart, the same for the same seed", () => {
    const spots = scattered(square, 2, randomFrom("wood"));
    expect(spots.length).toBeGreaterThan(5);
    for (const [i, a] of spots.entries()) for (const b of spots.slice(i + 1)) expect(apart(a, b)).toBeGreaterThanOrEqual(2);
    expect(scattered(square, 2, randomFrom("wood"))).toEqual(spots);
    expect(scattered(square, 2, randomFrom("water"))).not.toEqual(spots);
  });
});

describe("paths", () => {
  const bent: Dot[] = [[0, 0], [3, 0], [3, 4]];
  it("are as long as their legs", () => {
    expect(lengthOf(bent)).toBe(7);
    expect(along(bent, 5)).toEqual({ at: [3, 2], leg: 2 });
    expect(along(bent, 99).at).toEqual([3, 4]);
  });
  it("are cut at the limit", () => {
    expect(cutAt(bent, 5)).toEqual([[[0, 0], [3, 0], [3, 2]], [[3, 2], [3, 4]]]);
    expect(cutAt(bent, 7)[1]).toEqual([]);
  });
});

describe("the limit of a move", () => {
  it("stops an end point that lies a little beyond it, and says so", () => {
    const { at, stopped } = stopAtLimit([[0, 0]], [4 + STICKY - 0.01, 0], 4);
    expect(stopped).toBe(true);
    expect(at[0]).toBeLessThan(4);
    expect(at[0]).toBeGreaterThan(3.99);
  });
  it("leaves alone what is short of it or far beyond it", () => {
    expect(stopAtLimit([[0, 0]], [3, 0], 4)).toEqual({ at: [3, 0], stopped: false });
    expect(stopAtLimit([[0, 0]], [5, 0], 4)).toEqual({ at: [5, 0], stopped: false });
  });
  it("counts what the waypoints have used", () => {
    const { at, stopped } = stopAtLimit([[0, 0], [3, 0]], [3, 1.1], 4);
    expect(stopped).toBe(true);
    expect(at[1]).toBeLessThan(1);
    expect(stopAtLimit([[0, 0], [5, 0]], [5, 1], 4).stopped).toBe(false);
  });
});

describe("sight", () => {
  it("has a wedge as wide as the target", () => {
    const [left, right] = tangents([0, 0], [10, 0], 0.5);
    expect(left).toEqual([10, 0.5]);
    expect(right).toEqual([10, -0.5]);
  });
  it("finds the nearest place on an edge", () => {
    expect(nearestOnSegment([5, 7], [0, 0, 10, 0])).toEqual([5, 0]);
    expect(nearestOnSegment([-4, 7], [0, 0, 10, 0])).toEqual([0, 0]);
  });
});
