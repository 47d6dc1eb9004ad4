import { describe, expect, it } from "vitest";

import { bestTurn, between, clamp, facing, fit, fitScale, FRAME, lying, MOST, pan, showBox, toScreen, toTable, zoomAt } from "./camera";

const table = { width: 48, height: 36 };
const screen = { width: 1056, height: 792 };

describe("the camera", () => {
  it("fits the whole table with a rim", () => {
    const c = fit(table, screen, 0);
    const [left, top] = toScreen(c, table, 0, 36), [right, bottom] = toScreen(c, table, 48, 0);
    expect(left).toBeGreaterThan(10);
    expect(top).toBeGreaterThan(10);
    expect(right).toBeLessThan(1046);
    expect(bottom).toBeLessThan(782);
  });
  it("leaves room for the frame of a small board", () => {
    const board = { width: 5, height: 3, grain: 3 }, c = fit(board, screen, 0);
    expect(toScreen(c, board, -FRAME / 3, 0)[0]).toBeGreaterThanOrEqual(0);
  });
  it("keeps out of what a sheet covers", () => {
    const [, y] = toScreen(fit(table, { width: 390, height: 700 }, 0, { bottom: 300 }), table, 24, 0);
    expect(y).toBeLessThan(400);
  });
  it.each([0, 1, 2, 3])("goes to the screen and back, turned %i times", (turn) => {
    const c = { scale: 17, x: 301, y: 222, turn };
    for (const [x, y] of [[0, 0], [48, 36], [12.5, 30.25]] as const) {
      const [bx, by] = toTable(c, table, ...toScreen(c, table, x, y));
      expect(bx).toBeCloseTo(x);
      expect(by).toBeCloseTo(y);
    }
  });
  it("turns clockwise", () => {
    const c = { scale: 10, x: 0, y: 0, turn: 1 };
    const [x, y] = toScreen(c, table, 48, 18);
    expect(x).toBeCloseTo(0);
    expect(y).toBeCloseTo(240);
  });
  it("zooms at the pointer: what is under it stays there", () => {
    const c = fit(table, screen, 0);
    const before = toTable(c, table, 500, 400);
    const after = toTable(zoomAt(c, table, screen, 1.5, 500, 400), table, 500, 400);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });
  it("zooms within limits", () => {
    const usual = fitScale(table, screen, 0);
    let c = fit(table, screen, 0);
    for (let i = 0; i < 30; i++) c = zoomAt(c, table, screen, 2, 500, 400);
    expect(c.scale).toBeCloseTo(usual * MOST);
    for (let i = 0; i < 60; i++) c = zoomAt(c, table, screen, 0.5, 500, 400);
    expect(c.scale).toBeCloseTo(usual * 0.6);
  });
  it("cannot lose the table", () => {
    let c = fit(table, screen, 0);
    for (let i = 0; i < 50; i++) c = pan(c, table, screen, 400, -300);
    const [right] = toScreen(c, table, 0, 0), [, bottom] = toScreen(c, table, 0, 0);
    expect(right).toBeLessThan(screen.width);
    expect(bottom).toBeGreaterThan(0);
    expect(clamp(c, table, screen)).toEqual(c);
  });
  it("shows a box, pushed onto the table", () => {
    const phone = { width: 390, height: 420 };
    const c = showBox(table, phone, 0, [-8, -8, 12, 12], {}, 24);
    const [left] = toScreen(c, table, 0, 0);
    expect(left).toBeGreaterThan(-5);
    expect(left).toBeLessThan(60);
  });
  it("leaves no empty band beside a strip at the edge", () => {
    const phone = { width: 390, height: 730 }, sheet = { bottom: 360 };
    const c = showBox(table, phone, 0, [-4, -4, 52, 8], sheet, 24);
    const [, top] = toScreen(c, table, 0, 36), [, bottom] = toScreen(c, table, 0, 0);
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThan(730 - 360);
    expect(top).toBeCloseTo(730 - 360 - bottom);
    const near = showBox(table, phone, 0, [-4, -4, 12, 8], sheet, 24);
    expect(toScreen(near, table, 0, 0)[1]).toBeCloseTo(730 - 360 - 14);
  });
  it("glides from one place to another", () => {
    const a = { scale: 10, x: 0, y: 0, turn: 0 }, b = { scale: 20, x: 100, y: 50, turn: 0 };
    expect(between(a, b, 0)).toEqual(a);
    expect(between(a, b, 1)).toEqual(b);
    expect(between(a, b, 0.5).x).toBeGreaterThan(50);
  });
  it("has the own edge at the bottom or on the left", () => {
    expect(facing(table, 0, [24, 0])).toBe(0);
    expect(facing(table, 0, [24, table.height])).toBe(2);
    expect(facing(table, 0, [0, 20])).toBe(0);
    expect(facing(table, 0, [table.width, 20])).toBe(2);
    expect(facing(table, 0, null)).toBe(0);
    const tall = { width: 6, height: 12 };
    for (const end of [[3, 0], [3, 12]] as [number, number][]) {
      const turn = facing(tall, 1, end);
      expect(toScreen({ scale: 1, x: 0, y: 0, turn }, tall, ...end)[0]).toBeLessThan(0);
    }
  });
  it("lays a portrait table on its side on a wide screen", () => {
    expect(bestTurn({ width: 6, height: 12 }, screen)).toBe(1);
    expect(bestTurn(table, screen)).toBe(0);
    expect(lying({ width: 6, height: 12 }, 1)).toEqual({ width: 12, height: 6 });
  });
});
